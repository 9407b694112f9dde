import { after } from 'node:test';
import { closeBrowsers } from './harness.mjs';
import { testNumbersAlongTheWalk } from './numbers.mjs';

after(closeBrowsers);
testNumbersAlongTheWalk('firefox');

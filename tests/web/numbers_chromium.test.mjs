// Every number on the page is the engine's.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { closeBrowsers } from './harness.mjs';
import { openChapter, openLesson, walk } from './lesson.mjs';
import { testNumbersAlongTheWalk, wrongNumbers } from './numbers.mjs';

after(closeBrowsers);
testNumbersAlongTheWalk('chromium');

// Away from the opening state: other questions, temperatures, bars, an erased message, picks.
const elsewhere = [
  'chapter=0&step=1&picked=36.71.3',
  'chapter=1&step=5&bars=100.0.50.0.0.0.0.0.0.0.0.0.0.0.0.25',
  'chapter=2&step=4&width=1024&seed=7',
  'chapter=3&step=5&question=What do I bring on the spring outing?',
  'chapter=3&step=6&temperature=0',
  'chapter=3&step=7&temperature=0.05',
  'chapter=3&step=7&temperature=20',
  'chapter=4&step=4&question=asdf',
  'chapter=4&step=5&erased=36',
];
for (const hash of elsewhere) {
  test(`the numbers equal the engine's at ${hash}`, async () => {
    const { page, errors } = await openLesson('chromium', { hash });
    const { count, wrong } = await wrongNumbers(page);
    assert.ok(count > 0);
    assert.deepEqual(wrong, []);
    assert.deepEqual(errors, []);
  });
}

for (const [chapter, hash] of [
  ['Several classmates', 'step=3&temperature=0&erased=36'],
  ['Several classmates', 'step=7&looks=things.things.time&heads=bc'],
  ['Several classmates', 'step=6&question=asdf'],
  ['Everyone asks', 'step=1&slice=150&erased=155'],
  ['Everyone asks', 'step=3&padding=4'],
  ['Everyone asks', 'step=5&positions=yes&seed=9'],
]) {
  test(`the numbers equal the engine's in "${chapter}" at ${hash}`, async () => {
    const { page, errors } = await openChapter('chromium', chapter, { hash });
    const { count, wrong } = await wrongNumbers(page);
    assert.ok(count > 0);
    assert.deepEqual(wrong, []);
    assert.deepEqual(errors, []);
  });
}

test('outside labels, a figure shows no digit that is not a number of the engine', async () => {
  const { page } = await openLesson('chromium', { hash: 'picked=36.71' });
  for await (const place of walk(page)) {
    const strays = await page.evaluate(() => {
      const exempt = '[data-tensor], [data-label], [data-clock], [data-predict], text, blockquote, figcaption, caption, select, label, button, input';
      const walker = document.createTreeWalker(document.querySelector('#stage'), NodeFilter.SHOW_TEXT);
      const found = [];
      for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        const inFigure = node.parentElement.closest('.card, [data-origins]') && !node.parentElement.closest(exempt);
        if (inFigure && /\d/.test(node.textContent)) found.push(node.textContent.trim());
      }
      return found;
    });
    assert.deepEqual(strays, [], `at ${place}`);
  }
});

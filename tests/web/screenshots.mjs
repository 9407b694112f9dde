// Takes every page below in both languages, both themes, on a phone and on a projector, into
// build/screenshots. With arguments, only the pages whose names contain one of them.
import { mkdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { closeBrowsers, fileAddress, openPage } from './harness.mjs';

// name of the file, hash of the address
const pages = [
  ['0-unread', '#chapter=0'],
  ['1-roles', '#chapter=1'],
  ['2-score', '#chapter=2'],
  ['3-shares', '#chapter=3'],
  ['4-mix', '#chapter=4'],
  ['5-heads', '#chapter=5'],
  ['6-everyone', '#chapter=6'],
  ['7-route-map', '#chapter=7'],
];
const sizes = [
  [360, 780],
  [1920, 1080],
];

const folder = fileURLToPath(new URL('../../build/screenshots/', import.meta.url));
const wanted = process.argv.slice(2);
await mkdir(folder, { recursive: true });
const address = await fileAddress();

for (const [name, hash] of pages) {
  if (wanted.length > 0 && !wanted.some((part) => name.includes(part))) continue;
  for (const lang of ['zh', 'en']) {
    for (const theme of ['light', 'dark']) {
      for (const [width, height] of sizes) {
        const file = `${folder}${name}-${lang}-${theme}-${width}.png`;
        const options = { browser: 'chromium', url: address + hash, width, height, theme, lang, reducedMotion: true };
        const { page, errors } = await openPage(options);
        await page.waitForNetworkIdle();
        await page.screenshot({ path: file });
        await page.close();
        console.log(file, ...errors);
      }
    }
  }
}
await closeBrowsers();

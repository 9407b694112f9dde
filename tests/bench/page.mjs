// How quick the page feels, in Chromium: from opening the file to the first number of the engine, and from a move
// of the temperature slider to the redrawn numbers of 200 messages. A frame at 60 Hz is 16.7 ms.
import { closeBrowsers, fileAddress, openPage } from '../web/harness.mjs';

const median = (values) => values.toSorted((a, b) => a - b)[values.length >> 1];
const worst = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length * 0.95)];
const report = (what, values) => console.log(`${what}: median ${median(values).toFixed(1)} ms, 95 of 100 within ${worst(values).toFixed(1)} ms`);

const url = `${await fileAddress()}#lang=en&chapter=3&step=6`;

const firstNumbers = [];
for (let i = 0; i < 8; i++) {
  const { page } = await openPage({
    browser: 'chromium',
    url,
    before: () => {
      const look = () => {
        const number = document.querySelector('[data-tensor="weights"]');
        if (number && number.textContent !== '…') window.firstNumber = performance.now();
        else requestAnimationFrame(look);
      };
      look();
    },
  });
  await page.waitForFunction(() => window.firstNumber);
  firstNumbers.push(await page.evaluate(() => window.firstNumber));
  await page.close();
}
report('opening the file → first number', firstNumbers);

const { page } = await openPage({ browser: 'chromium', url });
await page.waitForSelector('[data-temperature]');
const moves = await page.evaluate(async () => {
  const slider = document.querySelector('[data-temperature]');
  const number = document.querySelector('[data-chat-list] [data-row="36"] [data-tensor="weights"]');
  const times = [];
  for (let i = 0; i < 60; i++) {
    await new Promise((rested) => setTimeout(rested, 50));
    const shown = number.textContent;
    const start = performance.now();
    slider.value = String(8 + (i % 9));
    slider.dispatchEvent(new Event('input', { bubbles: true }));
    await new Promise((changed) => {
      const watch = new MutationObserver(() => {
        watch.disconnect();
        // The numbers stand in the document; a task after layout has been forced, they are ready to be painted.
        document.body.getBoundingClientRect();
        changed();
      });
      watch.observe(number, { childList: true, characterData: true, subtree: true });
      if (number.textContent !== shown) changed();
    });
    times.push(performance.now() - start);
  }
  return times;
});
report('slider move → redrawn numbers', moves);
await closeBrowsers();

// What is tested of the numbers in each browser: along the walk each is the engine's, and can say where it comes from.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openLesson, says, settled, startEngine, visibleNumbers, walk } from './lesson.mjs';

const engine = await startEngine();

/** What the engine says to the requests the page has put to its own. */
async function truthOf(page) {
  const requests = await page.evaluate(() => globalThis.attentionClassroom.requests());
  const ledgers = new Map();
  return (view) => {
    if (!ledgers.has(view)) {
      const { method, request } = requests[view];
      const result = engine[method](request);
      ledgers.set(view, { method, request, tensors: result.tensors ?? result });
    }
    return ledgers.get(view);
  };
}

/** The visible numbers that are not the engine's, and how many there are in all. */
export async function wrongNumbers(page) {
  const truth = await truthOf(page);
  const numbers = await visibleNumbers(page);
  const wrong = numbers.filter(({ view, tensor, row, col, text }) => {
    const { rows, cols, data } = truth(view).tensors[tensor] ?? { rows: 0, cols: 0, data: [] };
    return row >= rows || col >= cols || !says(text, data[row * cols + col]);
  });
  return { count: numbers.length, wrong: wrong.map((number) => JSON.stringify(number)) };
}

/** One file a browser calls this, so that they walk side by side. */
export function testNumbersAlongTheWalk(browser) {
  for (const lang of ['zh', 'en']) {
    for (const width of [360, 1920]) {
      test(`${browser}, ${lang}, ${width} px: along the walk every visible number equals the engine's, and nothing scrolls sideways`, async () => {
        const { page, errors } = await openLesson(browser, { lang, width, height: width === 360 ? 780 : 1080 });
        let seen = 0;
        for await (const place of walk(page)) {
          const { count, wrong } = await wrongNumbers(page);
          assert.deepEqual(wrong, [], `at ${place}`);
          seen += count;
          const [content, window] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
          assert.ok(content <= window, `${content} px wide at ${place}`);
        }
        // On a phone the chat, and the numbers beside its messages, is a sheet below the screen.
        assert.ok(seen > (width === 360 ? 800 : 3000), `${seen} numbers seen`);
        assert.deepEqual(errors, []);
      });
    }
  }

  test(`${browser}: every tensor on the page, asked by a click, answers with the engine's operands`, async () => {
    const { page, errors } = await openLesson(browser, { hash: 'chapter=1&width=9' });
    const asked = new Set();
    for await (const place of walk(page)) {
      const truth = await truthOf(page);
      for (const { view, tensor, row, col } of await visibleNumbers(page)) {
        if (asked.has(`${view}/${tensor}`)) continue;
        asked.add(`${view}/${tensor}`);
        const { method, request } = truth(view);
        const { operation, operands } = engine.operands(method, request, { tensor, row, col });
        const number = await page.$(`[data-view="${view}"][data-tensor="${tensor}"][data-index="${row},${col}"]`);
        await number.evaluate((element) => element.click());
        const origins = await page.waitForSelector('[data-origins]', { timeout: 5000 });
        await settled(page);
        const shown = await origins.$$eval('[data-tensor]', (cells) => cells.map((cell) => `${cell.dataset.tensor} ${cell.dataset.index} ${cell.textContent}`));
        const known = new Map(operands.map((cell) => [`${cell.tensor} ${cell.row},${cell.col}`, cell.value]));
        if (operation !== 'given') assert.ok(shown.length > 0, `${tensor} shows no operand at ${place}`);
        for (const cell of shown) {
          const [name, index, text] = cell.split(' ');
          assert.ok(says(text, known.get(`${name} ${index}`)), `${tensor} ${row},${col} at ${place}: ${cell}`);
        }
        await page.keyboard.press('Escape');
        // In a table the arrows would move from cell to cell.
        await page.evaluate(() => document.activeElement.blur());
      }
    }
    assert.ok(asked.size >= 35, [...asked].join(' '));
    assert.deepEqual(errors, []);
  });
}

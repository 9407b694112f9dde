// Every number on the page is the engine's, and can say where it comes from.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { browsers, closeBrowsers } from './harness.mjs';
import { openChapter, openLesson, says, settled, startEngine, visibleNumbers, walk } from './lesson.mjs';

let engine;
before(async () => (engine = await startEngine()));
after(closeBrowsers);

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

async function wrongNumbers(page) {
  const truth = await truthOf(page);
  const numbers = await visibleNumbers(page);
  const wrong = numbers.filter(({ view, tensor, row, col, text }) => {
    const { rows, cols, data } = truth(view).tensors[tensor] ?? { rows: 0, cols: 0, data: [] };
    return row >= rows || col >= cols || !says(text, data[row * cols + col]);
  });
  return { count: numbers.length, wrong: wrong.map((number) => JSON.stringify(number)) };
}

for (const browser of browsers) {
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
        assert.ok(seen > (width === 360 ? 800 : 5000), `${seen} numbers seen`);
        assert.deepEqual(errors, []);
      });
    }
  }
}

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

for (const browser of browsers) {
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

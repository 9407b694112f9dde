// Several heads, and everyone asking: what a learner does there, and what becomes of it.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { accessibilityProblems, closeBrowsers } from './harness.mjs';
import { hashOf, openChapter, settled, visibleNumbers } from './lesson.mjs';

after(closeBrowsers);

const heads = (hash, options) => openChapter('chromium', 'Several classmates', { hash, ...options });
const everyone = (hash, options) => openChapter('chromium', 'Everyone asks', { hash, ...options });

/** Presses with the keyboard what the selector finds. */
async function press(page, selector) {
  await page.focus(selector);
  await page.keyboard.press('Enter');
  await settled(page);
}

/** The address follows a moment later. */
const inAddress = (page, pattern) => page.waitForFunction((source) => new RegExp(source).test(location.hash), { timeout: 3000 }, pattern.source);

// Not what one classmate would answer alone: the answer made of the view's own output.
const saysTogether = (page, view = 'heads') =>
  page.$$eval(`[data-answer="${view}"]:has([data-tensor="output"]) b`, (things) => things.map((thing) => thing.textContent));

async function row(page, tensor, view) {
  const cells = (await visibleNumbers(page)).filter((number) => number.tensor === tensor && number.view === view);
  return cells.map(({ text }) => text);
}

test('a classmate who is switched off brings nothing, and the answer changes', async () => {
  const { page, errors } = await heads('step=6');
  assert.deepEqual(await saysTogether(page), ['skipping rope', 'trainers', 'ball']);
  await press(page, '[data-head="B"] [role="switch"]');
  assert.deepEqual(await row(page, 'b.brings', 'heads'), ['0', '0', '0', '0', '0', '0']);
  assert.deepEqual(await saysTogether(page), ['skipping rope']);
  await inAddress(page, /heads=ac/);
  await press(page, '[data-head="B"] [role="switch"]');
  assert.deepEqual(await saysTogether(page), ['skipping rope', 'trainers', 'ball']);
  assert.deepEqual(errors, []);
});

test('with all three silent there is nothing to bring', async () => {
  const { page } = await heads('step=6&heads=');
  assert.deepEqual(await row(page, 'output', 'heads'), ['0', '0', '0', '0', '0', '0']);
  assert.deepEqual(await saysTogether(page), []);
});

test('what a classmate looks for can be changed; two who look for the same say the same', async () => {
  const { page } = await heads('step=7');
  assert.equal(await page.$eval('[data-alike]', (verdict) => verdict.dataset.alike), '');
  await press(page, '[data-make-same]');
  assert.equal(await page.$eval('[data-alike]', (verdict) => verdict.dataset.alike), 'AB');
  assert.deepEqual(await row(page, 'a.brings', 'heads'), await row(page, 'b.brings', 'heads'));
  await inAddress(page, /looks=things.things.speaker/);
  await page.select('[data-head="A"] select', 'time');
  await page.select('[data-head="B"] select', 'time');
  await settled(page);
  // Two who are misled outvote the one who is not.
  assert.equal((await saysTogether(page))[0], 'ball');
});

test('an address brings back who looks for what, and who is silent', async () => {
  const { page } = await heads('step=6&looks=speaker.time.things&heads=ab');
  assert.deepEqual(await page.$$eval('[data-head] select', (selects) => selects.map((select) => select.value)), ['speaker', 'time', 'things']);
  assert.deepEqual(await page.$$eval('[data-head] [role="switch"]', (switches) => switches.map((one) => one.ariaChecked)), ['true', 'true', 'false']);
});

test('a message that is erased is erased for the classmates, too', async () => {
  const { page } = await heads('step=3');
  await page.click('[data-matters]');
  await page.waitForSelector('[data-heads-matters] [data-answer="headsWithout"]');
  await settled(page);
  assert.deepEqual(await saysTogether(page), ['skipping rope', 'trainers', 'ball']);
  assert.deepEqual(await saysTogether(page, 'headsWithout'), ['ball']);
  const top = (await visibleNumbers(page)).filter(({ view, tensor }) => view === 'headsWithout' && tensor === 'b.weights');
  assert.ok(top.length > 0 && top.every(({ col }) => col !== 36));
});

test('the guess about the classmate who only looks at time is held against the engine', async () => {
  const { page } = await heads('step=1');
  await page.click('[data-commit]');
  await settled(page);
  assert.equal(await page.$eval('[data-predict] [data-tensor="a.weights"]', (number) => number.textContent), '10.2%');
});

/** The matrix as numbers between 0 and 100; null where nothing stands. */
const matrix = (page) =>
  page.$$eval('#stage tbody tr', (rows) =>
    rows.map((cells) => [...cells.querySelectorAll('td')].map((cell) => (cell.textContent.trim() === '' ? null : parseFloat(cell.textContent.replace('<', ''))))),
  );

test('row by row: only those who have asked have shares, and the slider goes to any row', async () => {
  const { page } = await everyone('part=3');
  const filled = (rows) => rows.map((cells) => cells.every((cell) => cell !== null));
  assert.deepEqual(filled(await matrix(page)), Array.from({ length: 12 }, (_, i) => i <= 3));
  await page.focus('[data-asker]');
  await page.keyboard.press('End');
  await settled(page);
  assert.ok(filled(await matrix(page)).every(Boolean));
  await inAddress(page, /part=11/);
});

test('the causal mask hides the future and nothing else', async () => {
  const { page } = await everyone('step=2');
  const hidden = (rows) => rows.flatMap((cells, i) => cells.map((share, j) => [share === 0, j > i]));
  for (const [isHidden, isFuture] of hidden(await matrix(page))) assert.equal(isHidden, isFuture);
  await press(page, '[data-causal]');
  assert.ok((await matrix(page)).flat().every((share) => share > 0));
  await inAddress(page, /causal=no/);
});

test('padding is looked at by nobody and changes no other number', async () => {
  const { page } = await everyone('step=3&padding=0');
  const without = await matrix(page);
  await page.focus('[data-padding]');
  await page.keyboard.press('End');
  await settled(page);
  const padded = await matrix(page);
  assert.equal(padded.length, 16);
  assert.deepEqual(padded.slice(0, 12).map((cells) => cells.slice(0, 12)), without);
  assert.ok(padded.every((cells) => cells.slice(12).every((share) => share === 0)));
});

test('shuffling changes nothing without positions, and something with them', async () => {
  const { page } = await everyone('step=5');
  const difference = async () => {
    const cell = await page.evaluate(() => document.querySelector('[data-tensor="largest_difference"]').textContent);
    return cell.includes('×10⁻') ? 0 : Number(cell);
  };
  for (let shuffles = 0; shuffles < 3; ++shuffles) {
    assert.ok((await difference()) < 1e-3);
    await page.$$eval('#stage .result button', (buttons) => buttons.at(-1).click());
    await settled(page);
  }
  await press(page, '[data-positions]');
  assert.ok((await difference()) > 0.01);
  await inAddress(page, /positions=yes/);
});

test('a message that says nothing leaves the one that asked with something else', async () => {
  const { page, errors } = await everyone('step=1&erased=36');
  const rope = (view) => page.$eval(`[data-matters-panel] [data-view="${view}"][data-tensor="output"][data-index="1,0"]`, (number) => Number(number.textContent));
  assert.ok((await rope('everyone')) > 3);
  assert.ok((await rope('everyoneWithout')) < 0.5);
  assert.deepEqual(errors, []);
});

test('in the matrix the arrow keys move from cell to cell, and the lesson stays where it is', async () => {
  const { page } = await everyone('step=1');
  const before = await hashOf(page);
  await page.focus('#stage td button');
  for (const key of ['ArrowRight', 'ArrowDown', 'ArrowDown', 'End', 'ArrowLeft']) await page.keyboard.press(key);
  assert.equal(await page.evaluate(() => document.activeElement.dataset.index), '2,10');
  assert.equal(await hashOf(page), before);
  await page.waitForSelector('[data-origins]');
  assert.match(await page.$eval('[data-origins] .name', (name) => name.textContent), /weights #37 · #45/);
});

test('a short chat of one’s own asks as well', async () => {
  const { page, errors } = await everyone('step=1');
  await page.evaluate(() => {
    const field = document.querySelector('dialog textarea');
    field.value = 'Ben: what do I bring to PE on Friday?\nMr Wang: PE on Friday, bring your trainers';
    field.dispatchEvent(new Event('input', { bubbles: true }));
    field.form.requestSubmit();
  });
  await page.waitForFunction(() => document.querySelectorAll('[data-row]').length === 2);
  await settled(page);
  const rows = await matrix(page);
  assert.equal(rows.length, 2);
  assert.ok(rows[0][1] > 90);
  assert.deepEqual(errors, []);
});

test('the clocks follow the message that is looked at', async () => {
  const { page } = await everyone('step=6&message=35');
  assert.deepEqual(await row(page, 'places', 'everyone'), ['1']);
  await page.focus('[data-place]');
  await page.keyboard.press('ArrowRight');
  await settled(page);
  assert.deepEqual(await row(page, 'places', 'everyone'), ['2']);
});

test('axe finds nothing wrong with what only shows on demand', async () => {
  for (const open of [() => heads('step=6&heads=b&erased=36', { theme: 'dark' }), () => everyone('step=3&erased=36'), () => everyone('step=6', { width: 360 })]) {
    const { page } = await open();
    await page.$$eval('details', (all) => all.forEach((one) => (one.open = true)));
    assert.deepEqual(await accessibilityProblems(page), []);
    await page.close();
  }
});

// What a learner switches, drags and hovers over, and what the page says when its engine is gone.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { browsers, closeBrowsers, fileAddress, openPage } from './harness.mjs';
import { hashOf, openChapter, openLesson, settled } from './lesson.mjs';

after(closeBrowsers);

const textOf = (page, selector) => page.$eval(selector, (element) => element.textContent);

test('a click changes the language, and a question the page suggested goes along', async () => {
  const { page } = await openLesson('chromium', { hash: 'chapter=3&step=5&question=What do I bring on the spring outing?' });
  await page.click('[data-language-switch]');
  await settled(page);
  assert.equal(await page.$eval('html', (root) => root.lang), 'zh-CN');
  assert.match(await textOf(page, '[data-question]'), /春游要带什么/);
  const { reading } = await page.evaluate(() => globalThis.attentionClassroom.requests());
  assert.equal(reading.request.question, '春游要带什么？');
  await page.click('[data-language-switch]');
  await settled(page);
  assert.match(await textOf(page, '[data-question]'), /spring outing/);
});

test('a question typed by the learner stays as it was typed, whatever the language', async () => {
  const { page } = await openLesson('chromium', { hash: 'question=PE?' });
  await page.click('[data-language-switch]');
  await settled(page);
  assert.match(await textOf(page, '[data-question]'), /PE\?/);
});

test('clicks go through light, dark, and what the system prefers', async () => {
  const { page } = await openLesson('chromium', { theme: 'dark' });
  const themes = [];
  for (let click = 0; click < 4; click++) {
    themes.push(await page.$eval('html', (root) => root.dataset.theme));
    await page.click('[data-theme-switch]');
  }
  assert.deepEqual(themes, ['dark', 'light', 'dark', 'dark']);
});

test('another message can be chosen to be erased', async () => {
  const { page } = await openLesson('chromium', { hash: 'chapter=3&step=5&erased=36' });
  const others = await page.$$eval('[data-matters-panel] option', (options) => options.map((option) => option.value));
  assert.equal(others[0], '36');
  await page.select('[data-matters-panel] select', others[1]);
  await page.waitForFunction((row) => new URLSearchParams(location.hash.slice(1)).get('erased') === row, {}, others[1]);
  await settled(page);
  assert.equal(await page.$eval('[data-verdict]', (verdict) => verdict.dataset.verdict), 'same');
});

test('a dragged bar changes the shares, reaches the heads, and can be taken back', async () => {
  const { page } = await openLesson('chromium', { hash: 'chapter=1&step=5' });
  const shares = () => page.$$eval('#stage [data-tensor="weights"]', (numbers) => numbers.map((number) => number.textContent).join(' '));
  const before = await shares();
  await page.$eval('#stage input[type="range"]', (bar) => {
    bar.value = bar.value === '0' ? '50' : '0';
    bar.dispatchEvent(new Event('input', { bubbles: true }));
  });
  await settled(page);
  assert.notEqual(await shares(), before);
  await page.waitForFunction(() => /bars=/.test(location.hash));
  const bars = new URLSearchParams((await hashOf(page)).slice(1)).get('bars');
  await page.evaluate(() => [...document.querySelectorAll('.chip button')].at(-1).click());
  await settled(page);
  assert.equal(await shares(), before);
  const { page: heads } = await openChapter('chromium', 'Several classmates', { hash: `step=3&bars=${bars}` });
  const { heads: request } = await heads.evaluate(() => {
    const { reading, heads } = globalThis.attentionClassroom.requests();
    return { reading: reading.request, heads: heads.request };
  });
  assert.deepEqual(Object.values(request.questionFeatures.data).map((share) => Math.round(share * 100)).join('.'), bars);
});

for (const browser of browsers) {
  test(`${browser}: a number under the mouse tells where it comes from, and stops telling when the mouse has gone`, async () => {
    const { page } = await openLesson(browser, { hash: 'chapter=3&step=5' });
    const number = await page.$('td [data-tensor="weights"]');
    await number.hover();
    await page.waitForSelector('[data-origins]', { timeout: 5000 });
    assert.match(await textOf(page, '[data-origins] .name'), /weights #37/);
    await page.mouse.move(5, 5);
    await page.waitForFunction(() => !document.querySelector('[data-origins]'), { timeout: 5000 });
  });
}

test('weights that are written by hand say so', async () => {
  const { page } = await openLesson('chromium', { hash: 'chapter=1&step=2' });
  await page.click('[data-tensor="w_q"]');
  await page.waitForSelector('[data-origins] [data-tensor="w_q_pattern"]');
  await page.click('[data-origins] [data-tensor="w_q_pattern"]');
  await page.waitForFunction(() => /by hand/.test(document.querySelector('[data-origins]')?.textContent));
});

test('the chat of a phone takes the focus, and Escape gives it back', async () => {
  const { page } = await openLesson('chromium', { hash: 'chapter=3&step=5', width: 360, height: 780 });
  await page.focus('[data-open-chat]');
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => document.activeElement.closest('.chat'));
  await page.keyboard.press('Escape');
  await page.waitForFunction(() => document.activeElement.matches('[data-open-chat]'));
});

test('behind a picture of dots stands its table', async () => {
  const { page } = await openLesson('chromium', { hash: 'chapter=2&step=2' });
  assert.equal(await page.$('details [data-tensor="scores"]'), null);
  await page.click('details summary');
  await page.waitForSelector('details [data-tensor="scores"]');
  assert.equal(await page.$$eval('details [data-tensor="scores"]', (numbers) => numbers.length), 200);
});

for (const [lang, sentence] of [
  ['zh', /引擎没能启动或中途停了.*请刷新页面/],
  ['en', /The engine did not start, or stopped.*Please reload the page/],
]) {
  test(`${lang}: without its worker the page says so`, async () => {
    const before = () => {
      window.Worker = class {
        constructor() {
          throw new Error('refused');
        }
      };
    };
    const { page } = await openPage({ browser: 'chromium', url: `${await fileAddress()}#lang=${lang}`, before });
    await page.waitForSelector('[role="alert"]');
    assert.match(await textOf(page, '[role="alert"]'), sentence);
  });

  test(`${lang}: a worker that stops in the middle of the lesson is reported, and the page stays`, async () => {
    const before = () => {
      const Real = window.Worker;
      window.Worker = class extends Real {
        constructor(...args) {
          super(...args);
          window.engineWorker = this;
        }
      };
    };
    const { page } = await openLesson('chromium', { lang, before, hash: 'chapter=3&step=6' });
    await page.evaluate(() => window.engineWorker.dispatchEvent(new ErrorEvent('error', { message: 'gone' })));
    await page.$eval('[data-temperature]', (slider) => {
      slider.value = '3';
      slider.dispatchEvent(new Event('input', { bubbles: true }));
    });
    await page.waitForSelector('[role="alert"]');
    assert.match(await textOf(page, '[role="alert"]'), sentence);
  });
}

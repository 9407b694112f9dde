// The lesson as a learner walks it, for the tests.
import { fileURLToPath, pathToFileURL } from 'node:url';
import { fileAddress, openPage } from './harness.mjs';

const enginePath = fileURLToPath(new URL('../../build/wasm/attention.mjs', import.meta.url));

/** An engine in this process: the page's numbers are held against it. */
export async function startEngine() {
  const { default: createEngine } = await import(pathToFileURL(enginePath).href);
  return createEngine();
}

/** Opens the page from file:// at a place of the walk, ready to be read. */
export async function openLesson(browser, { hash = '', lang = 'en', ...options } = {}) {
  const opened = await openPage({ browser, lang, reducedMotion: true, ...options, url: `${await fileAddress()}#lang=${lang}&${hash}` });
  await settled(opened.page);
  return opened;
}

/** Waits until the engine has answered and every number on the page shows its answer. */
export async function settled(page) {
  await page.waitForFunction(
    () => {
      if (!document.querySelector('#stage')) return false;
      return globalThis.attentionClassroom.idle() && [...document.querySelectorAll('[data-tensor]')].every((number) => number.textContent !== '…');
    },
    { timeout: 10_000 },
  );
  await page.evaluate(() => new Promise((done) => setTimeout(() => requestAnimationFrame(() => requestAnimationFrame(done)), 60)));
}

/** Opens the page at a step of the chapter with this name, wherever the chapter stands in the walk. */
export async function openChapter(browser, name, { hash = '', ...options } = {}) {
  const { page } = await openLesson(browser, options);
  const number = await page.$$eval('nav button', (buttons, title) => buttons.findIndex((button) => button.title === title), name);
  await page.close();
  if (number < 0) throw new Error(`there is no chapter called "${name}"`);
  return openLesson(browser, { hash: `chapter=${number}&${hash}`, ...options });
}

export const hashOf = (page) => page.evaluate(() => location.hash);

/** Where we are: chapter, step and part, from the address. */
export async function placeOf(page) {
  const params = new URLSearchParams((await hashOf(page)).slice(1));
  return ['chapter', 'step', 'part'].map((key) => Number(params.get(key) ?? 0)).join('.');
}

/** Walks from here to the end with the keyboard alone, yielding at every place, the first included. */
export async function* walk(page) {
  for (;;) {
    yield await placeOf(page);
    const before = await hashOf(page);
    if (!(await page.$('[data-next]'))) return;
    await page.keyboard.press('ArrowRight');
    await page.waitForFunction((hash) => location.hash !== hash, { timeout: 5000 }, before);
    await settled(page);
  }
}

/** Every visible number of the engine: which cell it claims to be, and what it says. */
export function visibleNumbers(page) {
  return page.evaluate(() =>
    [...document.querySelectorAll('[data-tensor]')]
      .filter((number) => number.checkVisibility({ visibilityProperty: true }))
      .map((number) => {
        const [row, col] = number.dataset.index.split(',').map(Number);
        return { view: number.dataset.view, tensor: number.dataset.tensor, row, col, text: number.textContent };
      }),
  );
}

const superscripts = '⁰¹²³⁴⁵⁶⁷⁸⁹';

/** Is `text` this number, rounded to the digits it shows? */
export function says(text, value) {
  const plain = text.replaceAll('−', '-');
  if (plain === 'NaN') return Number.isNaN(value);
  if (plain === '∞' || plain === '-∞') return value === (plain === '∞' ? Infinity : -Infinity);
  const below = /^<([\d.]+)%$/.exec(plain);
  if (below) return value > 0 && value < Number(below[1]) / 200;
  const parts = /^(-?\d+(?:\.(\d+))?)(?:×10(⁻?)([⁰¹²³⁴-⁹]+))?(%?)$/u.exec(plain);
  if (!parts) return false;
  const [, mantissa, decimals = '', sign, exponent = '', percent] = parts;
  const power = (sign ? -1 : 1) * Number([...exponent].map((digit) => superscripts.indexOf(digit)).join('') || 0) - (percent ? 2 : 0);
  const unit = 10 ** (power - decimals.length);
  return Math.abs(Number(mantissa) * 10 ** power - value) <= unit * 0.5 + Math.abs(value) * 1e-6;
}

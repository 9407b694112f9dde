// The walk as a pupil and a teacher use it.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { accessibilityProblems, browsers, closeBrowsers } from './harness.mjs';
import { hashOf, openLesson, placeOf, settled, walk } from './lesson.mjs';

after(closeBrowsers);

const answersOf = (page, view) => page.$$eval(`[data-answer="${view}"] b`, (things) => things.map((thing) => thing.textContent));

/** What stands beside each message. Only those near the screen have their number: the chat is scrolled through. */
function sharesOfAllMessages(page) {
  return page.evaluate(async () => {
    const shares = {};
    const list = document.querySelector('[data-chat-list]');
    for (const piece of list.children) {
      piece.scrollIntoView();
      while (!piece.querySelector('[data-tensor="weights"]')) await new Promise(requestAnimationFrame);
      for (const number of piece.querySelectorAll('[data-tensor="weights"]')) shares[number.dataset.index] = number.textContent;
    }
    return shares;
  }).then((shares) => new Map(Object.entries(shares)));
}

// Contrast differs with the theme, the layout with the width; each appears once.
for (const [theme, lang, width] of [
  ['light', 'zh', 1280],
  ['dark', 'en', 360],
]) {
  test(`axe finds nothing wrong at any place of the walk, ${theme}, ${lang}, ${width} px`, async () => {
    const { page } = await openLesson('chromium', { lang, theme, width });
    const problems = [];
    for await (const place of walk(page)) problems.push(...(await accessibilityProblems(page)).map((problem) => `${place} ${problem}`));
    assert.deepEqual(problems, []);
  });
}

test('the keyboard goes forward to the end and back to the beginning through the same places', async () => {
  const { page } = await openLesson('chromium');
  const forward = [];
  for await (const place of walk(page)) forward.push(place);
  const chapters = await page.$$eval('header nav button', (buttons) => buttons.length);
  assert.equal(new Set(forward.map((place) => place.split('.')[0])).size, chapters);
  const back = [await placeOf(page)];
  while (back.at(-1) !== '0.0.0') {
    const before = await hashOf(page);
    await page.keyboard.press('ArrowLeft');
    await page.waitForFunction((hash) => location.hash !== hash, { timeout: 5000 }, before);
    back.push(await placeOf(page));
  }
  assert.deepEqual(back.reverse(), forward);
});

test('an address brings back the place, the language, the question and the temperature', async () => {
  const { page } = await openLesson('chromium', { lang: 'zh', hash: 'chapter=3&step=6&temperature=2&question=春游要带什么？' });
  assert.match(await page.$eval('h1', (title) => title.textContent), /温度/);
  assert.match(await page.$eval('[data-question]', (question) => question.textContent), /春游要带什么？/);
  assert.equal(await page.$eval('[data-tensor="temperature"]', (number) => number.textContent), '2');
});

test('nonsense in the address is ignored', async () => {
  const { page, errors } = await openLesson('chromium', { hash: 'chapter=99&step=-4&temperature=NaN&erased=1e9&bars=1.2&picked=x&theme=<b>&constructor=1' });
  assert.ok(await page.$('#stage h1'));
  assert.deepEqual(errors, []);
});

for (const [lang, before, after] of [
  ['zh', ['跳绳', '运动鞋'], ['球']],
  ['en', ['skipping rope', 'trainers'], ['ball']],
]) {
  test(`${lang}: erasing the message with the largest weight changes the answer, and the page says so`, async () => {
    const { page } = await openLesson('chromium', { lang, hash: 'chapter=3&step=5' });
    await page.click('[data-matters]');
    await page.waitForSelector('[data-verdict]');
    await settled(page);
    assert.deepEqual(await answersOf(page, 'reading'), before);
    assert.deepEqual(await answersOf(page, 'without'), after);
    assert.equal(await page.$eval('[data-verdict]', (verdict) => verdict.dataset.verdict), 'changed');
  });
}

test('where several messages agree, erasing the largest weight changes nothing, and the page says so', async () => {
  const { page } = await openLesson('chromium', { hash: 'chapter=3&step=5&question=What do I bring on the spring outing?' });
  await page.click('[data-matters]');
  await page.waitForSelector('[data-verdict]');
  assert.equal(await page.$eval('[data-verdict]', (verdict) => verdict.dataset.verdict), 'same');
});

test('"does it matter?" stands beside every picture of weights', async () => {
  const { page } = await openLesson('chromium', { hash: 'chapter=0&step=1' });
  for await (const place of walk(page)) {
    const [weights, asked] = await page.evaluate(() => [
      document.querySelectorAll('[data-tensor="weights"][data-view="reading"]').length,
      document.querySelector('[data-matters]') !== null,
    ]);
    // A guess and the marked question come before or after the picture.
    const isPicture = weights > 0 && !(await page.$('[data-predict], [data-quiz]'));
    if (isPicture) assert.ok(asked, `at ${place}`);
  }
});

test('an unknown question gives every message the same share, and the page says why', async () => {
  const { page } = await openLesson('chromium', { hash: 'chapter=0&step=2' });
  await page.click('[data-question]');
  await page.$eval('form input', (input) => (input.value = ''));
  await page.type('form input', 'Which is the highest mountain on Earth?');
  await page.keyboard.press('Enter');
  await page.waitForSelector('.notice');
  await settled(page);
  assert.match(await page.$eval('.notice', (notice) => notice.textContent), /looking for nothing/);
  const shares = await sharesOfAllMessages(page);
  assert.equal(shares.size, 200);
  assert.deepEqual([...new Set(shares.values())], ['0.5%']);
});

test('a guess is shown beside what the engine says', async () => {
  const { page } = await openLesson('chromium', { hash: 'chapter=3&step=0' });
  await page.$eval('[data-predict] input', (slider) => {
    slider.value = '0.3';
    slider.dispatchEvent(new Event('input', { bubbles: true }));
  });
  assert.equal(await page.$('[data-predict] [data-tensor]'), null, 'nothing is given away before the guess');
  await page.click('[data-commit]');
  await page.waitForSelector('[data-predict] [data-tensor="weights"]');
  assert.match(await page.$eval('[data-predict] dl', (list) => list.textContent), /Your guess\s*30\.0%.*The engine says\s*4\.0%/s);
});

test('class mode leaves the guesses out', async () => {
  const { page } = await openLesson('chromium', { hash: 'lecture=yes&chapter=1' });
  for await (const place of walk(page)) assert.equal(await page.$('[data-predict]'), null, `at ${place}`);
});

test('the question at the end of each chapter is marked, and a usual mistake is named', async () => {
  const mistakes = {
    equal_share: [(n) => 1 / n('messages'), (n) => 100 / n('messages'), /“%” missing/],
    one_share: [(n) => n('exps') / (n('exps') + n('exps', 1) + n('exps', 2)), (n) => n('exps'), /divided by the sum/],
  };
  for (const [chapter, step, kind] of [[0, 3, 'equal_share'], [3, 8, 'one_share']]) {
    const { page } = await openLesson('chromium', { hash: `chapter=${chapter}&step=${step}` });
    await page.waitForSelector(`[data-quiz="${kind}"] [data-tensor]`);
    const stated = await page.$$eval('[data-quiz] [data-tensor]', (numbers) => numbers.map((number) => [`${number.dataset.tensor},${number.dataset.index}`, Number(number.textContent)]));
    const given = (tensor, col = 0) => new Map(stated).get(`${tensor},0,${col}`);
    const [right, wrong, sentence] = mistakes[kind];
    await page.type('[data-quiz] input', String(wrong(given)));
    await page.keyboard.press('Enter');
    await page.waitForSelector('[data-mark="wrong"]');
    assert.match(await page.$eval('[data-mark]', (mark) => mark.textContent), sentence);
    await page.$eval('[data-quiz] input', (input) => (input.value = ''));
    await page.type('[data-quiz] input', `${right(given) * 100} %`);
    await page.keyboard.press('Enter');
    await page.waitForSelector('[data-mark="right"]');
    await page.$eval('[data-quiz] input', (input) => (input.value = ''));
    await page.type('[data-quiz] input', 'a lot');
    await page.keyboard.press('Enter');
    await page.waitForFunction(() => document.querySelector('[data-quiz]').textContent.includes('is not a number'));
    await page.close();
  }
});

for (const browser of browsers) {
  test(`${browser}: an own chat can be pasted, what is wrong with it is said, and nothing typed is lost`, async () => {
    const { page, errors } = await openLesson(browser, { hash: 'chapter=3&step=5' });
    const paste = async (text) => {
      await page.evaluate((typed) => {
        const field = document.querySelector('dialog textarea');
        field.value = typed;
        field.dispatchEvent(new Event('input', { bubbles: true }));
        field.form.requestSubmit();
      }, text);
    };
    await page.evaluate(() => [...document.querySelectorAll('.chat button')].find((button) => /my own/.test(button.textContent)).click());
    await paste('hello there, this is nobody\nBen: what do I bring to PE on Friday?\n');
    await page.waitForSelector('dialog [role="alert"]');
    assert.match(await page.$eval('dialog textarea', (field) => field.value), /nobody/);
    await paste('');
    await page.waitForFunction(() => /no message/.test(document.querySelector('dialog [role="alert"]')?.textContent));
    const long = Array.from({ length: 3000 }, (_, i) => (i === 1500 ? 'Mr Wang: PE on Friday, bring your trainers' : `Pupil ${i % 30}: message number ${i} 😂`));
    await paste(long.join('\n'));
    await page.waitForFunction(() => /3000 unread/.test(document.querySelector('.chat h2').textContent), { timeout: 20_000 });
    await settled(page);
    assert.deepEqual(await answersOf(page, 'reading'), []);
    assert.match(await page.$eval('#stage table', (table) => table.textContent), /#1501 PE on Friday/);
    assert.deepEqual(errors, []);
  });
}

test('motion stops for those who ask for it, and only for them', async () => {
  const movingParts = async (reducedMotion) => {
    const { page } = await openLesson('chromium', { hash: 'chapter=4&step=2', reducedMotion });
    return page.evaluate(() =>
    [...document.querySelectorAll('*')].filter((element) => {
      const { transitionDuration, animationName } = getComputedStyle(element);
      return transitionDuration.split(',').some((time) => parseFloat(time) > 0) || animationName !== 'none';
      }).length,
    );
  };
  assert.equal(await movingParts(true), 0);
  assert.ok((await movingParts(false)) > 0);
});

test('"I am done" stops the clock: it moves nobody on later, and it starts afresh', async () => {
  const { page } = await openLesson('chromium', { before: () => (window.setTimeout = ((real) => (task, wait) => real(task, wait === 1000 ? 10 : wait))(window.setTimeout)) });
  const buttons = () => page.$$eval('#stage .card .button', (all) => all.map((button) => button.textContent.trim()));
  await page.click('#stage .card .button');
  await page.waitForSelector('[data-clock]');
  await page.$$eval('#stage .card .button', (all) => all.at(-1).click());
  await settled(page);
  // Sixty seconds, each a hundredth of its length.
  await new Promise((passed) => setTimeout(passed, 900));
  assert.equal(await placeOf(page), '0.1.0');
  await page.keyboard.press('ArrowLeft');
  await settled(page);
  assert.deepEqual(await buttons(), ['Start the clock']);
});

test('what was picked or erased in a chat of one\'s own does not follow into the class chat', async () => {
  const { page, errors } = await openLesson('chromium', { hash: 'chapter=3&step=5' });
  const press = (label) => page.evaluate((text) => [...document.querySelectorAll('.chat button')].find((button) => button.textContent.includes(text)).click(), label);
  await press('my own chat');
  await page.evaluate(() => {
    const field = document.querySelector('dialog textarea');
    field.value = Array.from({ length: 300 }, (_, i) => `Pupil: PE on Friday, bring a ball, number ${i}`).join('\n');
    field.dispatchEvent(new Event('input', { bubbles: true }));
    field.form.requestSubmit();
  });
  await page.waitForFunction(() => /300 unread/.test(document.querySelector('.chat h2').textContent));
  await page.evaluate(() => (location.hash = `${location.hash}&picked=250&erased=251&message=252`));
  await page.waitForSelector('[data-matters-panel]');
  await press('class chat');
  await page.waitForFunction(() => /200 unread/.test(document.querySelector('.chat h2').textContent));
  // The address follows when the page has been at rest for a moment.
  await page.waitForFunction(() => !/picked|erased/.test(location.hash), { timeout: 5000 });
  await settled(page);
  assert.equal(await page.$('[data-matters-panel], [role="alert"]'), null);
  assert.deepEqual(errors, []);
});

test('rows in the address that the chat does not have are ignored', async () => {
  for (const hash of ['picked=250', 'picked=3.3&chapter=0&step=1', 'erased=5000&chapter=3&step=5', 'message=9999&chapter=2&step=1', 'chapter=0&part=999']) {
    const { page, errors } = await openLesson('chromium', { hash });
    assert.ok(await page.$('#stage h1'), hash);
    assert.equal(await page.$('[role="alert"]'), null, hash);
    assert.deepEqual(errors, [], hash);
    await page.close();
  }
});

test('the way down into a formula and back up again works with the mouse and with the keyboard', async () => {
  const { page } = await openLesson('chromium', { hash: 'chapter=3&step=5' });
  const nameOf = () => page.$eval('[data-origins] .name', (name) => name.textContent.replace('‹', '').trim());
  await page.click('td [data-tensor="weights"]');
  await page.waitForSelector('[data-origins]');
  assert.equal(await nameOf(), 'weights #37');
  await page.click('[data-origins] .numbers [data-tensor="exps"]');
  await page.waitForFunction(() => document.querySelector('[data-origins] .name').textContent.includes('exps'));
  await page.click('[data-origins] .back');
  await page.waitForFunction(() => document.querySelector('[data-origins] .name').textContent.includes('weights'));
  await page.keyboard.press('Escape');

  await page.focus('td [data-tensor="weights"]');
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => document.activeElement.closest('[data-origins]'));
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => document.querySelector('[data-origins] .name').textContent.includes('exps') && document.activeElement.closest('[data-origins]'));
  await page.keyboard.press('Escape');
  assert.equal(await page.$('[data-origins]'), null);
  assert.equal(await page.evaluate(() => document.activeElement.dataset.tensor), 'weights');
});

test('class mode keeps the step, and cuts no number off', async () => {
  const { page } = await openLesson('chromium', { hash: 'chapter=3&step=6', width: 1920, height: 1080 });
  const title = await page.$eval('h1', (heading) => heading.textContent);
  await page.click('.lecture');
  await settled(page);
  assert.equal(await page.$eval('h1', (heading) => heading.textContent), title);
  const cut = await page.$$eval('[data-chat-list] [data-tensor]', (numbers) => {
    const edge = document.querySelector('[data-chat-list]').getBoundingClientRect().right;
    return numbers.filter((number) => number.getBoundingClientRect().right > edge).length;
  });
  assert.equal(cut, 0);
});

test('a new step starts at its title, and what is new of an unrolled one is in sight', async () => {
  const { page } = await openLesson('chromium', { hash: 'chapter=2&step=1', width: 1280, height: 600 });
  for (let part = 1; part < 9; part++) {
    await page.keyboard.press('ArrowRight');
    await settled(page);
    const [bottom, edge] = await page.evaluate(() => [document.querySelector('[data-now]').getBoundingClientRect().bottom, document.querySelector('#stage footer').getBoundingClientRect().top]);
    assert.ok(bottom <= edge + 1, `part ${part}: ${bottom} lies below ${edge}`);
  }
  await page.keyboard.press('ArrowRight');
  await settled(page);
  assert.equal(await page.$eval('#stage .scroll', (scroller) => scroller.scrollTop), 0);
});

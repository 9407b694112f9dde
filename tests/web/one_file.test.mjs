// The page is one file: it opens from a double click and from a server, and reaches nobody.
import assert from 'node:assert/strict';
import { stat } from 'node:fs/promises';
import { after, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { browsers, builtPage, closeBrowsers, fileAddress, openPage, serve } from './harness.mjs';

after(closeBrowsers);

for (const browser of browsers) {
  for (const source of ['file', 'server']) {
    test(`${browser} opens the page from a ${source} and asks for nothing else`, async (t) => {
      const server = await serve();
      t.after(server.close);
      const url = source === 'file' ? await fileAddress() : server.url;
      const { page, errors, requests } = await openPage({ browser, url });
      await page.waitForFunction(() => document.body.innerText.trim() !== '', { timeout: 10_000 });
      assert.deepEqual(errors, []);
      assert.deepEqual(requests.filter((address) => address !== url), []);
      assert.deepEqual(server.asked, source === 'file' ? [] : ['/']);
    });
  }
}

for (const browser of browsers) {
  test(`${browser} runs no text as code`, async () => {
    const { page, errors } = await openPage({ browser, url: await fileAddress() });
    await page.evaluate(() => {
      const button = document.createElement('button');
      button.setAttribute('onclick', 'document.title = "ran"');
      document.body.append(button);
      button.click();
    });
    assert.notEqual(await page.title(), 'ran');
    for (let tries = 0; errors.length === 0 && tries < 50; tries++) await sleep(100); // Firefox tells a little later
    assert.match(errors.join('\n'), /script-src/);
  });
}

for (const browser of browsers) {
  test(`${browser} without WASM SIMD shows a sentence instead of a blank page`, async () => {
    const before = () => (WebAssembly.validate = () => false);
    const { page, errors } = await openPage({ browser, url: await fileAddress(), before });
    assert.match(await page.evaluate(() => document.body.innerText), /too old for Attention Classroom/);
    assert.deepEqual(errors, []);
  });
}

test('the page is at most 600 KB', async () => {
  const { size } = await stat(builtPage);
  assert.ok(size <= 600_000, `${size} bytes`);
});

// Opens the page in real browsers, with the network refused, and records what goes wrong there.
//
//   const { page, errors, requests } = await openPage({ browser: 'firefox', url: await fileAddress() });
//   ...
//   await closeBrowsers();   // once, in after()
import { existsSync, rmSync } from 'node:fs';
import { copyFile, mkdtemp, readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

// The packages belong to the page and are installed beside it.
const require = createRequire(new URL('../../web/package.json', import.meta.url));
const puppeteer = require('puppeteer-core');

export const builtPage = fileURLToPath(new URL('../../web/dist/attention-classroom.html', import.meta.url));
export const browsers = ['chromium', 'firefox'];

const programs = {
  chromium: process.env.CHROMIUM ?? '/usr/bin/chromium',
  firefox: process.env.FIREFOX ?? '/usr/bin/firefox-esr',
};

// The network is refused so that a request shows as an error here too, not only in the list of requests.
const chromiumFlags = ({ lang }) => [
  '--no-sandbox', // the tests may run as root
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1',
  `--lang=${lang}`,
  `--accept-lang=${lang}`,
];

const firefoxPreferences = ({ theme, lang, reducedMotion }) => ({
  'remote.prefs.recommended': false, // its recommendations relax the rules of file://
  // Everything but this machine goes through a proxy that is not there.
  'network.proxy.type': 1,
  'network.proxy.http': '127.0.0.1',
  'network.proxy.http_port': 9,
  'network.proxy.ssl': '127.0.0.1',
  'network.proxy.ssl_port': 9,
  'network.captive-portal-service.enabled': false,
  'network.connectivity-service.enabled': false,
  'datareporting.policy.dataSubmissionEnabled': false,
  'toolkit.telemetry.enabled': false,
  'browser.aboutwelcome.enabled': false,
  'browser.shell.checkDefaultBrowser': false,
  'browser.startup.page': 0,
  'app.update.enabled': false,
  'extensions.update.enabled': false,
  'intl.accept_languages': lang,
  // Firefox cannot emulate media features over BiDi; it can be told what the system prefers.
  'layout.css.prefers-color-scheme.content-override': theme === 'dark' ? 0 : 1,
  'ui.prefersReducedMotion': reducedMotion ? 1 : 0,
});

// One browser for each set of preferences, kept until closeBrowsers().
const running = new Map();

function launch(browser, preferences) {
  const key = JSON.stringify([browser, preferences]);
  if (!running.has(key)) {
    if (!existsSync(programs[browser])) {
      throw new Error(`${browser} is missing: install it, or set ${browser.toUpperCase()} to its path`);
    }
    running.set(
      key,
      puppeteer.launch({
        browser: browser === 'firefox' ? 'firefox' : 'chrome',
        executablePath: programs[browser],
        args: browser === 'chromium' ? chromiumFlags(preferences) : [],
        extraPrefsFirefox: browser === 'firefox' ? firefoxPreferences(preferences) : {},
      }),
    );
  }
  return running.get(key);
}

export async function closeBrowsers() {
  await Promise.all([...running.values()].map(async (browser) => (await browser).close()));
  running.clear();
}

/**
 * Opens `url` in a new tab.
 * @param {{browser: 'chromium' | 'firefox', url: string, width?: number, height?: number,
 *   theme?: 'light' | 'dark', lang?: string, reducedMotion?: boolean, before?: () => void}} options
 *   `before` runs in the page, ahead of its own scripts
 * @returns the puppeteer page; `errors`, a growing list of console errors, uncaught errors and
 *   violations of the Content-Security-Policy; `requests`, the addresses asked for so far.
 */
export async function openPage({
  browser,
  url,
  width = 1280,
  height = 800,
  theme = 'light',
  lang = 'en',
  reducedMotion = false,
  before,
}) {
  const page = await (await launch(browser, { theme, lang, reducedMotion })).newPage();
  const errors = [];
  const requests = [];
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(`console: ${message.text()}`);
  });
  page.on('pageerror', (error) => errors.push(`uncaught: ${error.stack ?? error}`));
  page.on('request', (request) => {
    // The worker's blob: address and data: pictures never leave the page.
    if (!/^(blob|data):/.test(request.url())) requests.push(request.url());
  });
  await page.exposeFunction('reportViolation', (what) => errors.push(`policy: ${what}`));
  await page.evaluateOnNewDocument(() => {
    document.addEventListener('securitypolicyviolation', (event) =>
      window.reportViolation(`${event.effectiveDirective} blocked ${event.blockedURI}`),
    );
  });
  if (before) await page.evaluateOnNewDocument(before);
  await page.setViewport({ width, height });
  if (browser === 'chromium') {
    await page.emulateMediaFeatures([
      { name: 'prefers-color-scheme', value: theme },
      { name: 'prefers-reduced-motion', value: reducedMotion ? 'reduce' : 'no-preference' },
    ]);
  }
  await page.goto(url, { waitUntil: 'load' });
  return { page, errors, requests };
}

/** What axe finds wrong with the page as it stands, one line for each element. */
export async function accessibilityProblems(page) {
  const axe = await readFile(require.resolve('axe-core/axe.min.js'), 'utf8');
  await page.evaluate(axe);
  const violations = await page.evaluate(async () => (await window.axe.run({ resultTypes: ['violations'] })).violations);
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ target }) => `${id}: ${help} (${target.join(' ')})`),
  );
}

const folders = [];
process.on('exit', () => folders.forEach((folder) => rmSync(folder, { recursive: true, force: true })));

/** The file:// address of a page that lies alone in a fresh folder, as after a download. */
export async function fileAddress(file = builtPage) {
  const folder = await mkdtemp(join(tmpdir(), 'attention-classroom-'));
  folders.push(folder);
  const copy = join(folder, 'attention-classroom.html');
  await copyFile(file, copy);
  return pathToFileURL(copy).href;
}

/** Serves one page at every path; `asked` lists what was asked for. */
export async function serve(file = builtPage) {
  const html = await readFile(file);
  const asked = [];
  const server = createServer((request, response) => {
    asked.push(request.url);
    response.setHeader('content-type', 'text/html');
    response.end(html);
  });
  await new Promise((listening) => server.listen(0, '127.0.0.1', listening));
  return { url: `http://127.0.0.1:${server.address().port}/`, asked, close: () => server.close() };
}

import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import { Browser, Page } from 'playwright-core';
import { bundlePlayground } from '../../site/playground';
import { openBrowser } from '../monitoring/fixtures/browser';

const SITE = path.join(__dirname, '..', '..', 'site');
const PAGE_URL = 'http://localhost/'; // requests are intercepted; localhost is a secure context like HTTPS

const workFolder = fs.mkdtempSync(path.join(os.tmpdir(), 'playground-'));
let browser: Browser;
beforeAll(async () => {
  bundlePlayground(workFolder);
  browser = await openBrowser();
});
afterAll(async () => {
  await browser?.close();
  fs.rmSync(workFolder, { recursive: true });
});

const read = (file: string) => fs.readFileSync(path.join(SITE, file), 'utf8');

/** The playground with the content security policy of the front page. */
function html(): string {
  const [policy] = /<meta[^>]*>/.exec(read('templates/page.html')) ?? [];
  return `<!doctype html><head><meta name="viewport" content="width=device-width">${policy}
    <link rel="stylesheet" href="_static/playground.css"></head><body>${read('playground/playground.html')}</body>`;
}

async function open(fragment = '', width = 1200): Promise<{ page: Page; requests: string[] }> {
  const page = await browser.newPage({ viewport: { width, height: 900 } });
  page.setDefaultTimeout(0);
  const files: Record<string, string> = {
    [PAGE_URL]: html(),
    [`${PAGE_URL}_static/playground.css`]: read('static/playground.css'),
    [`${PAGE_URL}_static/playground.js`]: fs.readFileSync(path.join(workFolder, 'playground.js'), 'utf8'),
  };
  const requests: string[] = [];
  // An uncaught error is added to the requests, so the tests that compare the requests fail.
  page.on('pageerror', (error) => requests.push(`error: ${error.message}`));
  const types: Record<string, string> = { css: 'text/css', js: 'text/javascript' };
  await page.route('**', (route) => {
    requests.push(route.request().url());
    const url = route.request().url().split('#')[0];
    const contentType = types[url.split('.').at(-1) ?? ''] ?? 'text/html';
    return url in files ? route.fulfill({ body: files[url], contentType }) : route.abort();
  });
  await page.goto(PAGE_URL + fragment);
  return { page, requests };
}

const CONFIG = 'backend: "python"\nmodel_metrics { }\ninstance_group { kind: KIND_GPU gpus: 1 }';

const findings = (page: Page) => page.locator('#playground-findings li').allInnerTexts();

test('the page updates findings when the text, the release or the instance type changes', async () => {
  const { page, requests } = await open();
  expect(await findings(page)).toEqual([
    expect.stringMatching(/^error, line 12:30? dyn\.preferred-max\n/),
    expect.stringMatching(/^error, line 15:\d+ ig\.gpu-id\n/),
  ]);
  await page.selectOption('#playground-type', '');

  await page.fill('#playground-text', CONFIG);
  expect(await page.innerText('#playground-summary')).toBe('No findings.');
  await page.selectOption('#playground-release', '24.09');
  expect(await findings(page)).toEqual([expect.stringMatching(/^error, line 2:1 .*\n+model_metrics/)]);
  await page.selectOption('#playground-type', 'ml.g5.xlarge');
  expect(await findings(page)).toHaveLength(2);

  await page.click('text=line 3:33');
  const selectedText = await page.$eval('#playground-text', (text) => {
    const { value, selectionStart, selectionEnd } = text as HTMLTextAreaElement;
    return value.slice(selectionStart, selectionEnd);
  });
  expect(selectedText).toBe('gpus: 1 }');
  expect(await page.textContent('#playground-canonical')).toContain('model_metrics: {');

  const buffer = Buffer.from('oops');
  await page.setInputFiles('#playground-file', { name: 'config.pbtxt', mimeType: 'text/plain', buffer });
  // The page reads the file asynchronously.
  await page.waitForFunction(
    (before) => document.querySelector<HTMLTextAreaElement>('#playground-text')?.value !== before,
    CONFIG,
  );
  expect(await page.inputValue('#playground-text')).toBe('oops');
  // Only the page, its script and its style sheet were requested.
  expect(requests).toHaveLength(3);
  await page.close();
});

test('a link transfers the text to a different browser without sending it in a request', async () => {
  const { page } = await open();
  await page.fill('#playground-text', 'name: "größe"');
  await page.selectOption('#playground-release', '24.09');
  await page.click('#playground-share');
  const hash = await page.evaluate(() => location.hash); // page.url() can be older
  const other = await open(hash);
  expect(await other.page.inputValue('#playground-text')).toBe('name: "größe"');
  expect(await other.page.inputValue('#playground-release')).toBe('24.09');
  expect(other.requests.map((url) => url.replace(hash, ''))).toEqual([
    PAGE_URL,
    `${PAGE_URL}_static/playground.css`,
    `${PAGE_URL}_static/playground.js`,
  ]);
  await page.close();
  await other.page.close();
});

test('the content security policy blocks requests by scripts', async () => {
  const { page, requests } = await open();
  const before = requests.length;
  const results = await page.evaluate(async () => {
    const sent = await fetch('/elsewhere').then(
      () => 'sent',
      () => 'blocked',
    );
    const image = new Image();
    image.src = 'https://example.com/?text';
    return `${sent}, ${await new Promise((resolve) => (image.onerror = () => resolve('blocked')))}`;
  });
  expect(results).toBe('blocked, blocked');
  expect(requests.slice(before)).toEqual([]);
  await page.close();
});

test('the page fits the width of a phone', async () => {
  const { page } = await open('', 390);
  await page.click('summary');
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  const [text, result] = await Promise.all(
    ['#playground-text', '#playground-findings'].map((id) => page.locator(id).boundingBox()),
  );
  expect(result?.y).toBeGreaterThan((text?.y ?? 0) + (text?.height ?? 0)); // below the text
  await page.close();
});

import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import { Browser, Page } from 'playwright-core';
import { bundlePlayground } from '../../site/playground';
import { openBrowser } from '../monitoring/fixtures/browser';

const SITE = path.join(__dirname, '..', '..', 'site');
const ADDRESS = 'http://localhost/'; // answered below: no server, and a secure context as https is

const work = fs.mkdtempSync(path.join(os.tmpdir(), 'playground-'));
let browser: Browser;
beforeAll(async () => {
  bundlePlayground(work);
  browser = await openBrowser();
});
afterAll(async () => {
  await browser?.close();
  fs.rmSync(work, { recursive: true });
});

const read = (file: string) => fs.readFileSync(path.join(SITE, file), 'utf8');

/** The page's part of the site, under the front page's policy. */
function html(): string {
  const [policy] = /<meta[^>]*>/.exec(read('templates/page.html')) ?? [];
  return `<!doctype html><head><meta name="viewport" content="width=device-width">${policy}
    <link rel="stylesheet" href="_static/playground.css"></head><body>${read('playground/playground.html')}</body>`;
}

async function open(fragment = '', width = 1200): Promise<{ page: Page; requests: string[] }> {
  const page = await browser.newPage({ viewport: { width, height: 900 } });
  page.setDefaultTimeout(0);
  const files: Record<string, string> = {
    [ADDRESS]: html(),
    [`${ADDRESS}_static/playground.css`]: read('static/playground.css'),
    [`${ADDRESS}_static/playground.js`]: fs.readFileSync(path.join(work, 'playground.js'), 'utf8'),
  };
  const requests: string[] = [];
  page.on('pageerror', (error) => requests.push(`error: ${error.message}`));
  const types: Record<string, string> = { css: 'text/css', js: 'text/javascript' };
  await page.route('**', (route) => {
    requests.push(route.request().url());
    const address = route.request().url().split('#')[0];
    const contentType = types[address.split('.').at(-1) ?? ''] ?? 'text/html';
    return address in files ? route.fulfill({ body: files[address], contentType }) : route.abort();
  });
  await page.goto(ADDRESS + fragment);
  return { page, requests };
}

const findings = (page: Page) => page.locator('#playground-findings li').allInnerTexts();

test('findings follow the text, the release and the instance type', async () => {
  const { page, requests } = await open();
  expect(await findings(page)).toEqual([expect.stringMatching(/^error, line 10:30? dyn\.preferred-max\n/)]);

  await page.fill(
    '#playground-text',
    'backend: "python"\nmodel_metrics { }\ninstance_group { kind: KIND_GPU gpus: 1 }',
  );
  expect(await page.innerText('#playground-summary')).toBe('No findings.');
  await page.selectOption('#playground-release', '24.09');
  expect(await findings(page)).toEqual([expect.stringMatching(/^error, line 2:1 .*\n+model_metrics/)]);
  await page.selectOption('#playground-type', 'ml.g5.xlarge');
  expect(await findings(page)).toHaveLength(2);

  await page.click('text=line 3:33');
  const marked = await page.$eval('#playground-text', (text) => {
    const { value, selectionStart, selectionEnd } = text as HTMLTextAreaElement;
    return value.slice(selectionStart, selectionEnd);
  });
  expect(marked).toBe('gpus: 1 }');
  expect(await page.textContent('#playground-canonical')).toContain('model_metrics: {');

  const buffer = Buffer.from('oops');
  await page.setInputFiles('#playground-file', { name: 'config.pbtxt', mimeType: 'text/plain', buffer });
  expect(await page.inputValue('#playground-text')).toBe('oops');
  // The page, its script and its style: nothing was requested while it was used.
  expect(requests).toHaveLength(3);
  await page.close();
});

test('a link brings the text to another browser, and no request has it', async () => {
  const { page } = await open();
  await page.fill('#playground-text', 'name: "größe"');
  await page.selectOption('#playground-release', '24.09');
  await page.click('#playground-share');
  const { hash } = new URL(page.url());
  const other = await open(hash);
  expect(await other.page.inputValue('#playground-text')).toBe('name: "größe"');
  expect(await other.page.inputValue('#playground-release')).toBe('24.09');
  expect(other.requests.map((address) => address.replace(hash, ''))).toEqual([
    ADDRESS,
    `${ADDRESS}_static/playground.css`,
    `${ADDRESS}_static/playground.js`,
  ]);
  await page.close();
  await other.page.close();
});

test('the policy of the page stops scripts that would send something', async () => {
  const { page, requests } = await open();
  const before = requests.length;
  const outcome = await page.evaluate(async () => {
    const sent = await fetch('/elsewhere').then(
      () => 'sent',
      () => 'blocked',
    );
    const image = new Image();
    image.src = 'https://example.com/?text';
    return `${sent}, ${await new Promise((resolve) => (image.onerror = () => resolve('blocked')))}`;
  });
  expect(outcome).toBe('blocked, blocked');
  expect(requests.slice(before)).toEqual([]);
  await page.close();
});

test('on a phone, nothing is wider than the screen', async () => {
  const { page } = await open('', 390);
  await page.click('summary');
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  const [text, result] = await Promise.all(
    ['#playground-text', '#playground-findings'].map((id) => page.locator(id).boundingBox()),
  );
  expect(result?.y).toBeGreaterThan((text?.y ?? 0) + (text?.height ?? 0)); // below the text
  await page.close();
});

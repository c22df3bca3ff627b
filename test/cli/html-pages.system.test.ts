import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import { Browser } from 'playwright-core';
import { escapeHtml, renderDocument } from '../../cli/output/html-document';
import { printReport } from '../../cli/recommend/report';
import { openBrowser } from '../monitoring/fixtures/browser';

/** Opens, in a browser, the pages that the commands write. All names in the pages contain HTML with scripts, which must not run. */
const workFolder = fs.mkdtempSync(path.join(os.tmpdir(), 'html-pages-'));
let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(async () => {
  await browser?.close();
  fs.rmSync(workFolder, { recursive: true });
});

/** A script that changes the title of the page, so a test can detect that the script ran. */
const CHANGE_TITLE = `document.title='it ran'`;
const NAMES = [
  `</script><script>${CHANGE_TITLE}</script>`,
  `</SCRIPT ><ScRiPt>${CHANGE_TITLE}</sCrIpT>`,
  `<img src=x onerror="${CHANGE_TITLE}">`,
  `<svg/onload=${CHANGE_TITLE}>`,
  `"><script>${CHANGE_TITLE}</script>`,
  `' onmouseover='${CHANGE_TITLE}`,
  `<!--<script>`,
  `</style><script>${CHANGE_TITLE}</script>`,
  `</title><script>${CHANGE_TITLE}</script>`,
  `<iframe srcdoc="<script>parent.${CHANGE_TITLE}</script>"></iframe>`,
  `<meta http-equiv=refresh content="0;url=data:text/html,x">`,
  `<base href=https://example.com/>`,
];

/**
 * Opens a page. Returns its title and text, messages about content that the security policy blocks (`blocked`), other messages, requests, and the
 * number of blank canvases.
 */
async function openPage(html: string) {
  const file = path.join(workFolder, 'page.html');
  fs.writeFileSync(file, html);
  const page = await browser.newPage();
  page.setDefaultTimeout(0);
  const [blocked, messages, requests]: string[][] = [[], [], []];
  page.on('console', (message) =>
    (/Content Security Policy/.test(message.text()) ? blocked : messages).push(message.text()),
  );
  page.on('pageerror', (error) => messages.push(error.message));
  page.on('request', (request) => requests.push(request.url()));
  await page.goto(`file://${file}`);
  await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');
  const blank = await page.evaluate(`[...document.querySelectorAll('canvas')].filter((canvas) =>
    canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height).data.every((value) => value === 0)).length`);
  const elements = await page.evaluate(`document.querySelectorAll('img, svg, iframe, base, [onmouseover]').length`);
  const [title, text] = [await page.title(), await page.innerText('body')];
  await page.close();
  const externalRequests = requests.filter((url) => url !== `file://${file}` && url !== 'data:,');
  return { title, text, blocked, messages, requests: externalRequests, blank, elements };
}

const NO_PROBLEMS = { blocked: [], messages: [], requests: [], blank: 0, elements: 0 };

const writeCsv = (head: string, rows: string[]): string => {
  const file = path.join(workFolder, 'rows.csv');
  fs.writeFileSync(file, `${[head, ...rows].join('\n')}\n`);
  return file;
};
const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`;

function reportPage(): string {
  const head =
    'configuration,instance_type,initial_instance_count,invocations_per_minute_per_instance,model_latency_ms,cost_per_hour_usd';
  const html = path.join(workFolder, 'report.html');
  const rows = NAMES.map((name, index) => `${quoted(name)},ml.g5.xlarge,1,${1000 + index},100,1.4`);
  silently(() => printReport(writeCsv(head, rows), { requestsPerSecond: 10, latency: 500, html }));
  return fs.readFileSync(html, 'utf8');
}

function silently(run: () => void): void {
  const log = jest.spyOn(console, 'log').mockImplementation(() => undefined);
  try {
    run();
  } finally {
    log.mockRestore();
  }
}

describe.each([
  ['recommend report', reportPage],
])('the page of %s', (_, render) => {
  test('shows names as text, draws all charts, and causes no violation of its content security policy', async () => {
    const { title, text, ...facts } = await openPage(render());
    expect(facts).toEqual(NO_PROBLEMS);
    expect(title).not.toBe('it ran');
    expect(text).toContain(NAMES[2]);
  });

  test('runs no script in names, even if they are not escaped', async () => {
    const injected = NAMES.filter((name) => name.includes(CHANGE_TITLE)).join('\n');
    const { title, blocked } = await openPage(render().replace('</body>', () => `${injected}</body>`));
    expect(title).not.toBe('it ran');
    expect(blocked.filter((message) => message.includes('script-src')).length).toBeGreaterThan(5);
  });
});

test('a page without the content security policy would run the script', async () => {
  const page = renderDocument({ title: 'a page', style: '', body: NAMES[0], scripts: [] });
  expect((await openPage(page.replace(/<meta http-equiv[^>]*>/, ''))).title).toBe('it ran');
  expect((await openPage(page)).title).toBe('a page');
});

test('an escaped name cannot end an attribute or an element', () => {
  for (const name of NAMES) expect(escapeHtml(name)).not.toMatch(/[<>"']/);
});

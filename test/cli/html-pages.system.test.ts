import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import { Browser } from 'playwright-core';
import { DrawnDashboard, Widget } from '../../cli/dashboard/page/model';
import { renderPage } from '../../cli/dashboard/render-page';
import { escape, renderDocument } from '../../cli/html-document';
import { runPlan } from '../../cli/plan/run-plan';
import { report } from '../../cli/recommend/report';
import { assetPath } from '../../lib/assets';
import { openBrowser } from '../monitoring/fixtures/browser';

/** The pages of the command, in a browser, with names that try to be HTML. */
const work = fs.mkdtempSync(path.join(os.tmpdir(), 'html-pages-'));
let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(async () => {
  await browser?.close();
  fs.rmSync(work, { recursive: true });
});

/** Says that it ran in the title of the page. */
const RUN = `document.title='it ran'`;
const NAMES = [
  `</script><script>${RUN}</script>`,
  `</SCRIPT ><ScRiPt>${RUN}</sCrIpT>`,
  `<img src=x onerror="${RUN}">`,
  `<svg/onload=${RUN}>`,
  `"><script>${RUN}</script>`,
  `' onmouseover='${RUN}`,
  `<!--<script>`,
  `</style><script>${RUN}</script>`,
  `</title><script>${RUN}</script>`,
  `<iframe srcdoc="<script>parent.${RUN}</script>"></iframe>`,
  `<meta http-equiv=refresh content="0;url=data:text/html,x">`,
  `<base href=https://example.com/>`,
];

/** What the browser says of a page: its title, what its policy kept out, other messages, requests, and canvases without a drawing. */
async function open(html: string) {
  const file = path.join(work, 'page.html');
  fs.writeFileSync(file, html);
  const page = await browser.newPage();
  page.setDefaultTimeout(0);
  const [kept, messages, requests]: string[][] = [[], [], []];
  page.on('console', (message) =>
    (/Content Security Policy/.test(message.text()) ? kept : messages).push(message.text()),
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
  const others = requests.filter((url) => url !== `file://${file}` && url !== 'data:,');
  return { title, text, kept, messages, requests: others, blank, elements };
}

const CLEAN = { kept: [], messages: [], requests: [], blank: 0, elements: 0 };

const csv = (head: string, rows: string[]): string => {
  const file = path.join(work, 'rows.csv');
  fs.writeFileSync(file, `${[head, ...rows].join('\n')}\n`);
  return file;
};
const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`;

function planPage(): string {
  const rows = NAMES.flatMap((name) => [`ml.g5.xlarge,${quoted(name)},1,3`, `ml.g5.xlarge,${quoted(name)},8,10`]);
  const html = path.join(work, 'plan.html');
  silently(() =>
    runPlan({
      latencyTable: csv('instance_type,configuration,batch,milliseconds', rows),
      requestsPerSecond: 100,
      latency: 200,
      percentile: 99,
      instancesPerGpu: 1,
      overhead: 0,
      burstiness: 1,
      headroom: 0,
      spare: 0,
      routing: 'random',
      seed: 1,
      html,
    }),
  );
  return fs.readFileSync(html, 'utf8');
}

function reportPage(): string {
  const head =
    'configuration,instance_type,initial_instance_count,invocations_per_minute_per_instance,model_latency_ms,cost_per_hour_usd';
  const html = path.join(work, 'report.html');
  const rows = NAMES.map((name, index) => `${quoted(name)},ml.g5.xlarge,1,${1000 + index},100,1.4`);
  silently(() => report(csv(head, rows), { requestsPerSecond: 10, latency: 500, html }));
  return fs.readFileSync(html, 'utf8');
}

function dashboardPage(): string {
  const place = { x: 0, y: 0, width: 24, height: 4, lines: [], marks: [], unit: '' };
  const widgets = NAMES.map((name): Widget => ({ ...place, type: 'text', title: name, text: name }));
  const alarms: Widget = { ...place, type: 'alarms', title: NAMES[0], text: NAMES.join('\n') };
  const dashboards = NAMES.map((name): DrawnDashboard => ({ name, stack: name, widgets: [...widgets, alarms] }));
  const measurements = NAMES.map((source) => ({
    endpointName: source,
    variantName: source,
    source,
    at: '2026-11-21T09:00:00.000Z',
    requests: [{ atMilliseconds: 0, milliseconds: 1 }],
  }));
  return renderPage({ dashboards, measurements }, fs.readFileSync(assetPath('cli', 'dashboard-page.js'), 'utf8'));
}

function silently(run: () => void): void {
  const log = vi.spyOn(console, 'log').mockImplementation(() => undefined);
  try {
    run();
  } finally {
    log.mockRestore();
  }
}

describe.each([
  ['plan', planPage],
  ['recommend report', reportPage],
  ['dashboard', dashboardPage],
])('the page of %s', (_, render) => {
  test('shows names as text, draws everything and keeps its own policy', async () => {
    const { title, text, ...facts } = await open(render());
    expect(facts).toEqual(CLEAN);
    expect(title).not.toBe('it ran');
    expect(text).toContain(NAMES[2]);
  });

  test('runs none of them even if they are not escaped', async () => {
    const injected = NAMES.filter((name) => name.includes(RUN)).join('\n');
    const { title, kept } = await open(render().replace('</body>', () => `${injected}</body>`));
    expect(title).not.toBe('it ran');
    expect(kept.filter((message) => message.includes('script-src')).length).toBeGreaterThan(5);
  });
});

test('without the policy the same text runs', async () => {
  const page = renderDocument({ title: 'a page', style: '', body: NAMES[0], scripts: [] });
  expect((await open(page.replace(/<meta http-equiv[^>]*>/, ''))).title).toBe('it ran');
  expect((await open(page)).title).toBe('a page');
});

test('no text ends the attribute, the element or the script that it is in', () => {
  for (const name of NAMES) expect(escape(name)).not.toMatch(/[<>"']/);
});

import { execFileSync } from 'child_process';
import * as fs from 'fs';
import * as os from 'os';
import * as path from 'path';
import { App, Stack } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { Browser, Page } from 'playwright-core';
import { saveMeasurement } from '../../cli/assembly/measurements';
import { EndpointAlarms, TritonDashboard } from '../../lib';
import { openBrowser } from '../monitoring/fixtures/browser';
import { ASYNCHRONOUS, ENSEMBLE, MULTI_MODEL, REAL_TIME } from '../monitoring/fixtures/endpoints';
import { dashboardOf } from '../monitoring/fixtures/rendered';

const COMMAND = path.join(__dirname, '..', '..', 'assets', 'cli', 'index.js');
const workFolder = fs.mkdtempSync(path.join(os.tmpdir(), 'dashboard-page-'));
const pageFile = path.join(workFolder, 'page.html');
let browser: Browser;
let graphCount: number;

/** A minute of the ensemble and of its models, as a local run keeps it. */
const SERVER_MINUTE = [
  serverMinute(undefined, {
    SuccessfulRequests: [100],
    QueueDuration: [210],
    ComputeDuration: [940],
    PendingRequests: [0, 2],
  }),
  serverMinute('bert-large', { SuccessfulRequests: [100], Inferences: [200], Executions: [40], FailedRequests: [1] }),
];

function serverMinute(ModelName: string | undefined, values: Record<string, number[]>) {
  const dimensions = {
    EndpointName: 'search',
    VariantName: 'AllTraffic',
    ...(ModelName !== undefined && { ModelName }),
  };
  return { timestamp: Date.UTC(2026, 10, 21, 9), dimensions, values };
}

/** Draws a dashboard with each type of endpoint. Only the first endpoint and the ensemble have measurements. */
beforeAll(async () => {
  const assembly = path.join(workFolder, 'cdk.out');
  const app = new App({ outdir: assembly });
  const stack = new Stack(app, 'Fleet');
  const dashboard = new TritonDashboard(stack, 'Dashboard', { dashboardName: 'fleet' });
  for (const endpoint of [REAL_TIME, MULTI_MODEL, ASYNCHRONOUS, ENSEMBLE]) {
    dashboard.addEndpoint(endpoint, new EndpointAlarms(stack, `${endpoint.endpointName}-alarms`, { endpoint }));
  }
  app.synth();
  graphCount = dashboardOf(Template.fromStack(stack)).widgets.filter(
    ({ type, properties: { view } }) => type === 'metric' && view !== 'singleValue',
  ).length;
  saveMeasurement(assembly, {
    endpointName: 'bert',
    variantName: 'AllTraffic',
    source: 'local run, on a CPU',
    at: '2026-11-21T09:00:00.000Z',
    requests: Array.from({ length: 100 }, (_, index) => ({
      atMilliseconds: index * 20,
      milliseconds: 10 + (index % 7),
    })),
  });
  saveMeasurement(assembly, {
    endpointName: 'search',
    variantName: 'AllTraffic',
    source: 'local run, on a CPU',
    at: '2026-11-21T09:00:00.000Z',
    requests: [{ atMilliseconds: 0, milliseconds: 12 }],
    serverMetrics: SERVER_MINUTE,
  });
  execFileSync(process.execPath, [COMMAND, 'dashboard', assembly, '--html', pageFile]);
  browser = await openBrowser();
});

afterAll(async () => {
  await browser?.close();
  fs.rmSync(workFolder, { recursive: true, force: true });
});

async function openPage(width: number, colorScheme: 'light' | 'dark'): Promise<{ page: Page; problems: string[] }> {
  const page = await browser.newPage({ viewport: { width, height: 900 }, colorScheme });
  page.setDefaultTimeout(0);
  const problems: string[] = [];
  page.on('console', (message) => problems.push(message.text()));
  page.on('pageerror', (error) => problems.push(error.message));
  page.on('request', (request) => {
    if (!request.url().startsWith('file:') && !request.url().startsWith('data:')) problems.push(request.url());
  });
  await page.goto(`file://${pageFile}`);
  await page.waitForSelector('.widget');
  return { page, problems };
}

describe.each([
  ['desktop', 1400],
  ['phone', 390],
])('on a %s', (_, width) => {
  test.each(['light', 'dark'] as const)(
    'in %s mode: draws all graphs, without an error, a network request or a horizontal scroll bar',
    async (scheme) => {
      const { page, problems } = await openPage(width, scheme);
      expect(problems).toEqual([]);
      const facts = await page.evaluate(`({
      tooWide: document.documentElement.scrollWidth > document.documentElement.clientWidth,
      background: getComputedStyle(document.body).backgroundColor,
      canvases: document.querySelectorAll('canvas').length,
      blank: [...document.querySelectorAll('canvas')].filter((canvas) => {
        const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
        return data.every((value) => value === 0);
      }).length,
    })`);
      expect(facts).toEqual({
        tooWide: false,
        background: scheme === 'light' ? 'rgb(244, 246, 248)' : 'rgb(16, 22, 29)',
        canvases: graphCount,
        blank: 0,
      });
      await page.close();
    },
  );
});

test('graphs with measurements are labeled as measured, and all others as placeholders', async () => {
  const { page } = await openPage(1400, 'light');
  const titles = (kind: string) => page.locator(`.widget.${kind} h3`).allInnerTexts();
  expect(await titles('measured')).toEqual([
    'Latency: model',
    'Latency: container (ModelLatency)',
    'Latency: end to end (probe)',
    'Planned and measured: latency',
    'Latency: model',
    'Latency: container (ModelLatency)',
    'Server: mean time of a request',
    'Server: mean batch size (inferences per execution)',
    'Server: executions per minute',
    'Server: requests in queues, per instance',
    'Server: failed requests per minute',
  ]);
  expect(await page.locator('.widget.measured .note').first().innerText()).toBe('measured: local run, 100 requests');
  expect(await page.locator('.widget.placeholder .stamp').count()).toBe((await titles('placeholder')).length);
  expect(await page.locator('.number:not(.absent)').allInnerTexts()).toEqual([
    expect.stringMatching(/^16,000\s+ModelLatency p99 \(µs\), measured here$/),
    expect.stringMatching(/^12,000\s+ModelLatency p99 \(µs\), measured here$/),
    expect.stringMatching(/^2.5\s+bert-large: requests per execution, measured here$/), // 100 requests in 40 executions
  ]);
  await page.close();
});

test('the page contains every widget of the dashboard', async () => {
  const { page } = await openPage(1400, 'light');
  for (const [kind, count] of [
    ['text', 5],
    ['numbers', 5],
    ['alarms', 4],
    ['log', 4],
  ])
    expect(await page.locator(`.widget.${kind}`).count()).toBe(count);
  expect(await page.locator('h1').allInnerTexts()).toEqual(['Dashboards before deployment', 'fleet']);
  expect(await page.locator('.widget.alarms li').first().innerText()).toMatch(/^Unhealthy: .* from bert/);
  await page.close();
});

test('for a folder that is not an assembly, the error explains which folder to pass', () => {
  const run = () =>
    execFileSync(process.execPath, [COMMAND, 'dashboard', os.tmpdir(), '--html', pageFile], { stdio: 'pipe' });
  expect(run).toThrow(/has no manifest\.json: pass the folder that 'cdk synth' wrote/);
});

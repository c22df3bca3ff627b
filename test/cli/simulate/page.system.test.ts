import * as fs from 'node:fs';
import * as path from 'node:path';
import { execFileSync } from 'node:child_process';
import { Browser } from 'playwright-core';
import { Batching, Scaling } from '../../../lib';
import { openBrowser } from '../../monitoring/fixtures/browser';
import { createSimulationFolder, synthesize } from './fixtures';

/** Opens, in a browser, the page that the built command writes for an endpoint that violates its objective. */
const COMMAND = path.join(__dirname, '../../../assets/cli/index.js');
const MARKUP = `<img src=x onerror="document.title='it ran'">`;
const { folder, trace, latencyTable } = createSimulationFolder();
const page = path.join(folder, 'page.html');
let browser: Browser;

beforeAll(async () => {
  browser = await openBrowser();
  const scaling = Scaling.invocationsPerInstance({ minCapacity: 1, maxCapacity: 2, invocationsPerSecond: 150 });
  const model = { batching: Batching.dynamic(), maxBatchSize: 8 };
  const assembly = synthesize(folder, { id: 'Classifier', scaling, instanceCount: 1, model });
  // No deployment accepts this name, but a template can contain it.
  const file = path.join(assembly, 'Vision.template.json');
  const template = JSON.parse(fs.readFileSync(file, 'utf8'));
  for (const { Type, Properties } of Object.values<{ Type: string; Properties: Record<string, string> }>(
    template.Resources,
  )) {
    if (Type === 'AWS::SageMaker::Endpoint') Properties.EndpointName = MARKUP;
    if (Type === 'AWS::ApplicationAutoScaling::ScalableTarget')
      Properties.ResourceId = `endpoint/${MARKUP}/variant/AllTraffic`;
  }
  fs.writeFileSync(file, JSON.stringify(template));
  const options = ['--trace', trace, '--latency-table', latencyTable, '--latency', '120', '--routing', 'random'];
  execFileSync(process.execPath, [COMMAND, 'simulate', ...options, '--assembly', assembly, '--html', page]);
});
afterAll(async () => {
  await browser?.close();
  fs.rmSync(folder, { recursive: true });
});

async function open(width: number) {
  const tab = await browser.newPage({ viewport: { width, height: 844 } });
  tab.setDefaultTimeout(0);
  const messages: string[] = [];
  const requests: string[] = [];
  tab.on('console', (message) => messages.push(message.text()));
  tab.on('pageerror', (error) => messages.push(error.message));
  tab.on('request', (request) => requests.push(request.url()));
  await tab.goto(`file://${page}`);
  await tab.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');
  return { tab, messages, requests: requests.filter((url) => url !== `file://${page}` && url !== 'data:,') };
}

test.each([1280, 390])(
  'at a width of %d pixels, the page draws all charts and does not scroll sideways',
  async (width) => {
    const { tab, messages, requests } = await open(width);
    expect([messages, requests]).toEqual([[], []]);
    expect(await tab.evaluate('document.documentElement.scrollWidth')).toBe(width);
    const charts = (await tab.evaluate(`['instances', 'latency', 'cost'].map((id) => {
    const canvas = document.getElementById(id);
    const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
    return { isBlank: data.every((value) => value === 0), width: canvas.clientWidth, labels: Chart.getChart(canvas).scales.x.ticks.map(({ label }) => label) };
  })`)) as { isBlank: boolean; width: number; labels: string[] }[];
    for (const { isBlank, width: chartWidth, labels } of charts) {
      expect(isBlank).toBe(false);
      expect(chartWidth).toBeGreaterThan(0.8 * Math.min(width, 1080) - 40);
      expect(labels).toEqual(expect.arrayContaining(['08:00', '12:00']));
    }
    await tab.close();
  },
);

test('the latency chart marks the minutes that violate the objective', async () => {
  const { tab } = await open(1280);
  const datasets = (await tab.evaluate(
    `Chart.getChart('latency').data.datasets.map(({ label, data }) => ({ label, values: data.map(({ y }) => y) }))`,
  )) as { label: string; values: number[] }[];
  const valuesOf = (label: string): number[] => datasets.find((each) => each.label === label)?.values ?? [];
  const violated = valuesOf('minutes that violate it');
  const highest = valuesOf('range of the runs');
  expect(violated.some((count) => count > 0)).toBe(true);
  expect(violated.map((count) => count > 0)).toEqual(highest.map((milliseconds) => milliseconds > 120));
  expect(valuesOf('objective, 120 ms')[0]).toBe(120);
  await tab.close();
});

test('names of the template are text', async () => {
  const { tab } = await open(1280);
  expect(await tab.title()).not.toBe('it ran');
  expect(await tab.innerText('.verdict')).toContain(`The scaling of ${MARKUP} violates the objective`);
  expect(await tab.locator('img').count()).toBe(0);
  await tab.close();
});

import { App, Stack } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { artifact } from '../../bin/model-folders';
import { CapacityPlanner, TritonDashboard } from '../../lib';
import { ASYNCHRONOUS, MULTI_MODEL, ON_CPU, REAL_TIME, createMonitoring } from './fixtures/endpoints';
import { dashboardOf } from './fixtures/rendered';

const RESULTS = artifact('bert-large-inference-recommender.csv');

const titlesOf = (template: Template): string[] =>
  dashboardOf(template).widgets.flatMap(({ properties: { title } }) => title ?? []);

test('the latencies are in one row, each with a line at the objective', () => {
  const { widgets } = dashboardOf(createMonitoring(REAL_TIME).template);
  const latencies = widgets.filter(({ properties: { title } }) => title?.match(/^Latency: (?!model)/));
  expect(latencies.map(({ x, width, properties: { title } }) => [x, width, title])).toEqual([
    [0, 6, 'Latency: container (ModelLatency)'],
    [6, 6, 'Latency: SageMaker (OverheadLatency)'],
    [12, 6, 'Latency: both'],
    [18, 6, 'Latency: end to end (probe)'],
  ]);
  expect(new Set(latencies.map(({ y }) => y)).size).toBe(1);
  for (const { properties } of latencies) {
    expect(properties.annotations?.horizontal).toEqual([
      expect.objectContaining({ value: 500_000, label: 'objective p99' }),
    ]);
  }
});

test.each([
  ['real-time', REAL_TIME],
  ['CPU', ON_CPU],
  ['multi-model', MULTI_MODEL],
  ['asynchronous', ASYNCHRONOUS],
])('the rows of a %s endpoint fill the width and do not overlap', (_, endpoint) => {
  const { widgets } = dashboardOf(createMonitoring(endpoint).template);
  /** The end of the last widget in each row, by the position of the row. */
  const rowEnds = new Map<number, number>();
  for (const { x, y, width } of widgets) {
    expect(x).toBe(rowEnds.get(y) ?? 0);
    rowEnds.set(y, x + width);
  }
  expect([...new Set(rowEnds.values())]).toEqual([24]);
});

test('rows that do not apply to the endpoint are omitted', () => {
  const minimalTitles = titlesOf(
    createMonitoring({ endpointName: 'x', latencyObjective: REAL_TIME.latencyObjective }).template,
  );
  for (const title of [
    'Cost per hour',
    'Probe: correct responses',
    'Models: time to load',
    'Queue: backlog',
    'Server log: errors',
  ])
    expect(minimalTitles).not.toContain(title);
  const allTitles = titlesOf(createMonitoring(REAL_TIME).template);
  for (const title of [
    'Cost per hour',
    'Probe: correct responses',
    'Planned and measured: latency',
    'Server log: errors',
  ])
    expect(allTitles).toContain(title);
  expect(titlesOf(createMonitoring(MULTI_MODEL).template)).toContain('Models: time to load');
  expect(titlesOf(createMonitoring(ASYNCHRONOUS).template)).toContain('Queue: backlog');
});

test('with several variants, users can select the variant on the dashboard', () => {
  const { template } = createMonitoring({ ...REAL_TIME, otherVariantNames: ['probe-fleet'] });
  expect(dashboardOf(template).variables).toEqual([
    expect.objectContaining({
      type: 'property',
      property: 'VariantName',
      defaultValue: 'AllTraffic',
      values: [expect.objectContaining({ value: 'AllTraffic' }), expect.objectContaining({ value: 'probe-fleet' })],
    }),
  ]);
});

test('the selected fleet of a capacity plan is shown next to the measured values', () => {
  const plan = CapacityPlanner.fromInferenceRecommenderCsv(RESULTS).plan({
    requestsPerSecond: 500,
    latencyObjective: REAL_TIME.latencyObjective,
  });
  const { widgets } = dashboardOf(createMonitoring({ ...REAL_TIME, plan: plan.pick }).template);
  const lines = widgets.flatMap(({ properties: { title, annotations } }) =>
    title?.startsWith('Planned') ? (annotations?.horizontal ?? []).map(({ value }) => value) : [],
  );
  const { latencyMilliseconds, capacityPerInstance, instanceCount } = plan.pick;
  expect(lines).toEqual([latencyMilliseconds * 1000, capacityPerInstance * 60, instanceCount]);
});

test.each([
  ['real-time', REAL_TIME],
  ['multi-model', MULTI_MODEL],
  ['asynchronous', ASYNCHRONOUS],
])('a dashboard that is full of widgets of %s endpoints does not exceed the quota of metrics', (_, endpoint) => {
  const { widgets } = dashboardOf(createMonitoring(endpoint).template);
  const metrics = widgets.reduce((sum, { properties }) => sum + (properties.metrics?.length ?? 0), 0);
  expect(Math.floor(500 / widgets.length) * metrics).toBeLessThanOrEqual(2500);
});

describe('many endpoints', () => {
  const endpoint = { endpointName: 'x', latencyObjective: REAL_TIME.latencyObjective };

  test('can share a dashboard', () => {
    const stack = new Stack(new App(), 'Stack');
    const dashboard = new TritonDashboard(stack, 'Dashboard', { dashboardName: 'fleet' });
    dashboard.addEndpoint(endpoint);
    dashboard.addEndpoint(MULTI_MODEL);
    const template = Template.fromStack(stack);
    template.hasResourceProperties('AWS::CloudWatch::Dashboard', { DashboardName: 'fleet' });
    const texts = dashboardOf(template).widgets.filter(({ type }) => type === 'text');
    expect(texts).toHaveLength(2);
  });

  test('cause an error if they exceed the quota of widgets', () => {
    const dashboard = new TritonDashboard(new Stack(new App(), 'Stack'), 'Dashboard');
    const addMany = () => {
      for (let count = 0; count < 36; count++) dashboard.addEndpoint(endpoint);
    };
    expect(addMany).toThrow(
      /got \d+ widgets; allowed: 500 on a dashboard, so start a new dashboard after 33 \(\S+\/cw\.dashboard-widgets\)/,
    );
  });
});

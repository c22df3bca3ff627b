import { App, Stack } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { artifact } from '../../bin/model-folders';
import { CapacityPlanner, TritonDashboard } from '../../lib';
import { ASYNCHRONOUS, MULTI_MODEL, ON_CPU, REAL_TIME, watch } from './fixtures/endpoints';
import { dashboardOf } from './fixtures/rendered';

const RESULTS = artifact('bert-large-inference-recommender.csv');

const titlesOf = (template: Template): string[] =>
  dashboardOf(template).widgets.flatMap(({ properties: { title } }) => title ?? []);

test('latencies from inside out stand side by side, each with the objective as a line', () => {
  const { widgets } = dashboardOf(watch(REAL_TIME).template);
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
])('the rows of a %s endpoint fill the width and overlap nowhere', (_, endpoint) => {
  const { widgets } = dashboardOf(watch(endpoint).template);
  const rows = new Map<number, number>();
  for (const { x, y, width } of widgets) {
    expect(x).toBe(rows.get(y) ?? 0);
    rows.set(y, x + width);
  }
  expect([...new Set(rows.values())]).toEqual([24]);
});

test('rows appear with what the endpoint has', () => {
  const plain = titlesOf(watch({ endpointName: 'x', latencyObjective: REAL_TIME.latencyObjective }).template);
  for (const title of [
    'Cost per hour',
    'Probe: correct responses',
    'Models: time to load',
    'Queue: backlog',
    'Server log: errors',
  ])
    expect(plain).not.toContain(title);
  const rich = titlesOf(watch(REAL_TIME).template);
  for (const title of [
    'Cost per hour',
    'Probe: correct responses',
    'Planned and measured: latency',
    'Server log: errors',
  ])
    expect(rich).toContain(title);
  expect(titlesOf(watch(MULTI_MODEL).template)).toContain('Models: time to load');
  expect(titlesOf(watch(ASYNCHRONOUS).template)).toContain('Queue: backlog');
});

test('several variants get a selector that switches the whole dashboard', () => {
  const { template } = watch({ ...REAL_TIME, otherVariantNames: ['probe-fleet'] });
  expect(dashboardOf(template).variables).toEqual([
    expect.objectContaining({
      type: 'property',
      property: 'VariantName',
      defaultValue: 'AllTraffic',
      values: [expect.objectContaining({ value: 'AllTraffic' }), expect.objectContaining({ value: 'probe-fleet' })],
    }),
  ]);
});

test('the pick of a capacity plan is drawn beside what is measured', () => {
  const plan = CapacityPlanner.fromInferenceRecommenderCsv(RESULTS).plan({
    requestsPerSecond: 500,
    latencyObjective: REAL_TIME.latencyObjective,
  });
  const { widgets } = dashboardOf(watch({ ...REAL_TIME, plan: plan.pick }).template);
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
])('a dashboard full of %s endpoints has fewer metrics than CloudWatch takes', (_, endpoint) => {
  const { widgets } = dashboardOf(watch(endpoint).template);
  const metrics = widgets.reduce((sum, { properties }) => sum + (properties.metrics?.length ?? 0), 0);
  expect(Math.floor(500 / widgets.length) * metrics).toBeLessThanOrEqual(2500);
});

describe('many endpoints', () => {
  const endpoint = { endpointName: 'x', latencyObjective: REAL_TIME.latencyObjective };

  test('share a dashboard', () => {
    const stack = new Stack(new App(), 'Stack');
    const dashboard = new TritonDashboard(stack, 'Dashboard', { dashboardName: 'fleet' });
    dashboard.addEndpoint(endpoint);
    dashboard.addEndpoint(MULTI_MODEL);
    const template = Template.fromStack(stack);
    template.hasResourceProperties('AWS::CloudWatch::Dashboard', { DashboardName: 'fleet' });
    const texts = dashboardOf(template).widgets.filter(({ type }) => type === 'text');
    expect(texts).toHaveLength(2);
  });

  test('fail when CloudWatch would refuse the number of widgets', () => {
    const dashboard = new TritonDashboard(new Stack(new App(), 'Stack'), 'Dashboard');
    const addMany = () => {
      for (let count = 0; count < 36; count++) dashboard.addEndpoint(endpoint);
    };
    expect(addMany).toThrow(
      /got \d+ widgets; allowed: 500 on a dashboard, so start a new dashboard after 33 \(\S+\/cw\.dashboard-widgets\)/,
    );
  });
});

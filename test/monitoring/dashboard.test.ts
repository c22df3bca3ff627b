import { App, Stack } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { Construct } from 'constructs';
import { artifact } from '../../bin/model-folders';
import { InstanceType, PlanCandidate, TritonDashboard } from '../../lib';
import { CapacityPlanner } from '../../lib/capacity';
import {
  ASYNCHRONOUS,
  COMPONENT,
  ENSEMBLE,
  MULTI_MODEL,
  ON_CPU,
  REAL_TIME,
  SHADOWED,
  createAlarms,
  createMonitoring,
} from './fixtures/endpoints';
import { problemOf } from './documented-metrics';
import { dashboardMetrics, dashboardOf } from './fixtures/rendered';
import { MonitoredHost } from '../../lib/monitoring/monitored-endpoint';
import { MonitoredFleet } from '../../lib/monitoring/monitored-fleet';

const RESULTS = artifact('bert-large-inference-recommender.csv');

const titlesOf = (template: Template): string[] =>
  dashboardOf(template).widgets.flatMap(({ properties: { title } }) => title ?? []);

/** The labels of the visible lines of a graph. */
const labelsIn = (template: Template, graph: string): unknown[] =>
  dashboardOf(template)
    .widgets.filter(({ properties: { title } }) => title === graph)
    .flatMap(({ properties: { metrics = [] } }) => metrics.map((row) => row[row.length - 1] as Record<string, unknown>))
    .flatMap(({ label, visible }) => (visible === false ? [] : [label]));

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
  ['ensemble', ENSEMBLE],
  ['ensemble on CPU', { ...ENSEMBLE, instanceType: ON_CPU.instanceType }],
  ['server with one model', { ...ENSEMBLE, serverMetrics: { models: [{ name: 'bert', responseCache: true }] } }],
  ['shadowed', SHADOWED],
  ['shadowed, on CPU', { ...SHADOWED, instanceType: ON_CPU.instanceType }],
  ['component', COMPONENT],
  ['component without GPUs', { ...COMPONENT, gpusPerCopy: 0, streaming: true }],
  ['server without batches', { ...ON_CPU, serverMetrics: { models: [{ name: 'filter', maxBatchSize: 0 }] } }],
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

test('the selected fleet of a capacity plan is shown next to the measured values', () => {
  const plan = CapacityPlanner.fromInferenceRecommenderCsv(RESULTS).plan({
    requestsPerSecond: 500,
    latencyObjective: REAL_TIME.latencyObjective,
  });
  const linesOf = (pick: PlanCandidate) =>
    dashboardOf(createMonitoring({ ...REAL_TIME, plan: pick }).template).widgets.flatMap(
      ({ properties: { title, annotations } }) => (title?.startsWith('Planned') ? (annotations?.horizontal ?? []) : []),
    );
  const { latencyMilliseconds, capacityPerInstance, instanceCount } = plan.pick;
  const lines = linesOf(plan.pick);
  expect(lines.map(({ value }) => value)).toEqual([
    latencyMilliseconds * 1000,
    capacityPerInstance * 60,
    instanceCount,
  ]);
  expect(lines[0].label).toBe('benchmark at saturation'); // its percentile is not known
  expect(linesOf({ ...plan.pick, isSimulated: true })[0].label).toBe('planned at peak');
});

test.each([
  ['real-time', REAL_TIME],
  ['multi-model', MULTI_MODEL],
  ['asynchronous', ASYNCHRONOUS],
  ['ensemble', ENSEMBLE],
  ['shadowed', SHADOWED],
  ['component', COMPONENT],
])('a dashboard that is full of widgets of %s endpoints does not exceed the quota of metrics', (_, endpoint) => {
  const { widgets } = dashboardOf(createMonitoring(endpoint).template);
  const metrics = widgets.reduce((sum, { properties }) => sum + (properties.metrics?.length ?? 0), 0);
  expect(Math.floor(500 / widgets.length) * metrics).toBeLessThanOrEqual(2500);
});

describe('server metrics', () => {
  const { template } = createMonitoring(ENSEMBLE);
  const withoutServerMetrics = createMonitoring({ ...ENSEMBLE, serverMetrics: undefined }).template;
  const graphOf = (title: string) => {
    const widget = dashboardOf(template).widgets.find((each) => each.properties.title === title);
    return widget?.properties ?? {};
  };

  test('add widgets and one alarm, and change nothing else', () => {
    const isServerWidget = ({ properties }: { properties: { title?: string; markdown?: string } }): boolean =>
      /^(Server: |Is batching)/.test(properties.title ?? '') || /^## Server/.test(properties.markdown ?? '');
    const widgetsOf = (each: Template) =>
      dashboardOf(each)
        .widgets.filter((widget) => !isServerWidget(widget))
        .map((widget) => ({ ...widget, y: 0, properties: widget.type === 'alarm' ? {} : widget.properties }));
    expect(widgetsOf(template)).toEqual(widgetsOf(withoutServerMetrics));
    expect(dashboardOf(withoutServerMetrics).widgets.filter(isServerWidget)).toEqual([]);
    const alarmsOf = (each: Template) => Object.entries(each.findResources('AWS::CloudWatch::Alarm'));
    expect(alarmsOf(template).filter(([id]) => !/QueueTime/.test(id))).toEqual(alarmsOf(withoutServerMetrics));
    expect(alarmsOf(template).length).toBe(alarmsOf(withoutServerMetrics).length + 1);
  });

  test('show the time in queues and the compute time of the server, and of each model', () => {
    expect(graphOf('Server: mean time of a request')).toMatchObject({ stacked: true });
    expect(labelsIn(template, 'Server: mean time of a request')).toEqual(['compute', 'in queues']);
    const names = ['search', 'tokenizer', 'bert-large', 'filter'];
    expect(labelsIn(template, 'Server: mean time in the queue, by model')).toEqual(names);
    expect(labelsIn(template, 'Server: mean compute time, by model')).toEqual(names);
    expect(labelsIn(template, 'Server: failed requests per minute')).toEqual(names);
  });

  test('show whether batching has an effect, for the models with dynamic batching', () => {
    const title = 'Is batching doing anything? (1 = no)';
    expect(labelsIn(template, title)).toEqual([
      'tokenizer: requests per execution',
      'bert-large: requests per execution',
    ]);
    const expressions = graphOf(title).metrics?.flatMap(
      ([first]) => (first as { expression?: string }).expression ?? [],
    );
    expect(expressions).toEqual([
      '(requests_tokenizer - hits_tokenizer) / executions_tokenizer', // a response from the cache has no execution
      'requests_bert_2d_large / executions_bert_2d_large',
    ]);
  });

  test('show batch sizes next to the preferred and the maximum sizes, for the models with batches', () => {
    const title = 'Server: mean batch size (inferences per execution)';
    expect(labelsIn(template, title)).toEqual(['search', 'tokenizer', 'bert-large']);
    expect(graphOf(title).annotations?.horizontal?.map(({ value, label }) => [value, label])).toEqual([
      [4, 'preferred 4 (bert-large)'],
      [8, 'preferred 8 (bert-large)'],
      [16, 'maximum 16'],
    ]);
  });

  test('show the cache of the models that have one, and pinned memory on instances with GPUs', () => {
    expect(labelsIn(template, 'Server: responses from the cache')).toEqual(['tokenizer']);
    expect(titlesOf(template)).toContain('Server: used share of the pinned memory pool');
    const onCpu = createMonitoring({ ...ENSEMBLE, instanceType: ON_CPU.instanceType }).template;
    expect(titlesOf(onCpu)).not.toContain('Server: used share of the pinned memory pool');
  });
});

describe('a shadow variant', () => {
  const shadowed = createMonitoring(SHADOWED).template;
  const { widgets, variables } = dashboardOf(shadowed);
  const titled = widgets.filter(({ properties: { title } }) => title?.startsWith('Shadow: '));

  test('is compared with the production variant in two rows with a heading', () => {
    const texts = widgets.map(({ properties }) => (properties as { markdown?: string }).markdown);
    expect(texts).toContain('## Shadow Shadow, compared with AllTraffic');
    expect(titled.map(({ properties: { title } }) => title)).toEqual([
      'Shadow: latency (ModelLatency)',
      'Shadow: requests that fail in the container',
      'Shadow: requests per minute',
      'Shadow: requests per minute and instance',
      'Shadow: GPU',
      'Shadow: GPU memory',
    ]);
    expect(new Set(titled.map(({ y }) => y)).size).toBe(2);
  });

  test('has a line next to that of the production variant, and the objective', () => {
    expect(labelsIn(shadowed, 'Shadow: latency (ModelLatency)')).toEqual([
      'AllTraffic p99',
      'Shadow p99',
      'AllTraffic p50',
      'Shadow p50',
    ]);
    expect(titled[0].properties.annotations?.horizontal).toEqual([
      expect.objectContaining({ value: 500_000, label: 'objective p99' }),
    ]);
    for (const title of ['requests that fail in the container', 'requests per minute', 'GPU'])
      expect(labelsIn(shadowed, `Shadow: ${title}`)).toEqual(['AllTraffic', 'Shadow']);
  });

  test('cannot be selected, because the selection would replace both variants of the comparison', () => {
    expect(variables).toBeUndefined();
  });

  test('has graphs of the CPU on instances without GPUs', () => {
    const titles = titlesOf(createMonitoring({ ...SHADOWED, instanceType: ON_CPU.instanceType }).template).filter(
      (title) => title.startsWith('Shadow: '),
    );
    expect(titles.slice(3)).toEqual(['Shadow: requests per minute and instance', 'Shadow: CPU', 'Shadow: memory']);
  });
});

describe('an inference component', () => {
  const { widgets } = dashboardOf(createMonitoring(COMPONENT).template);
  const propertiesOf = (title: string) => widgets.find(({ properties }) => properties.title === title)?.properties;
  const linesOf = (title: string): unknown[] | undefined =>
    propertiesOf(title)?.annotations?.horizontal?.map(({ value, label }) => [value, label]);

  test('has a heading with its name, and no cost, because components share instances', () => {
    const heading = widgets[0].properties as { markdown?: string };
    expect(heading.markdown).toBe(
      '# shared-classifier\ninference component of shared · ml.g4dn.12xlarge · objective p99 within 500 ms',
    );
    expect(JSON.stringify(widgets)).not.toMatch(/USD|[Ii]nstance(?!Type)/);
  });

  test('has graphs of copies next to the limits and targets of scaling', () => {
    expect(linesOf('Copies')).toEqual([
      [2, 'least'],
      [4, 'most'],
    ]);
    expect(linesOf('Requests per minute and copy')).toEqual([[300, 'scaling target']]);
    expect(linesOf('Concurrent requests per copy')).toEqual([[8, 'scaling target']]);
    expect(propertiesOf('Failed requests without a copy per minute')?.metrics).toEqual([
      [
        'AWS/SageMaker',
        'NoCapacityInvocationFailures',
        'InferenceComponentName',
        'shared-classifier',
        expect.anything(),
      ],
    ]);
  });

  test('has graphs of utilization from 0 to 100 %, of GPUs only if its copies reserve GPUs', () => {
    for (const title of ['GPU', 'GPU memory', 'CPU', 'Memory']) expect(linesOf(title)).toEqual([[100, 'full']]);
    const titles = titlesOf(createMonitoring({ ...COMPONENT, gpusPerCopy: 0 }).template);
    expect(titles.filter((title) => /GPU/.test(title))).toEqual([]);
  });

  test('shows the errors in its own log group', () => {
    const log = widgets.find(({ type }) => type === 'log')?.properties as { query?: string } | undefined;
    expect(log?.query).toMatch(/^SOURCE '\/aws\/sagemaker\/InferenceComponents\/shared-classifier'/);
  });

  test('has server metrics per copy', () => {
    const titles = titlesOf(createMonitoring({ ...COMPONENT, serverMetrics: ENSEMBLE.serverMetrics }).template);
    expect(titles).toContain('Server: requests in queues, per copy');
  });
});

describe('the fleet of inference components', () => {
  function fleetDashboard(fleet: Omit<MonitoredFleet, 'endpointName'>) {
    const stack = new Stack(new App(), 'Stack');
    new TritonDashboard(stack, 'Dashboard')._addFleet({ endpointName: 'shared', ...fleet });
    return dashboardOf(Template.fromStack(stack)).widgets;
  }

  test('is shown with its instances, reserved shares and cost', () => {
    const widgets = fleetDashboard({
      instanceType: InstanceType.G4DN_12XLARGE,
      minInstanceCount: 1,
      maxInstanceCount: 3,
    });
    const [heading, instances, reserved, cost, ...utilization] = widgets.map(({ properties }) => properties);
    expect(heading).toMatchObject({
      markdown: expect.stringMatching(
        /^# shared: fleet\ninstances of all inference components · ml.g4dn.12xlarge · 4.89 USD per instance and hour \(/,
      ),
    });
    expect(instances).toMatchObject({
      title: 'Fleet: instances',
      metrics: [[...Array(6).fill(expect.any(String)), expect.objectContaining({ stat: 'SampleCount' })]],
      annotations: { horizontal: [expect.objectContaining({ value: 1 }), expect.objectContaining({ value: 3 })] },
    });
    expect(reserved.metrics?.map(([, name]) => name)).toEqual([
      'GPUReservation',
      'CPUReservation',
      'MemoryReservation',
    ]);
    expect(cost).toMatchObject({
      title: 'Fleet: cost per hour',
      metrics: expect.arrayContaining([[expect.objectContaining({ expression: 'instances * 4.89' })]]),
    });
    expect(utilization.map(({ title }) => title)).toEqual([
      'Fleet: GPU',
      'Fleet: GPU memory',
      'Fleet: CPU',
      'Fleet: memory and disk',
    ]);
  });

  test('has no cost if the price is not known, and no GPU graphs without GPUs', () => {
    const titles = (fleet: Omit<MonitoredFleet, 'endpointName'>) =>
      fleetDashboard(fleet).map(({ properties: { title } }) => title);
    expect(titles({})).not.toContain('Fleet: cost per hour');
    const withoutGpus = fleetDashboard({ instanceType: ON_CPU.instanceType });
    expect(JSON.stringify(withoutGpus)).not.toMatch(/GPU/);
  });

  test('uses only documented metrics', () => {
    const stack = new Stack(new App(), 'Stack');
    new TritonDashboard(stack, 'Dashboard')._addFleet({ endpointName: 'shared' });
    const metrics = dashboardMetrics(Template.fromStack(stack));
    expect(metrics).toHaveLength(9);
    expect(metrics.flatMap((metric) => problemOf(metric) ?? [])).toEqual([]);
  });
});

describe('many endpoints', () => {
  const endpoint = { endpointName: 'x', latencyObjective: REAL_TIME.latencyObjective };

  test('can share a dashboard', () => {
    const stack = new Stack(new App(), 'Stack');
    const dashboard = new TritonDashboard(stack, 'Dashboard', { dashboardName: 'fleet' });
    dashboard._addEndpoint(createAlarms(new Construct(stack, 'First'), endpoint));
    dashboard._addEndpoint(createAlarms(new Construct(stack, 'Second'), MULTI_MODEL));
    const template = Template.fromStack(stack);
    template.hasResourceProperties('AWS::CloudWatch::Dashboard', { DashboardName: 'fleet' });
    const texts = dashboardOf(template).widgets.filter(({ type }) => type === 'text');
    expect(texts).toHaveLength(2);
  });

  test('cause an error if they exceed the quota of metrics', () => {
    const stack = new Stack(new App(), 'Stack');
    const dashboard = new TritonDashboard(stack, 'Dashboard');
    const models = Array.from({ length: 30 }, (_, index) => ({ name: `model-${index}` }));
    const host: MonitoredHost = { ...endpoint, serverMetrics: { models } };
    const addMany = () => {
      for (let count = 0; count < 10; count++)
        dashboard._addEndpoint(createAlarms(new Construct(stack, `${count}`), host));
    };
    expect(addMany).toThrow(
      /got \d+ metrics; allowed: 2500 on a dashboard, so start a new dashboard after 5 \(\S+\/cw\.dashboard-widgets\)/,
    );
  });

  test('cause an error if they exceed the quota of widgets', () => {
    const stack = new Stack(new App(), 'Stack');
    const dashboard = new TritonDashboard(stack, 'Dashboard');
    const addMany = () => {
      for (let count = 0; count < 36; count++)
        dashboard._addEndpoint(createAlarms(new Construct(stack, `${count}`), endpoint));
    };
    expect(addMany).toThrow(
      /got \d+ widgets; allowed: 500 on a dashboard, so start a new dashboard after 31 \(\S+\/cw\.dashboard-widgets\)/,
    );
  });
});

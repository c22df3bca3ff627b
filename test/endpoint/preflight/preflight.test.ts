import { App, CfnParameter, Stack } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import {
  FleetShare,
  InstanceType,
  Scaling,
  TritonMultiModelEndpoint,
  TritonRealtimeEndpoint,
  TritonRealtimeEndpointProps,
  UpdateStrategy,
} from '../../../lib';
import { bert } from '../engines/fixtures';
import { classifier, stackWith, statementsOf } from '../fixtures';
import { findCycle, referencesOf } from '../template-graph';

const TYPE = 'Custom::TritonPreflight';

/** The endpoints that a template has checked. */
function fleetsOf(template: Template): unknown[] {
  const [{ Properties }] = Object.values(template.findResources(TYPE));
  const { Fleets: text } = Properties;
  return JSON.parse(typeof text === 'string' ? text : text['Fn::Join'][1].join('')) as unknown[];
}

function templateOf(props: Partial<TritonRealtimeEndpointProps>): Template {
  return Template.fromStack(stackWith({ endpointName: 'vision', preflight: true, ...props }));
}

const checked = templateOf({ instanceCount: 2 });

test('is off by default', () => {
  Template.fromStack(stackWith()).resourceCountIs(TYPE, 0);
});

test('knows the instances at the peak: variants, shadows, pools, scaling, the batch of a rolling update', () => {
  expect(fleetsOf(checked)).toEqual([
    {
      name: 'vision',
      variants: [{ name: 'AllTraffic', instanceTypes: ['ml.g4dn.xlarge'], count: 2, scaling: { maximum: 4 } }],
      retainsCounts: true,
      version: expect.stringMatching(/^[0-9a-f]{16}$/),
    },
  ]);
  const rolling = UpdateStrategy.rolling({ maximumBatchSize: FleetShare.percent(25) });
  expect(fleetsOf(templateOf({ updateStrategy: rolling, scaling: Scaling.none(), instanceCount: 4 }))).toMatchObject([
    { variants: [{ count: 4 }], retainsCounts: false, batch: { Type: 'CAPACITY_PERCENT', Value: 25 } },
  ]);
  const pools = [{ instanceType: InstanceType.G5_XLARGE }, { instanceType: InstanceType.G5_2XLARGE }];
  const shadowVariants = [{ variantName: 'Shadow', instanceType: InstanceType.G6_XLARGE }];
  expect(fleetsOf(templateOf({ instancePools: pools, shadowVariants }))).toMatchObject([
    {
      variants: [
        { name: 'AllTraffic', instanceTypes: ['ml.g5.xlarge', 'ml.g5.2xlarge'] },
        { name: 'Shadow', instanceTypes: ['ml.g6.xlarge'] },
      ],
    },
  ]);
});

test('leaves instances in a reservation out', () => {
  const mlReservationArn = 'arn:aws:sagemaker:us-east-1:111122223333:training-plan/spring';
  expect(fleetsOf(templateOf({ mlReservationArn, instanceType: InstanceType.P5_48XLARGE }))).toMatchObject([
    { variants: [] },
  ]);
});

test('everything of the endpoint waits for it, and it waits for nothing but its own function', () => {
  const graph = referencesOf(checked.toJSON().Resources);
  const [id] = Object.keys(checked.findResources(TYPE));
  const resources = Object.keys(checked.toJSON().Resources);
  const own = resources.filter((name) => name.startsWith('Classifier'));
  expect(own.length).toBeGreaterThan(20);
  expect(own.filter((name) => !graph.get(name)?.has(id))).toEqual([]);
  expect([...(graph.get(id) ?? [])].filter((name) => !name.startsWith('TritonPreflight'))).toEqual([]);
  expect(findCycle(graph)).toBeUndefined();
});

test('so do engines, which are built for minutes, and the bucket of the models', () => {
  const template = templateOf({ model: bert(), instanceType: InstanceType.G5_XLARGE });
  const graph = referencesOf(template.toJSON().Resources);
  const [id] = Object.keys(template.findResources(TYPE));
  for (const type of ['Custom::TritonEngine', 'AWS::S3::Bucket', 'Custom::TritonModelPublication']) {
    const [resource] = Object.keys(template.findResources(type));
    expect(graph.get(resource)).toContain(id);
  }
  expect(findCycle(graph)).toBeUndefined();
});

test('one check is for all endpoints of a stack, of any kind, and numbers may be known at deployment only', () => {
  const stack = new Stack(new App(), 'Stack');
  const count = new CfnParameter(stack, 'Count', { type: 'Number' }).valueAsNumber;
  const scaling = Scaling.none();
  new TritonRealtimeEndpoint(stack, 'One', {
    model: classifier(),
    endpointName: 'one',
    preflight: true,
    instanceCount: count,
    scaling,
  });
  new TritonMultiModelEndpoint(stack, 'Two', { models: [classifier()], endpointName: 'two', preflight: true });
  new TritonRealtimeEndpoint(stack, 'Three', { model: classifier(), endpointName: 'three' });
  const template = Template.fromStack(stack);
  template.resourceCountIs(TYPE, 1);
  const [{ Properties }] = Object.values(template.findResources(TYPE));
  const [, parts] = Properties.Fleets['Fn::Join'] as [string, unknown[]];
  const text = parts.map((part) => (typeof part === 'string' ? part : '7')).join('');
  expect(parts).toContainEqual({ Ref: 'Count' });
  expect(JSON.parse(text)).toMatchObject([{ name: 'one', variants: [{ count: 7 }] }, { name: 'two' }]);
});

test('its version changes with what starts a new fleet, and with nothing else', () => {
  const versionOf = (props: Partial<TritonRealtimeEndpointProps>): unknown =>
    (fleetsOf(templateOf({ instanceCount: 2, ...props })) as { version: string }[])[0].version;
  const [{ version }] = fleetsOf(checked) as { version: string }[];
  expect(versionOf({})).toBe(version);
  expect(versionOf({ smokeTest: { enabled: false } })).toBe(version);
  expect(versionOf({ model: classifier({ maxBatchSize: 8 }) })).not.toBe(version);
  expect(versionOf({ dataCapture: { samplingPercentage: 1 } })).not.toBe(version);
});

test('its function may look, and only look', () => {
  const actions = statementsOf(checked, /^TritonPreflight/).flatMap(({ Action }) => Action);
  expect(actions.filter((action) => !/:(List|Describe)/.test(action))).toEqual([
    'logs:CreateLogStream',
    'logs:PutLogEvents',
  ]);
  expect(actions).toEqual(
    expect.arrayContaining(['servicequotas:ListServiceQuotas', 'servicequotas:ListAWSDefaultServiceQuotas']),
  );
});

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

const PREFLIGHT_TYPE = 'Custom::TritonPreflight';

/** Returns the fleets that the preflight check in a template receives, one for each endpoint. */
function fleetsOf(template: Template): unknown[] {
  const [{ Properties }] = Object.values(template.findResources(PREFLIGHT_TYPE));
  const { Fleets: text } = Properties;
  return JSON.parse(typeof text === 'string' ? text : text['Fn::Join'][1].join('')) as unknown[];
}

function preflightTemplate(props: Partial<TritonRealtimeEndpointProps>): Template {
  return Template.fromStack(stackWith({ endpointName: 'vision', preflight: true, ...props }));
}

const checkedTemplate = preflightTemplate({ instanceCount: 2 });

test('the preflight check is off by default', () => {
  Template.fromStack(stackWith()).resourceCountIs(PREFLIGHT_TYPE, 0);
});

test('the check receives the instances of variants, shadow variants and pools, the scaling limit, and the batch of a rolling update', () => {
  expect(fleetsOf(checkedTemplate)).toEqual([
    {
      name: 'vision',
      variants: [{ name: 'AllTraffic', instanceTypes: ['ml.g4dn.xlarge'], count: 2, scaling: { maximum: 4 } }],
      retainsCounts: true,
      version: expect.stringMatching(/^[0-9a-f]{16}$/),
    },
  ]);
  const rolling = UpdateStrategy.rolling({ maximumBatchSize: FleetShare.percent(25) });
  expect(
    fleetsOf(preflightTemplate({ updateStrategy: rolling, scaling: Scaling.none(), instanceCount: 4 })),
  ).toMatchObject([{ variants: [{ count: 4 }], retainsCounts: false, batch: { Type: 'CAPACITY_PERCENT', Value: 25 } }]);
  const pools = [{ instanceType: InstanceType.G5_XLARGE }, { instanceType: InstanceType.G5_2XLARGE }];
  const shadowVariants = [{ variantName: 'Shadow', instanceType: InstanceType.G6_XLARGE }];
  expect(fleetsOf(preflightTemplate({ instancePools: pools, shadowVariants }))).toMatchObject([
    {
      variants: [
        { name: 'AllTraffic', instanceTypes: ['ml.g5.xlarge', 'ml.g5.2xlarge'] },
        { name: 'Shadow', instanceTypes: ['ml.g6.xlarge'] },
      ],
    },
  ]);
});

test('the check omits instances in a reservation', () => {
  const mlReservationArn = 'arn:aws:sagemaker:us-east-1:111122223333:training-plan/spring';
  expect(fleetsOf(preflightTemplate({ mlReservationArn, instanceType: InstanceType.P5_48XLARGE }))).toMatchObject([
    { variants: [] },
  ]);
});

test('all resources of the endpoint depend on the check, and the check depends only on its function', () => {
  const graph = referencesOf(checkedTemplate.toJSON().Resources);
  const [id] = Object.keys(checkedTemplate.findResources(PREFLIGHT_TYPE));
  const resources = Object.keys(checkedTemplate.toJSON().Resources);
  const endpointResources = resources.filter((name) => name.startsWith('Classifier'));
  expect(endpointResources.length).toBeGreaterThan(20);
  expect(endpointResources.filter((name) => !graph.get(name)?.has(id))).toEqual([]);
  expect([...(graph.get(id) ?? [])].filter((name) => !name.startsWith('TritonPreflight'))).toEqual([]);
  expect(findCycle(graph)).toBeUndefined();
});

test('engines and the bucket of the models depend on the check', () => {
  const template = preflightTemplate({ model: bert(), instanceType: InstanceType.G5_XLARGE });
  const graph = referencesOf(template.toJSON().Resources);
  const [id] = Object.keys(template.findResources(PREFLIGHT_TYPE));
  for (const type of ['Custom::TritonEngine', 'AWS::S3::Bucket', 'Custom::TritonModelPublication']) {
    const [resource] = Object.keys(template.findResources(type));
    expect(graph.get(resource)).toContain(id);
  }
  expect(findCycle(graph)).toBeUndefined();
});

test('one check covers all endpoints of a stack that set `preflight`, also with numbers that are known only at deployment', () => {
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
  template.resourceCountIs(PREFLIGHT_TYPE, 1);
  const [{ Properties }] = Object.values(template.findResources(PREFLIGHT_TYPE));
  const [, parts] = Properties.Fleets['Fn::Join'] as [string, unknown[]];
  const text = parts.map((part) => (typeof part === 'string' ? part : '7')).join('');
  expect(parts).toContainEqual({ Ref: 'Count' });
  expect(JSON.parse(text)).toMatchObject([{ name: 'one', variants: [{ count: 7 }] }, { name: 'two' }]);
});

test('the version of a checked endpoint changes only with properties that replace the instances', () => {
  const versionOf = (props: Partial<TritonRealtimeEndpointProps>): unknown =>
    (fleetsOf(preflightTemplate({ instanceCount: 2, ...props })) as { version: string }[])[0].version;
  const [{ version }] = fleetsOf(checkedTemplate) as { version: string }[];
  expect(versionOf({})).toBe(version);
  expect(versionOf({ smokeTest: { enabled: false } })).toBe(version);
  expect(versionOf({ model: classifier({ maxBatchSize: 8 }) })).not.toBe(version);
  expect(versionOf({ dataCapture: { samplingPercentage: 1 } })).not.toBe(version);
});

test('the function of the check has only read permissions, except for the permissions to write its log', () => {
  const actions = statementsOf(checkedTemplate, /^TritonPreflight/).flatMap(({ Action }) => Action);
  expect(actions.filter((action) => !/:(List|Describe)/.test(action))).toEqual([
    'logs:CreateLogStream',
    'logs:PutLogEvents',
  ]);
  expect(actions).toEqual(
    expect.arrayContaining(['servicequotas:ListServiceQuotas', 'servicequotas:ListAWSDefaultServiceQuotas']),
  );
});

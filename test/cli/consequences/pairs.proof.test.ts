import { Duration, Stack } from 'aws-cdk-lib';
import { consequencesOf } from '../../../cli/consequences/consequences';
import {
  Batching,
  CapacitySize,
  InstanceType,
  Scaling,
  TritonAsyncEndpoint,
  TritonAsyncEndpointProps,
  TritonImage,
  TritonMultiModelEndpoint,
  TritonMultiModelEndpointProps,
  UpdateStrategy,
} from '../../../lib';
import { classifier } from '../../endpoint/fixtures';
import { BuildStack, endpointBuilder, removeTemporaryFolders, synthesizeServing } from './synthesized';

/**
 * Tests the sentences for pairs of apps, before and after a change. The expected sentences follow the AWS documentation (UpdateEndpoint and
 * CreateEndpointConfig in SageMaker's API reference; deployment guardrails, their exclusions, and endpoint-scaling-update in its developer
 * guide; update behaviors in CloudFormation's resource reference). If a sentence differs, check the documentation instead of copying the
 * output.
 */
afterEach(removeTemporaryFolders);

/** Returns the sentences about a change. */
function sentences(before: BuildStack | undefined, after: BuildStack): string[] {
  const against = before && synthesizeServing(before);
  const [{ consequences }] = consequencesOf(synthesizeServing(after), { against });
  return consequences.map(({ sentence }) =>
    sentence
      .replace(/[\d.]+ (bytes?|kB|MB)/g, '<size>')
      .replace(/SageMaker rolls it back if one of these alarms .*/, '<alarms>')
      .replace(/-[0-9a-f]{16}/g, '-<hash>'),
  );
}

const WAITS_8_MINUTES =
  'The update waits 8 minutes, in addition to the start of instances: all traffic shifts in one step; the old fleet is kept for 8 minutes more. <alarms>';
const ROLLBACK =
  'If a rollback alarm fires or the new fleet does not start, traffic returns to the old fleet (2 × ml.g4dn.xlarge running sagemaker-tritonserver:24.09-py3), and CloudFormation rolls the stack back.';
const SMOKE_TEST =
  'If the smoke test fails, the old fleet no longer exists: CloudFormation then updates the endpoint to the old configuration, which starts a new fleet and takes the same time again.';
const UPLOADS =
  'CDK uploads up to <size> of model data, less the files that its asset bucket already contains, and the deployment copies <size> inside S3.';
const OLD_FILES_ARE_KEPT =
  'The old model files are kept in S3 until this deployment has succeeded. After that, they are removed, and a return to the old version has to copy them again.';
const quota = (type: string, count: number): string =>
  `The update needs the quota "${type} for endpoint usage" for ${count} instances.`;
const UPDATE_IS_UNDOCUMENTED =
  'CloudFormation calls UpdateEndpoint with the endpoint configuration that is already deployed, and the SageMaker documentation describes no case in which this call starts no new fleet.';
const ASKS_FOR_APPROVAL = "'cdk deploy' asks for approval, unless it is called with --require-approval never.";
const NO_FLEET = 'No new fleet: the running instances are kept.';

test('a first deployment has sentences about quotas, uploads and permissions', () => {
  expect(sentences(undefined, endpointBuilder())).toEqual([
    'Endpoint vision is created. If the creation fails, CloudFormation deletes the new resources; there is no old fleet to roll back to.',
    'The deployment needs the quota "ml.g4dn.xlarge for endpoint usage" for 2 instances. A later update needs it for up to 4 instances.',
    'A later update waits 8 minutes, in addition to the start of instances: all traffic shifts in one step; the old fleet is kept for 8 minutes more. <alarms>',
    UPLOADS,
    `Roles and policies are created. ${ASKS_FOR_APPROVAL}`,
  ]);
});

test('a changed batching setting starts a new fleet', () => {
  const batching = (maxQueueDelayMicroseconds: number): BuildStack =>
    endpointBuilder({ model: classifier({ batching: Batching.dynamic({ maxQueueDelayMicroseconds }) }) });
  expect(sentences(batching(100), batching(500))).toEqual([
    'A new fleet starts next to the old fleet: dynamic_batching.max_queue_delay_microseconds changes from 100 to 500 in image-classifier/config.pbtxt.',
    quota('ml.g4dn.xlarge', 4),
    WAITS_8_MINUTES,
    UPLOADS,
    ROLLBACK,
    SMOKE_TEST,
    OLD_FILES_ARE_KEPT,
  ]);
});

test('SageMaker may reject a different variant name', () => {
  const variant = (variantName: string): BuildStack =>
    endpointBuilder({ variants: [{ variantName, weight: 1, instanceCount: 2 }] });
  expect(sentences(variant('A'), variant('B'))).toEqual([
    'SageMaker may reject the update: variant B is added; variant A is removed, and the SageMaker developer guide requires the same variant names before and after a blue/green or rolling deployment.',
    'A new fleet starts next to the old fleet: variant B is added; variant A is removed.',
    quota('ml.g4dn.xlarge', 4),
    WAITS_8_MINUTES,
    UPLOADS,
    ROLLBACK,
    SMOKE_TEST,
    OLD_FILES_ARE_KEPT,
  ]);
});

test.each([
  [
    'the minimum of scaling is raised',
    [1, 4],
    [2, 4],
    'minimum of scaling changes from 1 to 2',
    'if fewer are running, instances start until there are 2',
  ],
  [
    'the maximum of scaling is lowered',
    [1, 8],
    [1, 4],
    'maximum of scaling changes from 8 to 4',
    'if more are running, instances stop until there are 4',
  ],
])('if %s, no new fleet starts', (_, before, after, change, effect) => {
  const scaling = ([minCapacity, maxCapacity]: number[]): BuildStack =>
    endpointBuilder({ scaling: Scaling.concurrentRequests({ minCapacity, maxCapacity, requestsPerInstance: 8 }) });
  const quotas = expect.stringMatching(/^The fleet needs the quota/) as string;
  expect(sentences(scaling(before), scaling(after))).toEqual([
    NO_FLEET,
    quotas,
    `The ${change} while the fleet runs: ${effect}.`,
  ]);
});

test('a changed instance type starts a new fleet, and suspends scaling during the update', () => {
  const scaling = Scaling.concurrentRequests({ maxCapacity: 4, requestsPerInstance: 8 });
  const type = (instanceType: InstanceType): BuildStack => endpointBuilder({ scaling, instanceType });
  expect(sentences(type(InstanceType.G5_XLARGE), type(InstanceType.G5_2XLARGE))).toEqual([
    'A new fleet starts next to the old fleet: instanceType changes from ml.g5.xlarge to ml.g5.2xlarge.',
    'The update needs the quota "ml.g5.xlarge for endpoint usage" for 2 instances, and for 4 instances if scaling is at its maximum.',
    'The update needs the quota "ml.g5.2xlarge for endpoint usage" for 2 instances, and for 4 instances if scaling is at its maximum. A later update needs it for up to 8 instances.',
    WAITS_8_MINUTES,
    'Scaling of variant AllTraffic is deregistered before the update and registered again after the update: the variant does not scale in between.',
    'If a rollback alarm fires or the new fleet does not start, traffic returns to the old fleet (2 × ml.g5.xlarge running sagemaker-tritonserver:24.09-py3, with the instance counts set by scaling), and CloudFormation rolls the stack back.',
    SMOKE_TEST,
  ]);
});

test('a changed threshold of an alarm starts no new fleet', () => {
  const threshold = (percent: number): BuildStack =>
    endpointBuilder({ monitoring: { alarms: { clientErrors: { threshold: percent } } } });
  expect(sentences(threshold(5), threshold(10))).toEqual([NO_FLEET]);
});

test('for a changed update strategy, a new fleet is expected', () => {
  const canary = UpdateStrategy.canary({
    size: CapacitySize.count(1),
    waitInterval: Duration.minutes(10),
    bakeTime: Duration.minutes(15),
  });
  expect(sentences(endpointBuilder(), endpointBuilder({ updateStrategy: canary }))).toEqual([
    `Expect a new fleet: updateStrategy changes. ${UPDATE_IS_UNDOCUMENTED}`,
    quota('ml.g4dn.xlarge', 4),
    'The update waits 25 minutes, in addition to the start of instances: 1 instance of the new fleet receives traffic for 10 minutes, then the rest; the old fleet is kept for 15 minutes more. <alarms>',
    ROLLBACK,
    SMOKE_TEST,
  ]);
});

test('for a removed probe, a new fleet is expected', () => {
  expect(sentences(endpointBuilder(), endpointBuilder({ probe: { enabled: false } }))).toEqual([
    `Expect a new fleet: the rollback alarms change. ${UPDATE_IS_UNDOCUMENTED}`,
    quota('ml.g4dn.xlarge', 4),
    WAITS_8_MINUTES,
    ROLLBACK,
    SMOKE_TEST,
    'Permissions change; removed: lambda:InvokeFunction, s3:GetObject and kms:Decrypt.',
  ]);
});

test('a changed endpoint name replaces the endpoint', () => {
  expect(sentences(endpointBuilder(), endpointBuilder({ endpointName: 'eyes' }))).toEqual([
    'Endpoint vision is replaced by a new endpoint named eyes. Callers must send their requests to eyes: vision is deleted as soon as the deployment has succeeded, with its resource policy if it has one.',
    'The new endpoint starts its own fleet; no traffic is shifted, and no rollback alarm monitors the deployment.',
    'The log group /aws/sagemaker/Endpoints/vision is replaced: what the old one contains is deleted after the deployment has succeeded, and a later rollback does not restore it.',
    'The deployment needs the quota "ml.g4dn.xlarge for endpoint usage" for 4 instances.',
    'If the deployment fails, CloudFormation deletes eyes, and vision remains unchanged.',
    expect.stringMatching(
      /^Permissions change; with other resources, principals or conditions: .*logs:GetLogEvents.* asks for approval/,
    ),
  ]);
});

describe('a multi-model endpoint', () => {
  const models = (names: string[], props: Partial<TritonMultiModelEndpointProps> = {}): BuildStack => {
    const named = names.map((name) =>
      classifier({ name: name.replace('*', ''), maxBatchSize: name.includes('*') ? 8 : 16 }),
    );
    const image = TritonImage.forRelease('24.09');
    return (stack: Stack) => {
      new TritonMultiModelEndpoint(stack, 'Vision', { models: named, image, scaling: Scaling.none(), ...props });
    };
  };
  const [before, after] = [
    ['cat', 'dog'],
    ['cat*', 'fox'],
  ];

  test('starts a new fleet if models are added, changed or removed', () => {
    expect(sentences(models(before), models(after))).toEqual([
      'A new fleet starts next to the old fleet: model cat has different content; model dog is removed; model fox is added.',
      quota('ml.g4dn.xlarge', 4),
      WAITS_8_MINUTES,
      UPLOADS,
      ROLLBACK,
      SMOKE_TEST,
      OLD_FILES_ARE_KEPT,
    ]);
  });

  test('starts no new fleet if models of an open prefix are added, changed or removed', () => {
    const open = { openPrefix: true };
    expect(sentences(models(before, open), models(after, open))).toEqual([
      NO_FLEET,
      'Model fox is added to the open prefix as fox-<hash>.tar.gz without a new fleet.',
      'Model cat is published as cat-<hash>.tar.gz without a new fleet: requests with TargetModel cat-<hash>.tar.gz invoke the old version, and fail after this deployment has succeeded.',
      'Model dog is no longer in the app: requests with TargetModel dog-<hash>.tar.gz fail after this deployment has succeeded.',
      UPLOADS,
    ]);
  });
});

test('during a canary update, the alarm of the probe does not roll back', () => {
  const updateStrategy = UpdateStrategy.canary({ size: CapacitySize.percent(50), waitInterval: Duration.minutes(30) });
  const alarms = (props: Parameters<typeof endpointBuilder>[0]): string => {
    const [{ consequences }] = consequencesOf(synthesizeServing(endpointBuilder(props)));
    return String(consequences.find(({ about }) => about === 'waiting')?.sentence);
  };
  expect(alarms({})).toMatch(/rolls it back if one of these alarms fires.*probe/i);
  expect(alarms({ updateStrategy })).not.toMatch(/probe/i);
});

describe('an asynchronous endpoint', () => {
  const queue = (minCapacity: number, props: Partial<TritonAsyncEndpointProps> = {}): BuildStack => {
    const scaling = Scaling.backlogPerInstance({ minCapacity, maxCapacity: 2, backlogPerInstance: 4 });
    return (stack) =>
      new TritonAsyncEndpoint(stack, 'Queue', { endpointName: 'queue', model: classifier(), scaling, ...props });
  };
  const ONLY_THE_SMOKE_TEST = expect.stringContaining(
    'If no instance runs when the update begins, the update starts none',
  );

  test('starts a new fleet if its queue changes, but no instance if it has scaled in to zero', () => {
    const update = sentences(queue(0), queue(0, { maxConcurrentInvocationsPerInstance: 4, outputPrefix: 'answers' }));
    expect(update[0]).toMatch(
      /^A new fleet starts .*: maxConcurrentInvocationsPerInstance changes from 16 to 4; s3OutputPath/,
    );
    expect(update).toContainEqual(ONLY_THE_SMOKE_TEST);
  });

  test('that keeps an instance has no sentence about zero instances', () => {
    const update = sentences(queue(1), queue(1, { maxConcurrentInvocationsPerInstance: 4 }));
    expect(update).not.toContainEqual(ONLY_THE_SMOKE_TEST);
  });
});

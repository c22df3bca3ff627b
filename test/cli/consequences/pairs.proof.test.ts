import * as fs from 'node:fs';
import * as path from 'node:path';
import { Duration, Stack } from 'aws-cdk-lib';
import { Vpc } from 'aws-cdk-lib/aws-ec2';
import { consequencesOf } from '../../../cli/consequences/consequences';
import {
  Backend,
  Batching,
  CapacitySize,
  InstanceType,
  ModelExample,
  ModelFiles,
  Scaling,
  Tensor,
  TritonImage,
  TritonModel,
  TritonMultiModelEndpoint,
  TritonMultiModelEndpointProps,
  UpdateStrategy,
} from '../../../lib';
import { classifier } from '../../endpoint/fixtures';
import {
  BuildStack,
  endpointBuilder,
  createTemporaryFolder,
  removeTemporaryFolders,
  synthesizeServing,
} from './synthesized';

/**
 * Tests the sentences for pairs of apps, before and after a change. The expected sentences follow the AWS documentation (UpdateEndpoint and
 * CreateEndpointConfig in SageMaker's API reference; deployment guardrails, their exclusions, and endpoint-scaling-update in its developer
 * guide; update behaviors in CloudFormation's resource reference). If a sentence differs, check the documentation instead of copying the
 * output.
 */
afterEach(removeTemporaryFolders);

/**
 * Returns the sentences about a change. By default, sentences about other resources are hidden, because most changes affect other resources.
 * Sentences about permissions are included, so each test shows whether `cdk deploy` asks for the approval of changed permissions.
 */
function sentences(before: BuildStack | undefined, after: BuildStack, hiddenSubjects = ['otherResources']): string[] {
  const against = before && synthesizeServing(before);
  const [{ consequences }] = consequencesOf(synthesizeServing(after), { against });
  return consequences
    .filter(({ about }) => !hiddenSubjects.includes(about))
    .map(({ sentence }) =>
      sentence
        .replace(/[\d.]+ (bytes?|kB|MB)/g, '<size>')
        .replace(/SageMaker rolls it back if one of these alarms .*/, '<alarms>')
        .replace(/(?<=[a-z])[0-9A-F]{8}\b/g, '')
        .replace(/-[0-9a-f]{16}/g, '-<hash>'),
    );
}

const WAITS_8_MINUTES =
  'The update waits 8 minutes, in addition to the start of instances: all traffic shifts in one step; the old fleet is kept for 8 minutes more. <alarms>';
const COUNTS_OF_THE_APP =
  'The new fleet has the instance counts and weights of the app; changes that were made to the running endpoint are lost.';
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
const mayBeRejected = (change: string): string =>
  `SageMaker may reject the update: ${change}, and the SageMaker developer guide requires the same variant names before and after a blue/green or rolling deployment.`;
const UPDATE_IS_UNDOCUMENTED =
  'CloudFormation calls UpdateEndpoint with the endpoint configuration that is already deployed, and the SageMaker documentation describes no case in which this call starts no new fleet.';
const ASKS_FOR_APPROVAL = "'cdk deploy' asks for approval, unless it is called with --require-approval never.";
const NO_FLEET = 'No new fleet: the running instances are kept.';

test('without a change, no new fleet starts', () => {
  expect(sentences(endpointBuilder(), endpointBuilder(), [])).toEqual(['Nothing changes: no new fleet.']);
});

test('a first deployment has sentences about quotas, uploads and permissions', () => {
  expect(sentences(undefined, endpointBuilder(), [])).toEqual([
    'Endpoint vision is created. If the creation fails, CloudFormation deletes the new resources; there is no old fleet to roll back to.',
    'The deployment needs the quota "ml.g4dn.xlarge for endpoint usage" for 2 instances. A later update needs it for up to 4 instances.',
    'A later update waits 8 minutes, in addition to the start of instances: all traffic shifts in one step; the old fleet is kept for 8 minutes more. <alarms>',
    UPLOADS,
    `4 roles and 2 policies are created. ${ASKS_FOR_APPROVAL}`,
  ]);
});

test('a changed batching setting starts a new fleet', () => {
  const batching = (maxQueueDelayMicroseconds: number): BuildStack =>
    endpointBuilder({ model: classifier({ batching: Batching.dynamic({ maxQueueDelayMicroseconds }) }) });
  expect(sentences(batching(100), batching(500))).toEqual([
    'A new fleet starts next to the old fleet: dynamic_batching.max_queue_delay_microseconds changes from 100 to 500 in image-classifier/config.pbtxt.',
    quota('ml.g4dn.xlarge', 4),
    WAITS_8_MINUTES,
    COUNTS_OF_THE_APP,
    UPLOADS,
    ROLLBACK,
    SMOKE_TEST,
    OLD_FILES_ARE_KEPT,
  ]);
});

test('a changed model file starts a new fleet', () => {
  const model = (code: string): BuildStack => {
    const folder = createTemporaryFolder();
    fs.mkdirSync(path.join(folder, '1'));
    fs.writeFileSync(path.join(folder, '1', 'model.py'), code);
    const tensors = { inputs: [Tensor.fp32('x', [1])], outputs: [Tensor.fp32('y', [1])] };
    const files = ModelFiles.fromDirectory(folder);
    return endpointBuilder({
      model: new TritonModel({ name: 'doubler', backend: Backend.PYTHON, files, ...tensors }),
    });
  };
  expect(sentences(model('class TritonPythonModel: pass\n'), model('class TritonPythonModel: ...\n'))).toEqual([
    'A new fleet starts next to the old fleet: doubler/1/model.py has different content.',
    quota('ml.g4dn.xlarge', 4),
    WAITS_8_MINUTES,
    COUNTS_OF_THE_APP,
    UPLOADS,
    ROLLBACK,
    SMOKE_TEST,
    OLD_FILES_ARE_KEPT,
  ]);
});

describe('variants', () => {
  const variants = (...list: [name: string, weight: number][]): BuildStack =>
    endpointBuilder({
      variants: list.map(([variantName, weight]) => ({ variantName, weight, instanceCount: 2 })),
    });
  const ROLLBACK_OF_BOTH =
    'If a rollback alarm fires or the new fleet does not start, traffic returns to the old fleet (variant A: 2 × ml.g4dn.xlarge with weight 1 running sagemaker-tritonserver:24.09-py3 and variant B: 2 × ml.g4dn.xlarge with weight 1 running sagemaker-tritonserver:24.09-py3), and CloudFormation rolls the stack back.';

  test('a changed weight starts a new fleet', () => {
    expect(sentences(variants(['A', 1], ['B', 1]), variants(['A', 1], ['B', 3]))).toEqual([
      'A new fleet starts next to the old fleet: weight of variant B changes from 1 to 3.',
      quota('ml.g4dn.xlarge', 8),
      WAITS_8_MINUTES,
      'The weight of variant B changes from 1 to 3 with the new fleet.',
      COUNTS_OF_THE_APP,
      ROLLBACK_OF_BOTH,
      SMOKE_TEST,
    ]);
  });

  test('SageMaker may reject an added variant', () => {
    expect(sentences(variants(['A', 1]), variants(['A', 1], ['B', 1]))).toEqual([
      mayBeRejected('variant B is added'),
      'A new fleet starts next to the old fleet: variant B is added.',
      'The update needs the quota "ml.g4dn.xlarge for endpoint usage" for 6 instances. A later update needs it for up to 8 instances.',
      WAITS_8_MINUTES,
      COUNTS_OF_THE_APP,
      UPLOADS,
      ROLLBACK,
      SMOKE_TEST,
    ]);
  });

  test('SageMaker may reject the removal of a variant', () => {
    expect(sentences(variants(['A', 1], ['B', 1]), variants(['A', 1]))).toEqual([
      mayBeRejected('variant B is removed'),
      'A new fleet starts next to the old fleet: variant B is removed.',
      quota('ml.g4dn.xlarge', 6),
      WAITS_8_MINUTES,
      COUNTS_OF_THE_APP,
      ROLLBACK_OF_BOTH,
      SMOKE_TEST,
      OLD_FILES_ARE_KEPT,
    ]);
  });

  test('SageMaker may reject a different variant name', () => {
    expect(sentences(variants(['A', 1]), variants(['B', 1]))).toEqual([
      mayBeRejected('variant A is renamed to B'),
      'A new fleet starts next to the old fleet: variant A is renamed to B.',
      quota('ml.g4dn.xlarge', 4),
      WAITS_8_MINUTES,
      UPLOADS,
      ROLLBACK,
      SMOKE_TEST,
      OLD_FILES_ARE_KEPT,
    ]);
  });
});

test('a changed instance count starts a new fleet', () => {
  expect(sentences(endpointBuilder({ instanceCount: 2 }), endpointBuilder({ instanceCount: 3 }))).toEqual([
    'A new fleet starts next to the old fleet: instanceCount changes from 2 to 3.',
    'The update needs the quota "ml.g4dn.xlarge for endpoint usage" for 5 instances. A later update needs it for up to 6 instances.',
    WAITS_8_MINUTES,
    'The instanceCount changes from 2 to 3 with the new fleet.',
    COUNTS_OF_THE_APP,
    ROLLBACK,
    SMOKE_TEST,
  ]);
});

test('if a different variant scales, the changed instance count of a variant is set after the update', () => {
  const scaling = Scaling.concurrentRequests({ maxCapacity: 4, requestsPerInstance: 8 });
  const withFixedVariantCount = (instanceCount: number): BuildStack =>
    endpointBuilder({
      variants: [
        { variantName: 'A', weight: 3, scaling, instanceCount: 2 },
        { variantName: 'B', weight: 1, scaling: Scaling.none(), instanceCount },
      ],
    });
  expect(sentences(withFixedVariantCount(1), withFixedVariantCount(3))).toEqual(
    expect.arrayContaining([
      'The instanceCount of variant B changes from 1 to 3 after the update, while the new fleet serves requests.',
      'The new fleet keeps the instance counts that the variants have when the update starts.',
      'After the update, variants without scaling have the instance counts of the app.',
      'The new fleet has the weights of the app; changes that were made to the running endpoint are lost.',
    ]),
  );
});

test('a changed maximum of scaling starts no new fleet', () => {
  const scaling = (maxCapacity: number): BuildStack =>
    endpointBuilder({ scaling: Scaling.concurrentRequests({ maxCapacity, requestsPerInstance: 8 }) });
  expect(sentences(scaling(4), scaling(8))).toEqual([
    NO_FLEET,
    'The fleet needs the quota "ml.g4dn.xlarge for endpoint usage" for 2 instances, and for 8 instances if scaling is at its maximum. A later update needs it for up to 16 instances.',
    'The maximum of scaling changes from 4 to 8 while the fleet runs.',
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
    expect.stringMatching(/^The new fleet keeps the instance counts/),
    'The new fleet has the weights of the app; changes that were made to the running endpoint are lost.',
    'Scaling of variant AllTraffic is deregistered before the update and registered again after the update: the variant does not scale in between.',
    'If a rollback alarm fires or the new fleet does not start, traffic returns to the old fleet (2 × ml.g5.xlarge running sagemaker-tritonserver:24.09-py3, with the instance counts set by scaling), and CloudFormation rolls the stack back.',
    SMOKE_TEST,
  ]);
});

test('a changed release of the image starts a new fleet', () => {
  const image = (release: string): BuildStack => endpointBuilder({ image: TritonImage.forRelease(release) });
  expect(sentences(image('24.09'), image('25.04'))).toEqual([
    'A new fleet starts next to the old fleet: image changes from sagemaker-tritonserver:24.09-py3 to sagemaker-tritonserver:25.04-py3.',
    quota('ml.g4dn.xlarge', 4),
    WAITS_8_MINUTES,
    COUNTS_OF_THE_APP,
    ROLLBACK,
    SMOKE_TEST,
    `1 policy is created. 1 policy is removed. ${ASKS_FOR_APPROVAL}`, // AWS publishes the images in different repositories or accounts
  ]);
});

test('a changed threshold of an alarm starts no new fleet', () => {
  const threshold = (percent: number): BuildStack =>
    endpointBuilder({ monitoring: { alarms: { clientErrors: { threshold: percent } } } });
  expect(sentences(threshold(5), threshold(10), [])).toEqual([
    NO_FLEET,
    'In addition to the fleet: changed in place: 1 alarm.',
  ]);
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
    COUNTS_OF_THE_APP,
    ROLLBACK,
    SMOKE_TEST,
  ]);
});

test('for changed waiting times of the update strategy, a new fleet is expected', () => {
  const bake = (minutes: number): BuildStack =>
    endpointBuilder({ updateStrategy: UpdateStrategy.allAtOnce({ bakeTime: Duration.minutes(minutes) }) });
  expect(sentences(bake(10), bake(15))[0]).toBe(
    `Expect a new fleet: bakeTime of updateStrategy changes from 10 minutes to 15 minutes. ${UPDATE_IS_UNDOCUMENTED}`,
  );
  const linear = (minutes: number): BuildStack =>
    endpointBuilder({
      updateStrategy: UpdateStrategy.linear({
        stepSize: CapacitySize.percent(50),
        waitInterval: Duration.minutes(minutes),
      }),
    });
  expect(sentences(linear(10), linear(15))[0]).toContain(
    'waitInterval of updateStrategy changes from 10 minutes to 15',
  );
});

test('an added VPC starts a new fleet', () => {
  const network =
    (hasVpc: boolean): BuildStack =>
    (stack) => {
      const vpc = new Vpc(stack, 'Vpc');
      endpointBuilder(hasVpc ? { vpc } : {})(stack);
    };
  const sentencesOfChange = sentences(network(false), network(true), []);
  expect(sentencesOfChange.slice(0, 4)).toEqual([
    'A new fleet starts next to the old fleet: vpc is set.',
    quota('ml.g4dn.xlarge', 4),
    WAITS_8_MINUTES,
    COUNTS_OF_THE_APP,
  ]);
  expect(sentencesOfChange.slice(4)).toEqual([
    ROLLBACK,
    SMOKE_TEST,
    // For the function that waits for network interfaces, and for the interfaces themselves.
    `1 role and 2 policies are created. 1 policy is removed. ${ASKS_FOR_APPROVAL}`,
    'In addition to the fleet: added: 1 function and 1 security group; changed in place: 1 rule; replaced: 3 alarms.', // because the probe changes
  ]);
});

test('for a removed probe, a new fleet is expected', () => {
  expect(sentences(endpointBuilder(), endpointBuilder({ probe: { enabled: false } }))).toEqual([
    `Expect a new fleet: the rollback alarms change. ${UPDATE_IS_UNDOCUMENTED}`,
    quota('ml.g4dn.xlarge', 4),
    WAITS_8_MINUTES,
    COUNTS_OF_THE_APP,
    ROLLBACK,
    SMOKE_TEST,
    // The function keeps its permissions until the schedule of the probe is deleted.
    `1 policy is created. 1 policy is removed. ${ASKS_FOR_APPROVAL}`,
  ]);
});

test('a changed endpoint name replaces the endpoint', () => {
  expect(sentences(endpointBuilder(), endpointBuilder({ endpointName: 'eyes' }))).toEqual([
    'Endpoint vision is replaced by a new endpoint named eyes. Callers must send their requests to eyes: vision is deleted as soon as the deployment has succeeded.',
    'The new endpoint starts its own fleet; no traffic is shifted, and no rollback alarm monitors the deployment.',
    'The log group /aws/sagemaker/Endpoints/vision is replaced: what the old one contains is deleted after the deployment has succeeded, and a later rollback does not restore it.',
    'The deployment needs the quota "ml.g4dn.xlarge for endpoint usage" for 4 instances.',
    'If the deployment fails, CloudFormation deletes eyes, and vision remains unchanged.',
    `2 policies are created. The role TritonFailureReportRole changes in place, before the endpoint changes; it allows logs:DescribeLogStreams and logs:GetLogEvents on other resources. 2 policies are removed. ${ASKS_FOR_APPROVAL}`,
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
  const NEW_FLEET = [
    quota('ml.g4dn.xlarge', 4),
    WAITS_8_MINUTES,
    COUNTS_OF_THE_APP,
    UPLOADS,
    ROLLBACK,
    SMOKE_TEST,
    OLD_FILES_ARE_KEPT,
  ];

  test.each([
    ['added', ['cat'], ['cat', 'dog'], 'model dog is added'],
    ['changed', ['cat'], ['cat*'], 'model cat has different content'],
    ['removed', ['cat', 'dog'], ['cat'], 'model dog is removed'],
  ])('a new fleet starts if a model is %s', (_, before, after, reason) => {
    expect(sentences(models(before), models(after))).toEqual([
      `A new fleet starts next to the old fleet: ${reason}.`,
      ...NEW_FLEET,
    ]);
  });

  test.each([
    [
      'added',
      ['cat'],
      ['cat', 'dog'],
      ['Model dog is added to the open prefix as dog-<hash>.tar.gz without a new fleet.', UPLOADS],
    ],
    [
      'changed',
      ['cat'],
      ['cat*'],
      [
        'Model cat is published as cat-<hash>.tar.gz without a new fleet: requests with TargetModel cat-<hash>.tar.gz still invoke the old version.',
        'Objects that are no longer in the app are removed after this deployment has succeeded; requests with their TargetModel fail from then on.',
        UPLOADS,
      ],
    ],
    [
      'removed',
      ['cat', 'dog'],
      ['cat'],
      [
        'Model dog is no longer in the app.',
        'Objects that are no longer in the app are removed after this deployment has succeeded; requests with their TargetModel fail from then on.',
        'CDK uploads up to <size> of model data, less the files that its asset bucket already contains.',
      ],
    ],
  ])('no new fleet starts if a model of an open prefix is %s', (_, before, after, expected) => {
    const open = { openPrefix: true };
    expect(sentences(models(before, open), models(after, open))).toEqual([NO_FLEET, ...expected]);
  });
});

test('an update in a reservation needs capacity for both fleets', () => {
  const withReservation = (count: number): BuildStack =>
    endpointBuilder(
      { instanceCount: count, instanceType: InstanceType.P5_48XLARGE },
      {
        CapacityReservationConfig: {
          CapacityReservationPreference: 'capacity-reservations-only',
          MlReservationArn: 'arn:aws:sagemaker:us-east-1:111122223333:training-plan/spring',
        },
      },
    );
  expect(sentences(withReservation(1), withReservation(2))).toContain(
    'The update needs 3 instances of ml.p5.48xlarge in the reservation arn:aws:sagemaker:us-east-1:111122223333:training-plan/spring, including the instances of the running fleet: no instance starts outside of the reservation.',
  );
});

describe('different expected responses of the examples', () => {
  const withExpectedScores = (scores: number[], updateStrategy?: UpdateStrategy): BuildStack => {
    const request = { inputs: [{ name: 'image', datatype: 'FP32', shape: [1, 3, 32, 32], data: filled(3 * 32 * 32) }] };
    const response = { outputs: [{ name: 'scores', datatype: 'FP32', shape: [1, 10], data: scores }] };
    const examples = [ModelExample.of({ request, response })];
    return endpointBuilder({ model: classifier({ examples, maxBatchSize: 8 + scores[0] }), updateStrategy });
  };
  const filled = (count: number): number[] => Array<number>(count).fill(0);
  const canary = UpdateStrategy.canary({ size: CapacitySize.percent(50), waitInterval: Duration.minutes(30) });
  /** The sentences about responses and about waiting times, with the alarms. */
  const sentencesOf = (from: BuildStack, to: BuildStack): string => {
    const [{ consequences }] = consequencesOf(synthesizeServing(to), { against: synthesizeServing(from) });
    return consequences
      .filter(({ about: subject }) => ['requests', 'waiting'].includes(subject))
      .map(({ sentence }) => sentence)
      .join('\n');
  };

  test('are received by callers after the update', () => {
    const text = sentencesOf(withExpectedScores(filled(10)), withExpectedScores([1, ...filled(9)]));
    expect(text).toContain(
      'The expected responses of the examples change for image-classifier: until all traffic has shifted, and after a rollback, callers receive responses of the old version.',
    );
    expect(text).not.toContain('the probe compares');
    expect(text).toMatch(/rolls it back if one of these alarms fires.*probe/i);
  });

  test('cause the alarm of the probe to fire during a canary update without a rollback', () => {
    const text = sentencesOf(withExpectedScores(filled(10), canary), withExpectedScores([1, ...filled(9)], canary));
    expect(text).toContain('During the update, the probe compares the responses of both fleets');
    expect(/rolls it back if one of these alarms fires.*/.exec(text)?.[0]).not.toMatch(/probe/i);
  });

  test('have no sentence if examples are added or removed', () => {
    const same = withExpectedScores(filled(10));
    expect(sentencesOf(endpointBuilder(), same)).not.toContain('The expected responses');
    expect(sentencesOf(same, endpointBuilder())).not.toContain('The expected responses');
  });
});

import * as fs from 'node:fs';
import * as path from 'node:path';
import { Duration, Stack } from 'aws-cdk-lib';
import { Vpc } from 'aws-cdk-lib/aws-ec2';
import { consequencesOf } from '../../../cli/consequences/consequences';
import {
  Backend,
  Batching,
  FleetShare,
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
import { Build, endpoint, newFolder, removeFolders, synthesized } from './synthesized';

/**
 * What each change of an app does, as sentences. They are written from what AWS documents (UpdateEndpoint and CreateEndpointConfig in
 * SageMaker's API reference; deployment guardrails, their exclusions, and endpoint-scaling-update in its developer guide; update
 * behaviors in CloudFormation's resource reference), so a difference is judged against those, and not copied here.
 */
afterEach(removeFolders);

/**
 * The sentences; by default without those on resources beside the fleet, which most changes come with. Those on permissions are there, so
 * that each pair shows whether IAM changes: only where something else is allowed, since `cdk deploy` asks for approval of each change.
 */
function sentences(before: Build | undefined, after: Build, hidden = ['otherResources']): string[] {
  const against = before && synthesized(before);
  const [{ consequences }] = consequencesOf(synthesized(after), { against });
  return consequences
    .filter(({ about }) => !hidden.includes(about))
    .map(({ sentence }) =>
      sentence
        .replace(/[\d.]+ (bytes?|kB|MB)/g, '<size>')
        .replace(/SageMaker rolls it back if one of these alarms .*/, '<alarms>')
        .replace(/(?<=[a-z])[0-9A-F]{8}\b/g, '')
        .replace(/-[0-9a-f]{16}/g, '-<hash>'),
    );
}

const BAKES =
  'The update waits 8 minutes, in addition to the start of instances: all traffic shifts in one step; the old fleet is kept for 8 minutes more. <alarms>';
const AS_IN_THE_APP =
  'The new fleet has the instance counts and weights of the app; changes that were made to the running endpoint are lost.';
const BACK_TO_TWO =
  'If a rollback alarm fires or the new fleet does not start, traffic returns to the old fleet (2 × ml.g4dn.xlarge running sagemaker-tritonserver:24.09-py3), and CloudFormation rolls the stack back.';
const SMOKE_TEST =
  'If the smoke test fails, the old fleet no longer exists: CloudFormation then updates the endpoint to the old configuration, which starts another fleet and takes the same waits again.';
const UPLOADS =
  'CDK uploads up to <size> of model data, less the files that its asset bucket already contains, and the deployment copies <size> inside S3.';
const FILES_STAY =
  'The old model files are kept in S3 until this deployment has succeeded. After that S3 keeps one earlier version (retainedModelVersions).';
const quota = (type: string, count: number): string =>
  `The update needs the quota "${type} for endpoint usage" for ${count} instances.`;
const REJECTED = (change: string): string =>
  `SageMaker may reject the update: ${change}, and the SageMaker developer guide requires the same variant names before and after a blue/green or rolling deployment.`;
const UNDOCUMENTED =
  'CloudFormation calls UpdateEndpoint with the endpoint configuration that is already deployed, and the SageMaker documentation describes no case in which this call starts no new fleet.';
const ASKS = "'cdk deploy' asks for approval, unless it is called with --require-approval never.";
const NO_FLEET = 'No new fleet: the running instances are kept.';

test('nothing changed', () => {
  expect(sentences(endpoint(), endpoint(), [])).toEqual(['Nothing changes: no new fleet.']);
});

test('a first deployment', () => {
  expect(sentences(undefined, endpoint(), [])).toEqual([
    'Endpoint vision is created. If the creation fails, CloudFormation deletes the new resources; there is no old fleet to roll back to.',
    'The deployment needs the quota "ml.g4dn.xlarge for endpoint usage" for 2 instances. A later update needs it for up to 4 instances.',
    'A later update waits 8 minutes, in addition to the start of instances: all traffic shifts in one step; the old fleet is kept for 8 minutes more. <alarms>',
    UPLOADS,
    expect.stringMatching(/^\d roles and 8 policies are made\. 'cdk deploy' asks for approval/),
  ]);
});

test('a batching setting', () => {
  const batching = (maxQueueDelayMicroseconds: number): Build =>
    endpoint({ model: classifier({ batching: Batching.dynamic({ maxQueueDelayMicroseconds }) }) });
  expect(sentences(batching(100), batching(500))).toEqual([
    'A new fleet starts next to the old fleet: dynamic_batching.max_queue_delay_microseconds changes from 100 to 500 in image-classifier/config.pbtxt.',
    quota('ml.g4dn.xlarge', 4),
    BAKES,
    AS_IN_THE_APP,
    UPLOADS,
    BACK_TO_TWO,
    SMOKE_TEST,
    FILES_STAY,
  ]);
});

test('model files, of which no earlier version stays', () => {
  const model = (code: string): Build => {
    const folder = newFolder();
    fs.mkdirSync(path.join(folder, '1'));
    fs.writeFileSync(path.join(folder, '1', 'model.py'), code);
    const tensors = { inputs: [Tensor.fp32('x', [1])], outputs: [Tensor.fp32('y', [1])] };
    const files = ModelFiles.fromDirectory(folder);
    return endpoint({
      model: new TritonModel({ name: 'doubler', backend: Backend.PYTHON, files, ...tensors }),
      retainedModelVersions: 0,
    });
  };
  expect(sentences(model('class TritonPythonModel: pass\n'), model('class TritonPythonModel: ...\n'))).toEqual([
    'A new fleet starts next to the old fleet: doubler/1/model.py has different content.',
    quota('ml.g4dn.xlarge', 4),
    BAKES,
    AS_IN_THE_APP,
    UPLOADS,
    BACK_TO_TWO,
    SMOKE_TEST,
    'The old model files are kept in S3 until this deployment has succeeded. After that, they are removed from S3, and a return to the old version has to upload or copy them again.',
  ]);
});

describe('variants', () => {
  const variants = (...list: [name: string, weight: number][]): Build =>
    endpoint({
      variants: list.map(([variantName, weight]) => ({ variantName, weight, instanceCount: 2 })),
    });
  const BACK_TO_BOTH =
    'If a rollback alarm fires or the new fleet does not start, traffic returns to the old fleet (variant A: 2 × ml.g4dn.xlarge with weight 1 running sagemaker-tritonserver:24.09-py3 and variant B: 2 × ml.g4dn.xlarge with weight 1 running sagemaker-tritonserver:24.09-py3), and CloudFormation rolls the stack back.';

  test('another weight', () => {
    expect(sentences(variants(['A', 1], ['B', 1]), variants(['A', 1], ['B', 3]))).toEqual([
      'A new fleet starts next to the old fleet: weight of variant B changes from 1 to 3.',
      quota('ml.g4dn.xlarge', 8),
      BAKES,
      'The weight of variant B changes from 1 to 3 with the new fleet.',
      AS_IN_THE_APP,
      BACK_TO_BOTH,
      SMOKE_TEST,
    ]);
  });

  test('one more', () => {
    expect(sentences(variants(['A', 1]), variants(['A', 1], ['B', 1]))).toEqual([
      REJECTED('variant B is added'),
      'A new fleet starts next to the old fleet: variant B is added.',
      'The update needs the quota "ml.g4dn.xlarge for endpoint usage" for 6 instances. A later update needs it for up to 8 instances.',
      BAKES,
      AS_IN_THE_APP,
      UPLOADS,
      BACK_TO_TWO,
      SMOKE_TEST,
      `2 roles and 3 policies are made. 1 policy is removed. ${ASKS}`, // of the tests of B, and a policy that reads its model
    ]);
  });

  test('one less', () => {
    expect(sentences(variants(['A', 1], ['B', 1]), variants(['A', 1]))).toEqual([
      REJECTED('variant B is removed'),
      'A new fleet starts next to the old fleet: variant B is removed.',
      'The log group VisionBProbeLogGroup is removed from the stack: what the old one contains is deleted after the deployment has succeeded, and a later rollback does not restore it.',
      'The log group VisionBSmokeTestLogGroup is removed from the stack: what the old one contains is deleted after the deployment has succeeded, and a later rollback does not restore it.',
      quota('ml.g4dn.xlarge', 6),
      BAKES,
      AS_IN_THE_APP,
      BACK_TO_BOTH,
      SMOKE_TEST,
      FILES_STAY,
      `1 policy is made. 2 roles and 3 policies are removed. ${ASKS}`,
    ]);
  });

  test('another name', () => {
    expect(sentences(variants(['A', 1]), variants(['B', 1]))).toEqual([
      REJECTED('variant A is renamed to B'),
      'A new fleet starts next to the old fleet: variant A is renamed to B.',
      'The log group VisionAProbeLogGroup is removed from the stack: what the old one contains is deleted after the deployment has succeeded, and a later rollback does not restore it.',
      'The log group VisionASmokeTestLogGroup is removed from the stack: what the old one contains is deleted after the deployment has succeeded, and a later rollback does not restore it.',
      quota('ml.g4dn.xlarge', 4),
      BAKES,
      UPLOADS,
      BACK_TO_TWO,
      SMOKE_TEST,
      FILES_STAY,
      `2 roles and 3 policies are made. 2 roles and 3 policies are removed. ${ASKS}`,
    ]);
  });
});

test('instance count', () => {
  expect(sentences(endpoint({ instanceCount: 2 }), endpoint({ instanceCount: 3 }))).toEqual([
    'A new fleet starts next to the old fleet: instanceCount changes from 2 to 3.',
    'The update needs the quota "ml.g4dn.xlarge for endpoint usage" for 5 instances. A later update needs it for up to 6 instances.',
    BAKES,
    'The instanceCount changes from 2 to 3 with the new fleet.',
    AS_IN_THE_APP,
    BACK_TO_TWO,
    SMOKE_TEST,
  ]);
});

test('the instance count of a variant next to one that scales', () => {
  const scaling = Scaling.concurrentRequests({ maxCapacity: 4, requestsPerInstance: 8 });
  const challengers = (instanceCount: number): Build =>
    endpoint({
      variants: [
        { variantName: 'A', weight: 3, scaling, instanceCount: 2 },
        { variantName: 'B', weight: 1, scaling: Scaling.none(), instanceCount },
      ],
    });
  expect(sentences(challengers(1), challengers(3))).toEqual(
    expect.arrayContaining([
      'The instanceCount of variant B changes from 1 to 3 after the update, while the new fleet serves requests.',
      'The new fleet keeps the instance counts that the variants have when the update starts.',
      'After the update, variants without scaling have the instance counts of the app.',
      'The new fleet has the weights of the app; changes that were made to the running endpoint are lost.',
    ]),
  );
});

test('the maximum of scaling', () => {
  const scaling = (maxCapacity: number): Build =>
    endpoint({ scaling: Scaling.concurrentRequests({ maxCapacity, requestsPerInstance: 8 }) });
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
])('%s', (_, before, after, change, outside) => {
  const scaling = ([minCapacity, maxCapacity]: number[]): Build =>
    endpoint({ scaling: Scaling.concurrentRequests({ minCapacity, maxCapacity, requestsPerInstance: 8 }) });
  const quotas = expect.stringMatching(/^The fleet needs the quota/) as string;
  expect(sentences(scaling(before), scaling(after))).toEqual([
    NO_FLEET,
    quotas,
    `The ${change} while the fleet runs: ${outside}.`,
  ]);
});

describe('limits of scaling, with a strategy that moves a number of instances', () => {
  const BROUGHT =
    'Before the update, scaling is suspended, and an instance count outside of the new limits, 2 to 4, is changed to the nearest limit, because the update strategy moves a number of instances.';
  const rolling = UpdateStrategy.rolling({ maximumBatchSize: FleetShare.instances(1) });
  const scaled = (minCapacity: number, maxCapacity: number, updateStrategy = rolling): Build => {
    const scaling = Scaling.concurrentRequests({ minCapacity, maxCapacity, requestsPerInstance: 8 });
    return endpoint({ scaling, updateStrategy, instanceType: InstanceType.G5_XLARGE });
  };
  const about = (before: Build, after: Build): string[] =>
    sentences(before, after).filter((sentence) => sentence.startsWith('Before the update'));

  test.each([
    ['a higher minimum', scaled(1, 4, UpdateStrategy.allAtOnce())],
    ['a lower maximum', scaled(2, 8, UpdateStrategy.allAtOnce())],
    ['a count that was fixed', endpoint({ instanceCount: 6 })],
  ])('%s brings counts within the limits before the update', (_, before) => {
    expect(about(before, scaled(2, 4))).toEqual([BROUGHT]);
  });

  test('wider limits bring no count anywhere', () => {
    expect(about(scaled(2, 3, UpdateStrategy.allAtOnce()), scaled(2, 4))).toEqual([]);
  });

  test('a strategy that moves a share of the fleet leaves the count to the update', () => {
    expect(about(scaled(1, 8, UpdateStrategy.allAtOnce()), scaled(2, 4, UpdateStrategy.allAtOnce()))).toEqual([]);
  });
});

test('the instance type of a fleet that scales', () => {
  const scaling = Scaling.concurrentRequests({ maxCapacity: 4, requestsPerInstance: 8 });
  const type = (instanceType: InstanceType): Build => endpoint({ scaling, instanceType });
  expect(sentences(type(InstanceType.G5_XLARGE), type(InstanceType.G5_2XLARGE))).toEqual([
    'A new fleet starts next to the old fleet: instanceType changes from ml.g5.xlarge to ml.g5.2xlarge.',
    'The update needs the quota "ml.g5.xlarge for endpoint usage" for 2 instances, and for 4 instances if scaling is at its maximum.',
    'The update needs the quota "ml.g5.2xlarge for endpoint usage" for 2 instances, and for 4 instances if scaling is at its maximum. A later update needs it for up to 8 instances.',
    BAKES,
    expect.stringMatching(/^The new fleet keeps the instance counts/),
    'The new fleet has the weights of the app; changes that were made to the running endpoint are lost.',
    'Scaling of variant AllTraffic is deregistered before the update and registered again after the update: the variant does not scale in between.',
    'If a rollback alarm fires or the new fleet does not start, traffic returns to the old fleet (2 × ml.g5.xlarge running sagemaker-tritonserver:24.09-py3, with the instance counts set by scaling), and CloudFormation rolls the stack back.',
    SMOKE_TEST,
  ]);
});

test('the release of the image', () => {
  const image = (release: string): Build => endpoint({ image: TritonImage.forRelease(release) });
  expect(sentences(image('24.09'), image('25.04'))).toEqual([
    'A new fleet starts next to the old fleet: image changes from sagemaker-tritonserver:24.09-py3 to sagemaker-tritonserver:25.04-py3.',
    quota('ml.g4dn.xlarge', 4),
    BAKES,
    AS_IN_THE_APP,
    BACK_TO_TWO,
    SMOKE_TEST,
    `1 policy is made. 1 policy is removed. ${ASKS}`, // other repositories, or other accounts of AWS
  ]);
});

test('the threshold of an alarm', () => {
  const threshold = (percent: number): Build =>
    endpoint({ monitoring: { alarms: { clientErrors: { threshold: percent } } } });
  expect(sentences(threshold(5), threshold(10), [])).toEqual([
    NO_FLEET,
    'In addition to the fleet: changed in place: 1 alarm.',
  ]);
});

test('the update strategy', () => {
  const canary = UpdateStrategy.canary({
    size: FleetShare.instances(1),
    waitInterval: Duration.minutes(10),
    bakeTime: Duration.minutes(15),
  });
  expect(sentences(endpoint(), endpoint({ updateStrategy: canary }))).toEqual([
    `Expect a new fleet: updateStrategy changes. ${UNDOCUMENTED}`,
    quota('ml.g4dn.xlarge', 4),
    'The update waits 25 minutes, in addition to the start of instances: 1 instance of the new fleet receives traffic for 10 minutes, then the rest; the old fleet is kept for 15 minutes more. <alarms>',
    AS_IN_THE_APP,
    BACK_TO_TWO,
    SMOKE_TEST,
  ]);
});

test('only the waits of the update strategy, as with a version of the library that has other defaults', () => {
  const bake = (minutes: number): Build =>
    endpoint({ updateStrategy: UpdateStrategy.allAtOnce({ bakeTime: Duration.minutes(minutes) }) });
  expect(sentences(bake(10), bake(15))[0]).toBe(
    `Expect a new fleet: bakeTime of updateStrategy changes from 10 minutes to 15 minutes. ${UNDOCUMENTED}`,
  );
  const linear = (minutes: number): Build =>
    endpoint({
      updateStrategy: UpdateStrategy.linear({
        stepSize: FleetShare.percent(50),
        waitInterval: Duration.minutes(minutes),
      }),
    });
  expect(sentences(linear(10), linear(15))[0]).toContain(
    'waitInterval of updateStrategy changes from 10 minutes to 15',
  );
});

test('a network', () => {
  const network =
    (used: boolean): Build =>
    (stack) => {
      const vpc = new Vpc(stack, 'Vpc');
      endpoint(used ? { vpc } : {})(stack);
    };
  const all = sentences(network(false), network(true), []);
  expect(all.slice(0, 4)).toEqual([
    'A new fleet starts next to the old fleet: vpc is set.',
    quota('ml.g4dn.xlarge', 4),
    BAKES,
    AS_IN_THE_APP,
  ]);
  expect(all.slice(4)).toEqual([
    BACK_TO_TWO,
    SMOKE_TEST,
    // The function that waits for network interfaces, and the role, whose permission to write the log ends earlier than the others then.
    `3 policies are made. 2 policies are removed. ${ASKS}`,
    'In addition to the fleet: added: 1 security group; changed in place: 1 schedule; replaced: 3 alarms.', // the probe of the new configuration,
  ]);
});

test('no probe any more', () => {
  expect(sentences(endpoint(), endpoint({ probe: { enabled: false } }))).toEqual([
    `Expect a new fleet: the rollback alarms change. ${UNDOCUMENTED}`,
    'The log group VisionAllTrafficProbeLogGroup is removed from the stack: what the old one contains is deleted after the deployment has succeeded, and a later rollback does not restore it.',
    quota('ml.g4dn.xlarge', 4),
    BAKES,
    AS_IN_THE_APP,
    BACK_TO_TWO,
    SMOKE_TEST,
    '1 role and 1 policy are removed.',
  ]);
});

test('the name of the endpoint', () => {
  expect(sentences(endpoint(), endpoint({ endpointName: 'eyes' }))).toEqual([
    'Endpoint vision is replaced by a new endpoint named eyes. Callers must send their requests to eyes: vision is deleted as soon as the deployment has succeeded.',
    'The new endpoint starts its own fleet; no traffic is shifted, and no rollback alarm monitors the deployment.',
    'The log group /aws/sagemaker/Endpoints/vision is replaced: what the old one contains is deleted after the deployment has succeeded, and a later rollback does not restore it.',
    'The deployment needs the quota "ml.g4dn.xlarge for endpoint usage" for 4 instances.',
    'If the deployment fails, CloudFormation deletes eyes, and vision remains unchanged.',
    `7 policies are made. 7 policies are removed. ${ASKS}`,
  ]);
});

describe('a multi-model endpoint', () => {
  const models = (names: string[], props: Partial<TritonMultiModelEndpointProps> = {}): Build => {
    const named = names.map((name) =>
      classifier({ name: name.replace('*', ''), maxBatchSize: name.includes('*') ? 8 : 16 }),
    );
    const image = TritonImage.forRelease('24.09');
    return (stack: Stack) => {
      new TritonMultiModelEndpoint(stack, 'Vision', { models: named, image, scaling: Scaling.none(), ...props });
    };
  };
  const NEW_FLEET = [quota('ml.g4dn.xlarge', 4), BAKES, AS_IN_THE_APP, UPLOADS, BACK_TO_TWO, SMOKE_TEST, FILES_STAY];

  test.each([
    ['added', ['cat'], ['cat', 'dog'], 'model dog is added'],
    ['changed', ['cat'], ['cat*'], 'model cat has different content'],
    ['removed', ['cat', 'dog'], ['cat'], 'model dog is removed'],
  ])('a model is %s', (_, before, after, reason) => {
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
        'Objects that are no longer in the app are kept until the next deployment that changes the models; requests with their TargetModel fail from then on.',
        UPLOADS,
      ],
    ],
    [
      'removed',
      ['cat', 'dog'],
      ['cat'],
      [
        'Model dog is no longer in the app.',
        'Objects that are no longer in the app are kept until the next deployment that changes the models; requests with their TargetModel fail from then on.',
        'CDK uploads up to <size> of model data, less the files that its asset bucket already contains.',
      ],
    ],
  ])('a model of an open prefix is %s', (_, before, after, expected) => {
    const open = { openPrefix: true };
    expect(sentences(models(before, open), models(after, open))).toEqual([NO_FLEET, ...expected]);
  });
});

test('a fleet in a reservation, which needs room for both fleets of an update', () => {
  const reserved = (count: number): Build =>
    endpoint({
      instanceCount: count,
      instanceType: InstanceType.P5_48XLARGE,
      mlReservationArn: 'arn:aws:sagemaker:us-east-1:111122223333:training-plan/spring',
    });
  expect(sentences(reserved(1), reserved(2))).toContain(
    'The update needs 3 instances of ml.p5.48xlarge in the reservation arn:aws:sagemaker:us-east-1:111122223333:training-plan/spring, including the instances of the running fleet: no instance starts outside of the reservation.',
  );
});

describe('other expected responses of the examples', () => {
  const classifying = (scores: number[], updateStrategy?: UpdateStrategy): Build => {
    const request = { inputs: [{ name: 'image', datatype: 'FP32', shape: [1, 3, 32, 32], data: filled(3 * 32 * 32) }] };
    const response = { outputs: [{ name: 'scores', datatype: 'FP32', shape: [1, 10], data: scores }] };
    const examples = [ModelExample.of({ request, response })];
    return endpoint({ model: classifier({ examples, maxBatchSize: 8 + scores[0] }), updateStrategy });
  };
  const filled = (count: number): number[] => Array<number>(count).fill(0);
  const canary = UpdateStrategy.canary({ size: FleetShare.percent(50), waitInterval: Duration.minutes(30) });
  /** What is said of responses and of waiting, with the alarms. */
  const about = (from: Build, to: Build): string => {
    const [{ consequences }] = consequencesOf(synthesized(to), { against: synthesized(from) });
    return consequences
      .filter(({ about: subject }) => ['requests', 'waiting'].includes(subject))
      .map(({ sentence }) => sentence)
      .join('\n');
  };

  test('are what callers receive after the update', () => {
    const text = about(classifying(filled(10)), classifying([1, ...filled(9)]));
    expect(text).toContain(
      'The expected responses of the examples change for image-classifier: until all traffic has shifted, and after a rollback, callers receive responses of the old version.',
    );
    expect(text).not.toContain('the probe compares');
    expect(text).toMatch(/rolls it back if one of these alarms fires.*probe/i);
  });

  test('fire the alarm of the probe while a canary is running, which cannot roll it back', () => {
    const text = about(classifying(filled(10), canary), classifying([1, ...filled(9)], canary));
    expect(text).toContain('During the update, the probe compares the responses of both fleets');
    expect(/rolls it back if one of these alarms fires.*/.exec(text)?.[0]).not.toMatch(/probe/i);
  });

  test('are not other examples', () => {
    const same = classifying(filled(10));
    expect(about(endpoint(), same)).not.toContain('The expected responses');
    expect(about(same, endpoint())).not.toContain('The expected responses');
  });
});

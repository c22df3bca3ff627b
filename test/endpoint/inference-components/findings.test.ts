import * as path from 'path';
import { Duration, Size, Stack, Token } from 'aws-cdk-lib';
import { Vpc } from 'aws-cdk-lib/aws-ec2';
import {
  Backend,
  CapacitySize,
  InferenceComponentOptions,
  InstanceType,
  ModelFiles,
  Scaling,
  TritonImage,
  TritonModel,
} from '../../../lib';
import { folderWith } from '../../model/folders';
import { classifier } from '../fixtures';
import { component, createVisionEndpoint, problemsOf, warningsOf } from './fixtures';

const DEPLOY_TIME_NUMBER = Token.asNumber({ Ref: 'Number' });

const withCat = (overrides: Partial<InferenceComponentOptions>): { components: InferenceComponentOptions[] } => ({
  components: [component('cat', overrides)],
});

/** A model with a file that is only listed in the lock file. */
function modelOfSize(gibibytes: number): TritonModel {
  const lock = [{ path: 'model.onnx', bytes: gibibytes * 1024 ** 3, sha256: 'a'.repeat(64), crc32: '00000000' }];
  const folder = folderWith({ 'triton-model.lock': JSON.stringify({ files: lock }) });
  return classifier({ files: ModelFiles.fromFile(path.join(folder, 'model.onnx')) });
}

test('values that are known only at deployment have no findings', () => {
  const memory = Size.mebibytes(DEPLOY_TIME_NUMBER);
  const cooldown = Duration.minutes(DEPLOY_TIME_NUMBER);
  const create = (overrides: Partial<InferenceComponentOptions>) =>
    createVisionEndpoint({ scaleIn: { consolidate: true, cooldown }, ...withCat(overrides) });
  expect(warningsOf(create({ maxMemory: memory }))).toEqual([]);
  expect(warningsOf(create({ minMemory: memory, maxMemory: Size.gibibytes(1) }))).toEqual([]);
});

test('an image in a private registry is reported once, since a VPC does not make it valid', () => {
  const image = TritonImage.fromPrivateRegistry('registry.example.com/triton:1', { release: '26.05' });
  expect(problemsOf(withCat({ image }))).toEqual([
    expect.stringMatching(
      /components\[0\]\.image: got an image in a private registry; allowed for inference components/,
    ),
  ]);
});

test('a component cannot have the ID of a construct of the endpoint', () => {
  const { stack, node } = createVisionEndpoint();
  const endpoint = createVisionEndpoint({ vpc: new Vpc(stack, 'Vpc') }, new Stack(stack, 'WithVpc'));
  const ids = [...node.children, ...endpoint.node.children].map(({ node: { id } }) => id);
  const names = ids.filter((id) => id !== 'cat' && id !== 'dog');
  expect(names).toContain('SecurityGroup');
  for (const componentName of [...names, 'Default']) {
    const components = [component(componentName, { model: component('cat').model })];
    expect([componentName, problemsOf({ components })]).toEqual([
      componentName,
      [expect.stringMatching(/componentName: got '.*', which is the ID of a construct.*ic\.name/)],
    ]);
  }
});

test('a valid endpoint has neither errors nor warnings', () => {
  expect(warningsOf(createVisionEndpoint())).toEqual([]);
});

describe('an endpoint with inference components rejects', () => {
  test.each<[string, Parameters<typeof problemsOf>[0], RegExp]>([
    ['no components', { components: [] }, /components: got none; allowed: at least 1.*ic\.components/],
    [
      'an invalid name',
      { components: [{ ...component('cat'), componentName: 'my_cat' }] },
      /components\[0\]\.componentName: got 'my_cat'; allowed: letters, digits and inner hyphens.*ic\.name/,
    ],
    [
      'a name that is too long together with the name of the endpoint',
      { endpointName: 'v'.repeat(50), components: [component('classification')] },
      /componentName: got 'classification'.*has 65 characters; allowed: at most 63.*ic\.name/,
    ],
    [
      'names that differ only in their case',
      { components: [component('cat'), component('Cat', { model: component('cat').model })] },
      /components\[1\]\.componentName: got 'Cat' twice.*ic\.name/,
    ],
    [
      'more GPUs than an instance has',
      withCat({ gpuCount: 5, scaling: Scaling.none() }),
      /gpuCount: got 5 for each copy; allowed: at most what one instance has: ml\.g5\.12xlarge has 4 GPUs.*ic\.reservation/,
    ],
    ['a share of a GPU', withCat({ gpuCount: 0.5 }), /gpuCount: got 0\.5.*ic\.reservation/],
    ['too few vCPUs', withCat({ cpuCores: 0.1 }), /cpuCores: got 0\.1; allowed: a number .*0\.25.*ic\.reservation/],
    [
      'a limit below the reservation',
      withCat({ minMemory: Size.gibibytes(2), maxMemory: Size.gibibytes(1) }),
      /maxMemory: got 1024 MiB; allowed: at least the minMemory of 2048 MiB.*ic\.reservation/,
    ],
    [
      'a fraction of a MiB',
      withCat({ minMemory: Size.kibibytes(2049 * 1024 + 512) }),
      /minMemory: got 2049\.5 MiB; allowed: whole MiB of at least 128.*ic\.reservation/,
    ],
    ['no copies at first', withCat({ copyCount: 0 }), /copyCount: got 0.*ic\.copies/],
    [
      'an update of more than half of the copies',
      withCat({ copyCount: 4, rollingUpdate: { maximumBatchSize: CapacitySize.count(3) } }),
      /rollingUpdate\.maximumBatchSize: got 3 copies; allowed: a whole number, 1 to 2, 50 % of the 4 copies.*ic\.update-share/,
    ],
    [
      'a wait in which the alarms cannot fire',
      withCat({ rollingUpdate: { waitInterval: Duration.minutes(1) } }),
      /rollingUpdate\.waitInterval: got 60 seconds; allowed: at least 480 seconds.*sm\.deploy-bake/,
    ],
    [
      'an imbalance that is too large',
      withCat({ placement: { binpack: true, maxZoneImbalance: 101 } }),
      /placement\.maxZoneImbalance: got 101.*ic\.placement/,
    ],
    [
      'a cooldown that is too short',
      { scaleIn: { consolidate: true, cooldown: Duration.minutes(1) } },
      /scaleIn\.cooldown: got .*ic\.scale-in/,
    ],
    [
      'a cooldown with a fraction of a minute',
      { scaleIn: { consolidate: true, cooldown: Duration.seconds(330) } },
      /scaleIn\.cooldown: got 5\.5 minutes; allowed: whole minutes from 5 to 1440.*ic\.scale-in/,
    ],
    [
      'a cooldown in seconds that are known only at deployment',
      { scaleIn: { consolidate: true, cooldown: Duration.seconds(DEPLOY_TIME_NUMBER) } },
      /scaleIn\.cooldown: got seconds .*; allowed: Duration\.minutes.*ic\.scale-in/,
    ],
    [
      'a fleet that is too small for the first copies',
      { maxInstanceCount: 1, components: [component('cat', { copyCount: 5 })], instanceCount: 1 },
      /maxInstanceCount: got 1, but the first copies of all components require 2 instances of ml\.g5\.12xlarge.*ic\.packing/,
    ],
    [
      'a minimum above the first number of instances',
      { minInstanceCount: 2, instanceCount: 1 },
      /minInstanceCount: got 2; allowed: at most the instanceCount of 1.*ic\.fleet/,
    ],
    [
      'a model for the GPU on a copy without GPU',
      withCat({ gpuCount: 0, model: component('cat').model.withOverrides({ backend: Backend.TENSORRT }) as never }),
      /components\[0\]\.backend: TensorRT needs a GPU.*trt\.cpuimage/,
    ],
    [
      'scaling by instances',
      withCat({ scaling: Scaling.concurrentRequests({ maxCapacity: 2, requestsPerInstance: 8 }) }),
      /components\[0\]\.scaling: got .*concurrentRequestsPerCopy/,
    ],
  ])('%s', (_, props, problem) => {
    expect(problemsOf(props).join('\n')).toMatch(problem);
  });
});

describe('an endpoint with inference components warns about', () => {
  test.each<[string, Parameters<typeof problemsOf>[0], RegExp]>([
    [
      'memory that SageMaker may refuse',
      { instanceType: InstanceType.G5_XLARGE, ...withCat({ minMemory: Size.gibibytes(4) }) },
      /components\[0\]\.minMemory: got 4096 MiB on ml\.g5\.xlarge.*reserve at most 1024 MiB.*ic\.memory/,
    ],
    [
      'memory that SageMaker may refuse on a type without a GPU, of which AWS has accepted three eighths',
      { instanceType: InstanceType.of('ml.c5.xlarge'), ...withCat({ gpuCount: 0, minMemory: Size.mebibytes(3073) }) },
      /components\[0\]\.minMemory: got 3073 MiB on ml\.c5\.xlarge.*reserve at most 3072 MiB.*ic\.memory/,
    ],
    [
      'files that are larger than the memory of the reserved GPUs',
      withCat({ model: modelOfSize(30) }),
      /components\[0\]\.gpuCount: got 30\.0 GiB of model files; a copy on ml\.g5\.12xlarge has .* \(1 x .*: reserve more GPUs.*sm\.gpu-memory/,
    ],
    [
      'a fleet without room for the maximum numbers of copies',
      {
        maxInstanceCount: 1,
        ...withCat({ scaling: Scaling.concurrentRequestsPerCopy({ maxCapacity: 8, requestsPerCopy: 4 }) }),
      },
      /maxInstanceCount: got 1, but the maximum numbers of copies require 2 instances.*ic\.packing/,
    ],
    [
      'a fleet without room for an update',
      { maxInstanceCount: 1, ...withCat({ copyCount: 4, scaling: Scaling.none() }) },
      /maxInstanceCount: got 1, but an update of all components at the maximum numbers of copies requires 2 instances.*ic\.update-room/,
    ],
    [
      'a fleet with room for an update of one component only',
      { maxInstanceCount: 1, components: ['a', 'b', 'c'].map((name) => component(name, { scaling: Scaling.none() })) },
      /maxInstanceCount: got 1, but an update of all components .* requires 2 instances.*ic\.update-room/,
    ],
    [
      'a minimum of zero instances that is never reached',
      { minInstanceCount: 0 },
      /minInstanceCount: got 0, but 'cat', 'dog' always has a copy.*ic\.zero/,
    ],
  ])('%s', (_, props, warning) => {
    expect(warningsOf(createVisionEndpoint(props)).join('\n')).toMatch(warning);
  });
});

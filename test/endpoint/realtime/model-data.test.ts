import * as fs from 'fs';
import * as os from 'os';
import * as path from 'path';
import { App, Stack } from 'aws-cdk-lib';
import { Annotations, Match, Template } from 'aws-cdk-lib/assertions';
import { Bucket } from 'aws-cdk-lib/aws-s3';
import { StringParameter } from 'aws-cdk-lib/aws-ssm';
import {
  Backend,
  InstanceGroup,
  InstanceType,
  ModelFiles,
  Tensor,
  TritonRealtimeEndpoint,
  TritonRealtimeEndpointProps,
} from '../../../lib';
import { loadedBytesOf } from '../../../lib/endpoint/models/check-model-data';
import { initializer, onnxBytes, onnxTensor } from '../../model/onnx-bytes';
import { classifier } from '../fixtures';

let workFolder: string;
beforeEach(() => (workFolder = fs.mkdtempSync(path.join(os.tmpdir(), 'model-data-'))));
afterEach(() => fs.rmSync(workFolder, { recursive: true, force: true }));

function stackServing(files: (stack: Stack) => ModelFiles, props: Partial<TritonRealtimeEndpointProps> = {}): Stack {
  const stack = new Stack(new App(), 'Stack');
  new TritonRealtimeEndpoint(stack, 'Endpoint', {
    model: classifier({ backend: Backend.PYTHON, files: files(stack) }),
    ...props,
  });
  return stack;
}

const filesInS3 = (version?: string) => (stack: Stack) =>
  ModelFiles.fromS3(Bucket.fromBucketName(stack, 'Models', 'models'), 'text/model.tar.gz', version);

describe('data in S3', () => {
  const warning = Match.stringLikeRegexp("got 'text/model.tar.gz' without a version.*files.s3-version");

  test('causes a warning without a version', () => {
    Annotations.fromStack(stackServing(filesInS3())).hasWarning('/Stack/Endpoint', warning);
  });

  test('with a changed version results in a new model and a new smoke test', () => {
    const [stack, stackWithOtherVersion] = ['3/L4kqtJlcpXroDTDmJ', 'null'].map((version) =>
      stackServing(filesInS3(version)),
    );
    Annotations.fromStack(stack).hasNoWarning('/Stack/Endpoint', warning);
    const propertiesOf = (scope: Stack, type: string) =>
      Object.values(Template.fromStack(scope).findResources(type))[0].Properties;
    expect(propertiesOf(stack, 'AWS::SageMaker::Model').PrimaryContainer.Environment).toMatchObject({
      MODEL_DATA_VERSION: '3/L4kqtJlcpXroDTDmJ',
    });
    const smokeTestType = 'Custom::TritonSmokeTest';
    expect(propertiesOf(stack, smokeTestType).ContentHash).not.toBe(
      propertiesOf(stackWithOtherVersion, smokeTestType).ContentHash,
    );
  });
});

describe('a key in S3 that is known only at deployment', () => {
  const warningsWith = (keyOf: (parameter: string) => string) =>
    Annotations.fromStack(
      stackServing((stack) => {
        const parameter = StringParameter.valueForStringParameter(stack, '/model/key');
        return ModelFiles.fromS3(Bucket.fromBucketName(stack, 'Models', 'models'), keyOf(parameter), '1');
      }),
    )
      .findWarning('*', Match.stringLikeRegexp('files\\.s3-kind'))
      .map(({ entry }) => entry.data);

  test.each<[string, (parameter: string) => string]>([
    ['alone', (parameter) => parameter],
    ['at the end of a prefix', (parameter) => `text/${parameter}`],
  ])('%s causes a warning that describes how to name an archive', (_, keyOf) => {
    expect(warningsWith(keyOf)).toEqual([expect.stringMatching(/takes it for a prefix.*`\$\{key\}\.tar\.gz`/)]);
  });

  test.each<[string, (parameter: string) => string]>([
    ['as an archive', (parameter) => `${parameter}.tar.gz`],
    ['as a prefix', (parameter) => `${parameter}/`],
  ])('causes no warning if its end is text, %s', (_, keyOf) => expect(warningsWith(keyOf)).toEqual([]));
});

describe('files larger than the GPU’s memory', () => {
  /** A file of 17 GiB, which is only listed in the lock file and does not exist. */
  function seventeenGibibytes(): ModelFiles {
    const file = path.join(workFolder, 'model.py');
    const lock = { files: [{ path: 'model.py', bytes: 17 * 1024 ** 3, sha256: 'a'.repeat(64), crc32: '00000000' }] };
    fs.writeFileSync(path.join(workFolder, 'triton-model.lock'), JSON.stringify(lock));
    return ModelFiles.fromFile(file);
  }
  const warning = Match.stringLikeRegexp(
    'got 17.0 GiB of model files; ml.g4dn.xlarge has 15.0 GiB of GPU memory.*sm.gpu-memory',
  );

  test('cause a warning', () => {
    const stack = stackServing(seventeenGibibytes, { instanceType: InstanceType.G4DN_XLARGE });
    Annotations.fromStack(stack).hasWarning('/Stack/Endpoint', warning);
  });

  test('are also counted if they are the sources of an engine', () => {
    const initializers = [initializer('weights', { location: 'weights.data' })];
    fs.writeFileSync(
      path.join(workFolder, 'bert.onnx'),
      onnxBytes({ inputs: [onnxTensor('image', 1, [-1, 3, 32, 32])], initializers }),
    );
    const lock = [{ path: 'weights.data', bytes: 17 * 1024 ** 3, sha256: 'a'.repeat(64), crc32: '00000000' }];
    fs.writeFileSync(path.join(workFolder, 'triton-model.lock'), JSON.stringify({ files: lock }));
    const model = classifier({
      backend: Backend.TENSORRT,
      files: ModelFiles.fromEngineBuild(path.join(workFolder, 'bert.onnx')),
    });
    expect(loadedBytesOf(model)).toBeGreaterThan(17 * 1024 ** 3);
  });

  test('cause no warning if they fit into the GPU, or for a model on the CPU', () => {
    const fits = stackServing(seventeenGibibytes, { instanceType: InstanceType.G5_XLARGE });
    Annotations.fromStack(fits).hasNoWarning('*', Match.stringLikeRegexp('sm.gpu-memory'));
    const onCpu = stackServing(seventeenGibibytes, {
      model: classifier({
        backend: Backend.PYTHON,
        files: seventeenGibibytes(),
        instanceGroups: [InstanceGroup.cpu()],
      }),
    });
    Annotations.fromStack(onCpu).hasNoWarning('*', Match.stringLikeRegexp('sm.gpu-memory'));
  });
});

describe('engines larger than the GPU’s memory', () => {
  const GIB = 1024 ** 3;

  /** An engine with 3.5 GiB of weights and 1 GiB for each execution context, as measured when it was built. */
  function engineFile(shape: number[]): ModelFiles {
    const file = path.join(workFolder, 'model.plan');
    fs.writeFileSync(file, 'ftrt engine');
    const tensors = {
      inputs: [{ name: 'image', dataType: 'FP32', shape }],
      outputs: [{ name: 'scores', dataType: 'FP32', shape: [shape[0], 10] }],
    };
    const memory = { deviceMemoryBytes: 4.5 * GIB, executionMemoryBytes: GIB };
    fs.writeFileSync(`${file}.json`, JSON.stringify({ ...tensors, ...memory }));
    return ModelFiles.fromFile(file);
  }
  const gpuWarningsOn = (instanceType: InstanceType, shape: number[], ...instanceGroups: InstanceGroup[]): string[] => {
    const model = classifier({
      backend: Backend.TENSORRT,
      files: engineFile(shape),
      instanceGroups,
      // The fixed dimensions of an engine include the batch.
      ...(shape[0] === 1 && {
        maxBatchSize: 0,
        inputs: [Tensor.fp32('image', shape)],
        outputs: [Tensor.fp32('scores', [1, 10])],
      }),
    });
    return Annotations.fromStack(stackServing(() => engineFile(shape), { model, instanceType }))
      .findWarning('*', Match.stringLikeRegexp('sm.gpu-memory'))
      .map(({ entry }) => `${entry.data}`);
  };

  test('cause a warning: each instance has one context per profile, and also its own weights if a dimension is variable', () => {
    const threeInstances = InstanceGroup.gpu({ count: 3, profiles: ['0', '1'] });
    // 3 instances × (3.5 GiB of weights + 2 contexts × 1 GiB)
    expect(gpuWarningsOn(InstanceType.G4DN_XLARGE, [-1, 3, 32, 32], threeInstances)).toEqual([
      expect.stringContaining('got 16.5 GiB of engines with their execution contexts on one GPU; ml.g4dn.xlarge has'),
    ]);
    // 3.5 GiB of weights + 3 instances × 2 contexts × 1 GiB
    expect(gpuWarningsOn(InstanceType.G4DN_XLARGE, [1, 3, 32, 32], threeInstances)).toEqual([]);
    expect(gpuWarningsOn(InstanceType.G5_XLARGE, [-1, 3, 32, 32], threeInstances)).toEqual([]);
  });

  test('cause a warning if the GPU with the most instances does not have enough memory', () => {
    const [onAllGpus, onSecondGpu] = [InstanceGroup.gpu({ count: 2 }), InstanceGroup.gpu({ count: 2, gpus: [1] })];
    expect(gpuWarningsOn(InstanceType.G4DN_12XLARGE, [-1, 3, 32, 32], onAllGpus)).toEqual([]);
    expect(gpuWarningsOn(InstanceType.G4DN_12XLARGE, [-1, 3, 32, 32], onAllGpus, onSecondGpu)).toEqual([
      expect.stringContaining(
        'got 18.0 GiB of engines with their execution contexts on one GPU; ml.g4dn.12xlarge has 60.0 GiB of GPU memory (4 x NVIDIA T4 with 15.0 GiB each)',
      ),
    ]);
  });
});

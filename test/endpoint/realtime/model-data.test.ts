import * as fs from 'fs';
import * as os from 'os';
import * as path from 'path';
import { App, Stack } from 'aws-cdk-lib';
import { Annotations, Match, Template } from 'aws-cdk-lib/assertions';
import { Bucket } from 'aws-cdk-lib/aws-s3';
import {
  Backend,
  InstanceGroup,
  InstanceType,
  ModelFiles,
  Tensor,
  TritonRealtimeEndpoint,
  TritonRealtimeEndpointProps,
} from '../../../lib';
import { bytesOf } from '../../../lib/endpoint/models/check-model-data';
import { initializer, onnxBytes, onnxTensor } from '../../model/onnx-bytes';
import { classifier } from '../fixtures';

let work: string;
beforeEach(() => (work = fs.mkdtempSync(path.join(os.tmpdir(), 'model-data-'))));
afterEach(() => fs.rmSync(work, { recursive: true, force: true }));

function serve(files: (stack: Stack) => ModelFiles, props: Partial<TritonRealtimeEndpointProps> = {}): Stack {
  const stack = new Stack(new App(), 'Stack');
  new TritonRealtimeEndpoint(stack, 'Endpoint', {
    model: classifier({ backend: Backend.PYTHON, files: files(stack) }),
    ...props,
  });
  return stack;
}

const inS3 = (version?: string) => (stack: Stack) =>
  ModelFiles.fromS3(Bucket.fromBucketName(stack, 'Models', 'models'), 'text/model.tar.gz', version);

describe('data in S3', () => {
  const warning = Match.stringLikeRegexp("got 'text/model.tar.gz' without a version.*files.s3-version");

  test('without a version is a warning', () => {
    Annotations.fromStack(serve(inS3())).hasWarning('/Stack/Endpoint', warning);
  });

  test('of another version is another model, and another smoke test', () => {
    const [one, two] = ['3/L4kqtJlcpXroDTDmJ', 'null'].map((version) => serve(inS3(version)));
    Annotations.fromStack(one).hasNoWarning('/Stack/Endpoint', warning);
    const propertiesOf = (stack: Stack, type: string) =>
      Object.values(Template.fromStack(stack).findResources(type))[0].Properties;
    expect(propertiesOf(one, 'AWS::SageMaker::Model').PrimaryContainer.Environment).toMatchObject({
      MODEL_DATA_VERSION: '3/L4kqtJlcpXroDTDmJ',
    });
    const test = 'Custom::TritonSmokeTest';
    expect(propertiesOf(one, test).ContentHash).not.toBe(propertiesOf(two, test).ContentHash);
  });
});

describe('files larger than the GPU’s memory', () => {
  /** Sparse, and locked: nobody reads it. */
  function seventeenGibibytes(): ModelFiles {
    const file = path.join(work, 'model.py');
    const lock = { files: [{ path: 'model.py', bytes: 17 * 1024 ** 3, sha256: 'a'.repeat(64), crc32: '00000000' }] };
    fs.writeFileSync(path.join(work, 'triton-model.lock'), JSON.stringify(lock));
    return ModelFiles.fromFile(file);
  }
  const warning = Match.stringLikeRegexp(
    'got 17.0 GiB of model files; ml.g4dn.xlarge has 15.0 GiB of GPU memory.*sm.gpu-memory',
  );

  test('are a warning', () => {
    const stack = serve(seventeenGibibytes, { instanceType: InstanceType.G4DN_XLARGE });
    Annotations.fromStack(stack).hasWarning('/Stack/Endpoint', warning);
  });

  test('are those that an engine is built from, too', () => {
    const initializers = [initializer('weights', { location: 'weights.data' })];
    fs.writeFileSync(
      path.join(work, 'bert.onnx'),
      onnxBytes({ inputs: [onnxTensor('image', 1, [-1, 3, 32, 32])], initializers }),
    );
    const lock = [{ path: 'weights.data', bytes: 17 * 1024 ** 3, sha256: 'a'.repeat(64), crc32: '00000000' }];
    fs.writeFileSync(path.join(work, 'triton-model.lock'), JSON.stringify({ files: lock }));
    const model = classifier({ backend: Backend.TENSORRT, files: ModelFiles.engineFrom(path.join(work, 'bert.onnx')) });
    expect(bytesOf(model)).toBeGreaterThan(17 * 1024 ** 3);
  });

  test('are none where they fit, and none for a model on the CPU', () => {
    const fits = serve(seventeenGibibytes, { instanceType: InstanceType.G5_XLARGE });
    Annotations.fromStack(fits).hasNoWarning('*', Match.stringLikeRegexp('sm.gpu-memory'));
    const onCpu = serve(seventeenGibibytes, {
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

  /** 3.5 GiB of weights and 1 GiB for each context, as the build measured them. */
  function engine(shape: number[]): ModelFiles {
    const file = path.join(work, 'model.plan');
    fs.writeFileSync(file, 'an engine');
    const tensors = {
      inputs: [{ name: 'image', dataType: 'FP32', shape }],
      outputs: [{ name: 'scores', dataType: 'FP32', shape: [shape[0], 10] }],
    };
    const memory = { deviceMemoryBytes: 4.5 * GIB, executionMemoryBytes: GIB };
    fs.writeFileSync(`${file}.json`, JSON.stringify({ ...tensors, ...memory }));
    return ModelFiles.fromFile(file);
  }
  const on = (instanceType: InstanceType, shape: number[], ...instanceGroups: InstanceGroup[]): string[] => {
    const model = classifier({
      backend: Backend.TENSORRT,
      files: engine(shape),
      instanceGroups,
      // An engine with fixed dimensions has its batch among them.
      ...(shape[0] === 1 && {
        maxBatchSize: 0,
        inputs: [Tensor.fp32('image', shape)],
        outputs: [Tensor.fp32('scores', [1, 10])],
      }),
    });
    return Annotations.fromStack(serve(() => engine(shape), { model, instanceType }))
      .findWarning('*', Match.stringLikeRegexp('sm.gpu-memory'))
      .map(({ entry }) => `${entry.data}`);
  };

  test('each instance has a context for each of its profiles, and its own weights if a dimension is variable', () => {
    const three = InstanceGroup.gpu({ count: 3, profiles: ['0', '1'] });
    // 3 x (3.5 + 2 x 1)
    expect(on(InstanceType.G4DN_XLARGE, [-1, 3, 32, 32], three)).toEqual([
      expect.stringContaining('got 16.5 GiB of engines with their execution contexts on one GPU; ml.g4dn.xlarge has'),
    ]);
    // 3.5 + 3 x 2 x 1
    expect(on(InstanceType.G4DN_XLARGE, [1, 3, 32, 32], three)).toEqual([]);
    expect(on(InstanceType.G5_XLARGE, [-1, 3, 32, 32], three)).toEqual([]);
  });

  test('the GPU with the most instances decides', () => {
    const [both, second] = [InstanceGroup.gpu({ count: 2 }), InstanceGroup.gpu({ count: 2, gpus: [1] })];
    expect(on(InstanceType.G4DN_12XLARGE, [-1, 3, 32, 32], both)).toEqual([]);
    expect(on(InstanceType.G4DN_12XLARGE, [-1, 3, 32, 32], both, second)).toEqual([
      expect.stringContaining(
        'got 18.0 GiB of engines with their execution contexts on one GPU; ml.g4dn.12xlarge has 60.0 GiB of GPU memory (4 x NVIDIA T4 with 15.0 GiB each)',
      ),
    ]);
  });
});

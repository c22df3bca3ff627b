import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import { Duration, Stack } from 'aws-cdk-lib';
import { Annotations, Match } from 'aws-cdk-lib/assertions';
import {
  Backend,
  Batching,
  EnginePrecision,
  InferenceType,
  InstanceGroup,
  InstanceType,
  LatencyObjective,
  ModelFiles,
  TritonModel,
  TritonRealtimeEndpoint,
  TritonRealtimeEndpointProps,
} from '../../../lib';
import { initializer, onnxBytes, onnxTensor } from '../../model/onnx-bytes';
import { ARTIFACTS_FOLDER, classifier } from '../fixtures';

/** The errors and warnings of an endpoint. */
function findingsOf(
  limit: Duration,
  model: TritonModel = classifier(),
  props: Partial<TritonRealtimeEndpointProps> = {},
): string[] {
  const stack = new Stack();
  try {
    new TritonRealtimeEndpoint(stack, 'Endpoint', { model, ...props, latencyObjective: LatencyObjective.p99(limit) });
  } catch (error) {
    return (error as Error).message.split('\n').slice(1);
  }
  return Annotations.fromStack(stack)
    .findWarning('*', Match.stringLikeRegexp('latency\\.'))
    .map(({ entry }) => String(entry.data));
}

test('an objective of 60 seconds or more is rejected, because SageMaker ends requests after 60 seconds', () => {
  expect(findingsOf(Duration.hours(2))).toEqual([
    expect.stringMatching(/latencyObjective: got 7200 seconds; allowed: less than 60 seconds.*latency\.objective/),
  ]);
  expect(findingsOf(Duration.seconds(60))).toHaveLength(1);
});

test('an objective of 30 seconds or more causes a warning', () => {
  expect(findingsOf(Duration.seconds(50))).toEqual([
    expect.stringMatching(/got 50 seconds, near the 60 seconds.*did you mean milliseconds\?/),
  ]);
  expect(findingsOf(Duration.seconds(29))).toEqual([]);
});

test('an objective for a stream must be less than 8 minutes', () => {
  const server = { inferenceType: InferenceType.GENERATE_STREAM };
  expect(findingsOf(Duration.minutes(8), classifier(), { server })).toEqual([
    expect.stringMatching(/latencyObjective: got 480 seconds; allowed: less than 480 seconds.*latency\.objective/),
  ]);
  expect(findingsOf(Duration.seconds(479), classifier(), { server })).toEqual([]);
});

test('a queue delay as long as the objective causes a warning', () => {
  const modelWithDelay = (maxQueueDelayMicroseconds: number): TritonModel =>
    classifier().withOverrides({ maxBatchSize: 8, batching: Batching.dynamic({ maxQueueDelayMicroseconds }) });
  expect(findingsOf(Duration.millis(50), modelWithDelay(50_000))).toEqual([
    expect.stringMatching(/batching\.maxQueueDelayMicroseconds: got 50 ms, and a latencyObjective of 50 ms/),
  ]);
  expect(findingsOf(Duration.millis(50), modelWithDelay(49_999))).toEqual([]);
});

describe('an objective below the time that the GPU requires to read the weights', () => {
  let folder: string;
  beforeEach(() => {
    folder = fs.mkdtempSync(path.join(os.tmpdir(), 'weights-'));
    fs.mkdirSync(path.join(folder, '1'));
  });
  afterEach(() => fs.rmSync(folder, { recursive: true }));

  /** Writes an ONNX file with weights in a file of 0.8 GB. The weights file is listed in the lock file, but does not exist. */
  function writeOnnx(lock: string): string {
    const weights = path.join(folder, '1', 'weights.data');
    const lockEntry = {
      path: path.relative(path.dirname(lock), weights),
      bytes: 0.8e9,
      sha256: 'a'.repeat(64),
      crc32: '00000000',
    };
    const initializers = [initializer('weights', { location: 'weights.data' })];
    const file = path.join(folder, '1', 'model.onnx');
    fs.writeFileSync(
      file,
      onnxBytes({
        inputs: [onnxTensor('image', 1, [-1, 3, 32, 32])],
        outputs: [onnxTensor('scores', 1, [-1, 10])],
        initializers,
      }),
    );
    fs.writeFileSync(lock, JSON.stringify({ files: [lockEntry] }));
    return file;
  }
  const modelInFolder = (): TritonModel => {
    writeOnnx(path.join(folder, 'triton-model.lock'));
    return classifier({ files: ModelFiles.fromDirectory(folder) });
  };
  const engineModel = (precision: EnginePrecision): TritonModel =>
    classifier({
      backend: Backend.TENSORRT,
      files: ModelFiles.fromEngineBuild(writeOnnx(path.join(folder, '1', 'triton-model.lock')), { precision }),
    });
  const onT4 = { instanceType: InstanceType.G4DN_XLARGE };

  test('causes a warning', () => {
    expect(findingsOf(Duration.millis(2), modelInFolder(), onT4)).toEqual([
      expect.stringMatching(
        /latencyObjective: got 2 ms; an execution of 'image-classifier' on ml\.g4dn\.xlarge takes at least 2\.5 ms, .*0\.80 GB at 320 GB\/s.*for each token.*latency\.weights/,
      ),
    ]);
    expect(findingsOf(Duration.millis(3), modelInFolder(), onT4)).toEqual([]);
  });

  test('depends on the GPU and on the precision of an engine', () => {
    expect(findingsOf(Duration.millis(2), modelInFolder(), { instanceType: InstanceType.G5_XLARGE })).toEqual([]);
    expect(findingsOf(Duration.millis(2), engineModel(EnginePrecision.FP32), onT4)).toHaveLength(1);
    expect(findingsOf(Duration.millis(2), engineModel(EnginePrecision.FP16), onT4)).toEqual([]);
    expect(findingsOf(Duration.millis(1), engineModel(EnginePrecision.FP16), onT4)).toHaveLength(1);
  });

  test('causes a warning with the name of the composing model that has the weights', () => {
    const files = ModelFiles.fromDirectory(path.join(ARTIFACTS_FOLDER, 't5', 'generate'));
    const members = [modelInFolder().withOverrides({ name: 'decoder' })];
    const caller = classifier({ name: 'caller', backend: Backend.PYTHON, files, members });
    expect(findingsOf(Duration.millis(2), caller, onT4)).toEqual([expect.stringMatching(/an execution of 'decoder'/)]);
  });

  test.each<[string, () => TritonModel, Partial<TritonRealtimeEndpointProps>]>([
    ['weights that the cache of the GPU may keep', () => classifier(), onT4],
    ['a model on the CPU', () => modelInFolder().withOverrides({ instanceGroups: [InstanceGroup.cpu()] }), onT4],
    ['a GPU whose bandwidth is not known', modelInFolder, { instanceType: InstanceType.of('ml.g7.2xlarge') }],
  ])('is not checked for %s', (_, model, props) => {
    expect(findingsOf(Duration.millis(1), model(), props)).toEqual([]);
  });
});

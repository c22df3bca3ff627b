import { App, Duration, Size, Stack } from 'aws-cdk-lib';
import {
  Backend,
  Batching,
  InstanceType,
  ModelFiles,
  Scaling,
  Tensor,
  TritonModel,
  TritonRealtimeEndpoint,
  UpdateStrategy,
} from '../../lib';
import { inLanguageOfApp, withPythonNames } from '../../lib/findings/in-language-of-app';

/** Some names of the API. In a Python app, the names are those in .jsii. */
const NAMES = new Set([
  ...['assetStaging', 'bakeTime', 'batchSize', 'batching', 'dataCapture', 'defaultModelFilename', 'encryptionKey'],
  ...['fromDirectory', 'fromEngineBuildS3', 'fromFile', 'instanceCount', 'invocation4xxErrors', 'latencyObjective'],
  ...['maxBatchSize', 'maxCapacity', 'minCapacity', 'p99Milliseconds', 'preferredBatchSizes', 'updateStrategy'],
  ...['variants', 'volumeSize'],
]);

const inPython = (message: string): string => withPythonNames(message, NAMES);

test('names of properties and methods are in snake case', () => {
  expect(inPython('variants[1].dataCapture.encryptionKey: got none')).toBe(
    'variants[1].data_capture.encryption_key: got none',
  );
  expect(inPython('pass it with ModelFiles.fromFile(…), or fromEngineBuildS3')).toBe(
    'pass it with ModelFiles.from_file(…), or from_engine_build_s3',
  );
  expect(inPython("the endpoint's minCapacity; Triton's `maxCapacity` or 'maxCapacity'")).toBe(
    "the endpoint's min_capacity; Triton's `max_capacity` or 'maxCapacity'",
  );
  expect(inPython('p99Milliseconds, invocation4xxErrors')).toBe('p99_milliseconds, invocation4xx_errors');
});

test('a property with the same name as its field in config.pbtxt is named once', () => {
  expect(inPython('maxBatchSize (max_batch_size): got 8; set default_model_filename (defaultModelFilename)')).toBe(
    'max_batch_size: got 8; set default_model_filename',
  );
  expect(inPython('batching.preferredBatchSizes[0] (dynamic_batching.preferred_batch_size[0]): got 8')).toBe(
    'batching.preferred_batch_sizes[0] (dynamic_batching.preferred_batch_size[0]): got 8',
  );
});

test.each([
  "input 'batchSize' has no shape",
  'input "batchSize" has no shape',
  'got models/batchSize; allowed: an existing model folder',
  'got batchSize/1; allowed: a folder',
  'got batchSize.onnx; allowed: model.onnx',
  'shapes[batchSize]: got -2',
  "set the context key 'cdk-sagemaker-triton:assetStaging', or --context cdk-sagemaker-triton:assetStaging=copy",
  'use --batchSize=8, my-batchSize, https://example.com/batchSize or s3://bucket/batchSize',
  'the Regions of InvokeEndpoint, vCPUs, TensorRT and GPUs',
  'dynamic_batching.preferred_batch_size[0]: 16 is above max_batch_size 8',
  'inputTensorOfTheUser has no shape',
])('values of the user, file names, keys and other words are unchanged: %s', (message) => {
  expect(inPython(message)).toBe(message);
});

/** The error of an endpoint in a stack with the ID of a property. */
function errorOf(props: object): string {
  const model = new TritonModel({
    name: 'batchSize',
    backend: Backend.ONNXRUNTIME,
    files: ModelFiles.fromDirectory('model-artifacts/image-classifier/onnx'),
    maxBatchSize: 8,
    inputs: [Tensor.fp32('image', [3, 32, 32])],
    outputs: [Tensor.fp32('logits', [10])],
    batching: Batching.dynamic({ preferredBatchSizes: [16] }),
  });
  try {
    new TritonRealtimeEndpoint(new Stack(new App(), 'maxCapacity'), 'Classifier', { model, ...props });
  } catch (error) {
    return (error as Error).message.replace(/ \(https:\S+\)/g, '');
  }
  throw new Error('the endpoint has no errors');
}

test('the error of an endpoint has Python names in a Python app, and otherwise TypeScript names', () => {
  const error = errorOf({
    instanceType: InstanceType.G5_XLARGE,
    volumeSize: Size.gibibytes(100),
    instanceCount: 3,
    scaling: Scaling.concurrentRequests({ requestsPerInstance: 8, minCapacity: 4, maxCapacity: 2 }),
    updateStrategy: UpdateStrategy.allAtOnce({ bakeTime: Duration.hours(9) }),
  });
  const lines = error.split('\n').slice(1);
  expect(lines.map(inLanguageOfApp)).toEqual(lines);
  expect([lines, lines.map(inPython)]).toMatchInlineSnapshot(`
    [
      [
        "  - batching.preferredBatchSizes[0] (dynamic_batching.preferred_batch_size[0]): preferred batch size 16 is above max_batch_size 8; use sizes from 1 to 8, or raise max_batch_size",
        "  - outputs[0].name (output[0].name): got 'logits'; allowed: 'scores', as in the graph of 1/model.onnx",
        "  - scaling.minCapacity: got 4; allowed: at most the maxCapacity 2",
        "  - volumeSize: got a volume size with ml.g5.xlarge; allowed: no value, because the hardware encrypts the drives, or instance types without NVMe drives: ml.m5.xlarge without a GPU, or ml.p3.2xlarge with Triton 25.04 or older",
        "  - updateStrategy.bakeTime: got 32400 seconds; allowed: whole seconds from 0 to 3600",
      ],
      [
        "  - batching.preferred_batch_sizes[0] (dynamic_batching.preferred_batch_size[0]): preferred batch size 16 is above max_batch_size 8; use sizes from 1 to 8, or raise max_batch_size",
        "  - outputs[0].name (output[0].name): got 'logits'; allowed: 'scores', as in the graph of 1/model.onnx",
        "  - scaling.min_capacity: got 4; allowed: at most the max_capacity 2",
        "  - volume_size: got a volume size with ml.g5.xlarge; allowed: no value, because the hardware encrypts the drives, or instance types without NVMe drives: ml.m5.xlarge without a GPU, or ml.p3.2xlarge with Triton 25.04 or older",
        "  - update_strategy.bake_time: got 32400 seconds; allowed: whole seconds from 0 to 3600",
      ],
    ]
  `);
});

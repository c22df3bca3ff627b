import * as fs from 'fs';
import * as os from 'os';
import * as path from 'path';
import { App, Stack } from 'aws-cdk-lib';
import { Backend, Batching, ModelFiles, Tensor, TritonModel, TritonRealtimeEndpoint } from '../../lib';
import { ARTIFACTS_FOLDER, classifier } from './fixtures';

/** Returns the error message of an endpoint with the model, or `(no error)`. */
function errorOf(model: TritonModel): string {
  const stack = new Stack(new App(), 'Serving');
  try {
    new TritonRealtimeEndpoint(stack, 'Classifier', { model });
  } catch (error) {
    return (error as Error).message;
  }
  return '(no error)';
}

test('the classifier in model-artifacts has no errors', () => {
  expect(errorOf(classifier())).toBe('(no error)');
});

test('an output that does not exist in the ONNX graph is rejected', () => {
  const error = errorOf(classifier({ outputs: [Tensor.fp32('logits', [10])] }));
  expect(error).toMatch(/^Serving\/Classifier: 1 problem that Triton or SageMaker would reject at deploy time\n/);
  expect(error).toMatch(/outputs.*: .*'logits'.*'scores'.*\/io\.unexpected-output\)$/m);
});

test('a data type that differs from the ONNX graph is rejected', () => {
  const error = errorOf(classifier({ inputs: [Tensor.fp16('image', [3, 32, 32])] }));
  expect(error).toMatch(/: 1 problem/);
  expect(error).toMatch(/inputs.*: .*TYPE_FP16.*TYPE_FP32.*\/onnx\./);
});

test('a TorchScript input is rejected if its name has a position that the forward method does not have', () => {
  const error = errorOf(
    classifier({
      backend: Backend.PYTORCH,
      files: ModelFiles.fromDirectory(path.join(ARTIFACTS_FOLDER, 'image-classifier', 'torchscript')),
      inputs: [Tensor.fp32('INPUT__1', [3, 32, 32])],
      outputs: [Tensor.fp32('OUTPUT__0', [10])],
    }),
  );
  expect(error).toMatch(/: 1 problem/);
  expect(error).toMatch(/inputs.*: .*'INPUT__1'.*n = 0.*\/pt\.name-index\)$/m);
});

test('a model without a version folder is rejected', () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'model-'));
  const error = errorOf(classifier({ files: ModelFiles.fromDirectory(folder) }));
  fs.rmSync(folder, { recursive: true });
  expect(error).toMatch(/: 1 problem/);
  expect(error).toMatch(/files.*: .*\/repo\.no-version\)$/m);
});

test('a preferred batch size that exceeds the maximum batch size is rejected', () => {
  const error = errorOf(classifier({ batching: Batching.dynamic({ preferredBatchSizes: [32] }) }));
  expect(error).toMatch(/: 1 problem/);
  expect(error).toMatch(/batching\.preferredBatchSizes.*: .*32.*16.*\/dyn\.preferred-max\)$/m);
});

test('a value that is out of range for config.pbtxt is rejected', () => {
  expect(errorOf(classifier({ batching: Batching.dynamic({ maxQueueDelayMicroseconds: 0.1 }) }))).toMatch(
    /^model 'image-classifier': batching\.maxQueueDelayMicroseconds \(.*\): got 0\.1; allowed: a whole number of at least 0 .*\/config\.value\)$/,
  );
});

test('an input without the variable batch dimension of the ONNX file is rejected if maxBatchSize is not set', () => {
  const error = errorOf(classifier({ maxBatchSize: undefined, inputs: [Tensor.fp32('image', [3, 32, 32])] }));
  expect(error).toMatch(
    /got \[3, 32, 32\] for 'image'; allowed: \[-1, 3, 32, 32\], .*; or set max_batch_size \(maxBatchSize\), if -1 is the batch/,
  );
});

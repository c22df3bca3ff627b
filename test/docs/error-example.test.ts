import * as fs from 'fs';
import * as path from 'path';
import { App, Stack } from 'aws-cdk-lib';
import { Batching, Tensor, TritonModel, TritonRealtimeEndpoint } from '../../lib';

const ROOT = path.join(__dirname, '..', '..');

test('the README contains the actual error message', () => {
  const model = TritonModel.fromDirectory(path.join(ROOT, 'model-artifacts', 'image-classifier', 'onnx'), {
    maxBatchSize: 16,
    inputs: [Tensor.fp16('image', [3, 32, 32])],
    outputs: [Tensor.fp32('logits', [10])],
    batching: Batching.dynamic({ preferredBatchSizes: [32] }),
    examples: [],
  });
  const text = fs.readFileSync(path.join(ROOT, 'README.md'), 'utf8');
  const documentedMessage =
    /<!-- error-example:start -->\n```text\n([\s\S]*?)\n```\n<!-- error-example:end -->/.exec(text)?.[1] ?? '';
  expect(() => new TritonRealtimeEndpoint(new Stack(new App(), 'Serving'), 'Classifier', { model })).toThrow(
    new Error(documentedMessage),
  );
});

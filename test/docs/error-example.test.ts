import * as fs from 'fs';
import * as path from 'path';
import { App, Stack } from 'aws-cdk-lib';
import { Backend, Batching, ModelFiles, Tensor, TritonModel, TritonRealtimeEndpoint } from '../../lib';

const ROOT = path.join(__dirname, '..', '..');

test.each(['README.md', 'docs/README.md'])('%s shows the error that such a model really gives', (page) => {
  const model = new TritonModel({
    name: 'image-classifier',
    backend: Backend.ONNXRUNTIME,
    files: ModelFiles.fromDirectory(path.join(ROOT, 'model-artifacts', 'image-classifier', 'onnx')),
    maxBatchSize: 16,
    inputs: [Tensor.fp16('image', [3, 32, 32])],
    outputs: [Tensor.fp32('logits', [10])],
    batching: Batching.dynamic({ preferredBatchSizes: [32] }),
  });
  const text = fs.readFileSync(path.join(ROOT, page), 'utf8');
  const shown =
    /<!-- error-example:start -->\n```text\n([\s\S]*?)\n```\n<!-- error-example:end -->/.exec(text)?.[1] ?? '';
  expect(() => new TritonRealtimeEndpoint(new Stack(new App(), 'Serving'), 'Classifier', { model })).toThrow(
    new Error(shown),
  );
});

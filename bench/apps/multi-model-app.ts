import { App, Stack } from 'aws-cdk-lib';
import { Backend, Batching, ModelFiles, Tensor, TritonModel, TritonMultiModelEndpoint } from '../../lib';
import { printUsage } from './stacks';

const [, , count, outdir, models] = process.argv;
const app = new App({ outdir, analyticsReporting: false });
new TritonMultiModelEndpoint(new Stack(app, 'Stack'), 'Endpoint', {
  models: Array.from(
    { length: Number(count) },
    (_, index) =>
      new TritonModel({
        name: `model-${index}`,
        backend: Backend.PYTORCH,
        files: ModelFiles.fromFile(`${models}/${index}/model.pt`),
        maxBatchSize: 16,
        inputs: [Tensor.fp32('INPUT__0', [3, 32, 32])],
        outputs: [Tensor.fp32('OUTPUT__0', [10])],
        batching: Batching.dynamic({ preferredBatchSizes: [16], maxQueueDelayMicroseconds: 100 }),
      }),
  ),
});
app.synth();
printUsage();

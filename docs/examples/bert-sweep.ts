import { App, CfnOutput, Duration, RemovalPolicy, Stack } from 'aws-cdk-lib';
import { BlockPublicAccess, Bucket } from 'aws-cdk-lib/aws-s3';
import {
  Batching,
  InferenceRecommenderJob,
  InstanceGroup,
  InstanceType,
  LatencyObjective,
  Tensor,
  TrafficPattern,
  TrafficPhase,
  TritonImage,
  TritonModel,
} from 'cdk-sagemaker-triton';

const app = new App();
const stack = new Stack(app, 'BertSweep');
const batching = Batching.dynamic({ preferredBatchSizes: [16], maxQueueDelayMicroseconds: 100 });
const instanceGroups = [InstanceGroup.gpu({ count: 2 })];
const pytorchModel = TritonModel.fromDirectory('model-artifacts/stand-ins/bert-large/torchscript', {
  name: 'bert',
  maxBatchSize: 16,
  inputs: [Tensor.int32('INPUT__0', [512]), Tensor.int32('INPUT__1', [512])],
  outputs: [Tensor.fp32('OUTPUT__0', [2])],
});
const tensorrtModel = TritonModel.fromDirectory('model-artifacts/stand-ins/bert-large/engine', {
  name: 'bert',
  maxBatchSize: 16,
  inputs: [Tensor.int32('token_ids', [512]), Tensor.int32('attn_mask', [512])],
  outputs: [Tensor.fp32('output', [2])],
});
const phases: TrafficPhase[] = [{ initialUsers: 2, usersPerMinute: 2, duration: Duration.seconds(1500) }];
const resultsBucket = new Bucket(stack, 'Results', {
  blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
  enforceSSL: true,
  removalPolicy: RemovalPolicy.RETAIN,
});
const benchmarks: [string, TritonModel][] = [
  ['PytorchBase', pytorchModel],
  ['PytorchBatching', pytorchModel.withOverrides({ batching })],
  ['PytorchInstances', pytorchModel.withOverrides({ instanceGroups })],
  ['PytorchBoth', pytorchModel.withOverrides({ batching, instanceGroups })],
  ['TensorrtBase', tensorrtModel],
  ['TensorrtBatching', tensorrtModel.withOverrides({ batching })],
  ['TensorrtInstances', tensorrtModel.withOverrides({ instanceGroups })],
  ['TensorrtBoth', tensorrtModel.withOverrides({ batching, instanceGroups })],
];
for (const [name, model] of benchmarks) {
  const job = new InferenceRecommenderJob(stack, name, {
    model,
    // The newest release that runs on the default GPU driver of g4dn. The benchmark jobs cannot select a newer driver.
    image: TritonImage.forRelease('22.12'),
    instanceTypes: [InstanceType.G4DN_XLARGE, InstanceType.G4DN_2XLARGE, InstanceType.G4DN_12XLARGE],
    trafficPattern: TrafficPattern.phases(phases),
    stopAt: { invocationsPerMinute: 30_000, modelLatency: LatencyObjective.p95(Duration.millis(500)) },
    domain: 'NATURAL_LANGUAGE_PROCESSING',
    task: 'FILL_MASK',
    resultsBucket,
  });
  const table = resultsBucket.s3UrlForObject(`${job.resultsPrefix}latest/results.csv`);
  new CfnOutput(stack, `Table${name}`, { value: table });
}

app.synth();

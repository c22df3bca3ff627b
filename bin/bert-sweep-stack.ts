import { CfnOutput, Duration, Stack, StackProps } from 'aws-cdk-lib';
import { Topic } from 'aws-cdk-lib/aws-sns';
import { Construct } from 'constructs';
import {
  Batching,
  InferenceRecommenderSweep,
  InstanceGroup,
  InstanceType,
  LatencyObjective,
  ModelDomain,
  ModelTask,
  Tensor,
  TrafficPattern,
  TrafficPhase,
  TritonImage,
  TritonModel,
} from '../lib';
import { modelFolder } from './model-folders';

/** Benchmarks eight configurations of BERT-large on three instance types, to plan instances for 500 requests per second within 500 ms. */
export class BertSweepStack extends Stack {
  constructor(scope: Construct, id: string, props?: StackProps) {
    super(scope, id, props);
    const batching = Batching.dynamic({ preferredBatchSizes: [16], maxQueueDelayMicroseconds: 100 });
    const instanceGroups = [InstanceGroup.gpu({ count: 2 })];
    const pytorchModel = TritonModel.fromDirectory(modelFolder(this, 'bert-large', 'torchscript'), {
      name: 'bert',
      maxBatchSize: 16,
      inputs: [Tensor.int32('INPUT__0', [512]), Tensor.int32('INPUT__1', [512])],
      outputs: [Tensor.fp32('OUTPUT__0', [2])],
    });
    const tensorrtModel = TritonModel.fromDirectory(modelFolder(this, 'bert-large', 'engine'), {
      name: 'bert',
      maxBatchSize: 16,
      inputs: [Tensor.int32('token_ids', [512]), Tensor.int32('attn_mask', [512])],
      outputs: [Tensor.fp32('output', [2])],
    });
    const phases: TrafficPhase[] = [{ initialUsers: 2, usersPerMinute: 2, duration: Duration.seconds(1500) }];
    const sweep = new InferenceRecommenderSweep(this, 'Sweep', {
      model: pytorchModel,
      variations: [
        { name: 'pt-base', model: pytorchModel },
        { name: 'pt-db', model: pytorchModel, overrides: { batching } },
        { name: 'pt-ig', model: pytorchModel, overrides: { instanceGroups } },
        { name: 'pt-ig-db', model: pytorchModel, overrides: { batching, instanceGroups } },
        { name: 'trt-base', model: tensorrtModel },
        { name: 'trt-db', model: tensorrtModel, overrides: { batching } },
        { name: 'trt-ig', model: tensorrtModel, overrides: { instanceGroups } },
        { name: 'trt-ig-db', model: tensorrtModel, overrides: { batching, instanceGroups } },
      ],
      // The newest release that runs on the default GPU driver of g4dn. The benchmark jobs cannot select a newer driver.
      image: TritonImage.forRelease('22.12'),
      instanceTypes: [InstanceType.G4DN_XLARGE, InstanceType.G4DN_2XLARGE, InstanceType.G4DN_12XLARGE],
      trafficPattern: TrafficPattern.phases(phases),
      stopAt: { invocationsPerMinute: 30_000, modelLatency: LatencyObjective.p95(Duration.millis(500)) },
      jobDuration: Duration.hours(2),
      domain: ModelDomain.NATURAL_LANGUAGE_PROCESSING,
      task: ModelTask.FILL_MASK,
      maxParallelJobs: 2,
      maxCostUsd: 110,
      notificationTopic: new Topic(this, 'Ended', { enforceSSL: true }),
    });
    const prefix = sweep.resultsPrefix;
    new CfnOutput(this, 'Table', { value: sweep.resultsBucket.s3UrlForObject(`${prefix}latest/results.csv`) });
  }
}

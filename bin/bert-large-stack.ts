import { Duration, Stack, StackProps } from 'aws-cdk-lib';
import { Construct } from 'constructs';
import {
  Backend,
  CapacityPlanner,
  LatencyObjective,
  ModelFiles,
  Tensor,
  TritonModel,
  TritonRealtimeEndpoint,
  Warmup,
} from '../lib';
import { artifact, ownModel } from './model-folders';

const MEASURED = artifact('bert-large-inference-recommender.csv');

/** BERT-large as a TensorRT engine on the cheapest fleet that keeps 500 ms at 500 requests per second, as Inference Recommender measured it. */
export class BertLargeStack extends Stack {
  constructor(scope: Construct, id: string, props?: StackProps) {
    super(scope, id, props);
    const sizing = CapacityPlanner.fromInferenceRecommenderCsv(MEASURED).plan({
      requestsPerSecond: 500,
      latencyObjective: LatencyObjective.p99(Duration.millis(500)),
    });
    new TritonRealtimeEndpoint(this, 'Endpoint', {
      model: new TritonModel({
        name: 'bert-large',
        backend: Backend.TENSORRT,
        files: ModelFiles.fromDirectory(ownModel(this, 'bert-large', 'engine')),
        maxBatchSize: 16,
        inputs: [Tensor.int32('token_ids', [512]), Tensor.int32('attn_mask', [512])],
        outputs: [Tensor.fp32('output', [2])],
        warmup: [Warmup.zeros({ batchSize: 16 })],
      }),
      sizing,
    });
  }
}

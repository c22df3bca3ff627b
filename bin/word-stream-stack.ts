import { Duration, Stack, StackProps } from 'aws-cdk-lib';
import { Construct } from 'constructs';
import { InferenceType, InstanceType, LatencyObjective, Tensor, TritonModel, TritonRealtimeEndpoint } from '../lib';
import { artifact } from './model-folders';

/** A model that streams a text word by word, like a language model. Callers use InvokeEndpointWithResponseStream. */
export class WordStreamStack extends Stack {
  constructor(scope: Construct, id: string, props?: StackProps) {
    super(scope, id, props);
    new TritonRealtimeEndpoint(this, 'Endpoint', {
      model: TritonModel.fromDirectory(artifact('word-stream', 'python'), {
        name: 'word-stream',
        inputs: [Tensor.string('text_input', [1])],
        outputs: [Tensor.string('text_output', [1])],
        decoupled: true,
      }),
      instanceType: InstanceType.of('ml.c6i.large'),
      server: { inferenceType: InferenceType.GENERATE_STREAM },
      latencyObjective: LatencyObjective.p99(Duration.seconds(5)),
      monitoring: { firstChunkObjective: LatencyObjective.p99(Duration.millis(200)) },
    });
  }
}

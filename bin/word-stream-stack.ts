import { Duration, Stack, StackProps } from 'aws-cdk-lib';
import { Construct } from 'constructs';
import {
  Backend,
  InferenceType,
  InstanceType,
  LatencyObjective,
  ModelExample,
  ModelFiles,
  Tensor,
  TritonModel,
  TritonRealtimeEndpoint,
} from '../lib';
import { artifact } from './model-folders';

/** A model that sends a text word by word, as a language model does, over InvokeEndpointWithResponseStream. */
export class WordStreamStack extends Stack {
  constructor(scope: Construct, id: string, props?: StackProps) {
    super(scope, id, props);
    new TritonRealtimeEndpoint(this, 'Endpoint', {
      model: new TritonModel({
        name: 'word-stream',
        backend: Backend.PYTHON,
        files: ModelFiles.fromDirectory(artifact('word-stream', 'python')),
        inputs: [Tensor.string('text_input', [1])],
        outputs: [Tensor.string('text_output', [1])],
        decoupled: true,
        examples: [ModelExample.fromFile(artifact('word-stream', 'python.example.json'))],
      }),
      instanceType: InstanceType.of('ml.c6i.large'),
      server: { inferenceType: InferenceType.GENERATE_STREAM },
      latencyObjective: LatencyObjective.p99(Duration.seconds(5)),
      monitoring: { firstChunkObjective: LatencyObjective.p99(Duration.millis(200)) },
    });
  }
}

import { Stack, StackProps } from 'aws-cdk-lib';
import { Construct } from 'constructs';
import { Backend, ModelExample, ModelFiles, Tensor, TritonModel, TritonRealtimeEndpoint } from '../lib';
import { artifact } from './model-folders';

/** A text model with only what an endpoint requires; every option has its default. */
export class TextClassifierStack extends Stack {
  constructor(scope: Construct, id: string, props?: StackProps) {
    super(scope, id, props);
    new TritonRealtimeEndpoint(this, 'Endpoint', {
      model: new TritonModel({
        name: 'text-classifier',
        backend: Backend.ONNXRUNTIME,
        files: ModelFiles.fromDirectory(artifact('text-classifier', 'onnx')),
        maxBatchSize: 16,
        inputs: [Tensor.int32('token_ids', [512]), Tensor.int32('attn_mask', [512])],
        outputs: [Tensor.fp32('output', [2])],
        examples: [ModelExample.fromFile(artifact('text-classifier', 'onnx.example.json'))],
      }),
    });
  }
}

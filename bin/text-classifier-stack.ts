import { Stack, StackProps } from 'aws-cdk-lib';
import { Construct } from 'constructs';
import { TritonModel, TritonRealtimeEndpoint } from '../lib';
import { artifact } from './model-folders';

/** A text model on an endpoint that sets only the required properties. */
export class TextClassifierStack extends Stack {
  constructor(scope: Construct, id: string, props?: StackProps) {
    super(scope, id, props);
    new TritonRealtimeEndpoint(this, 'Endpoint', {
      model: TritonModel.fromDirectory(artifact('text-classifier', 'onnx'), {
        name: 'text-classifier',
        maxBatchSize: 16,
      }),
    });
  }
}

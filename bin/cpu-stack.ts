import { Stack, StackProps } from 'aws-cdk-lib';
import { Construct } from 'constructs';
import { EndpointPurpose, InstanceGroup, InstanceType, TritonModel, TritonRealtimeEndpoint } from '../lib';
import { artifact } from './model-folders';

/** A small model on instances without GPUs: an inexpensive endpoint for development, and an endpoint for production. */
export class CpuStack extends Stack {
  constructor(scope: Construct, id: string, props?: StackProps) {
    super(scope, id, props);
    const model = TritonModel.fromDirectory(artifact('text-classifier', 'onnx'), {
      name: 'text-classifier',
      maxBatchSize: 16,
    });

    new TritonRealtimeEndpoint(this, 'Development', {
      model,
      instanceType: InstanceType.of('ml.c6i.large'),
      purpose: EndpointPurpose.DEVELOPMENT,
      smokeTest: { enabled: true },
    });

    // Two instances of the model share the 4 vCPUs.
    new TritonRealtimeEndpoint(this, 'Production', {
      model: model.withOverrides({
        instanceGroups: [InstanceGroup.cpu({ count: 2 })],
        parameters: { intra_op_thread_count: '2' },
      }),
      instanceType: InstanceType.of('ml.c6i.xlarge'),
    });
  }
}

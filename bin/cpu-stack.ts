import { Stack, StackProps } from 'aws-cdk-lib';
import { Construct } from 'constructs';
import {
  Backend,
  BackendParameters,
  EndpointPurpose,
  InstanceGroup,
  InstanceType,
  ModelExample,
  ModelFiles,
  Tensor,
  TritonModel,
  TritonRealtimeEndpoint,
} from '../lib';
import { artifact } from './model-folders';

/** A model that is small enough for instances without GPU: a cheap endpoint to develop with, and one for production. */
export class CpuStack extends Stack {
  constructor(scope: Construct, id: string, props?: StackProps) {
    super(scope, id, props);
    const model = new TritonModel({
      name: 'text-classifier',
      backend: Backend.ONNXRUNTIME,
      files: ModelFiles.fromDirectory(artifact('text-classifier', 'onnx')),
      maxBatchSize: 16,
      inputs: [Tensor.int32('token_ids', [512]), Tensor.int32('attn_mask', [512])],
      outputs: [Tensor.fp32('output', [2])],
      examples: [ModelExample.fromFile(artifact('text-classifier', 'onnx.example.json'))],
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
        parameters: BackendParameters.onnxruntime({ intraOpThreadCount: 2 }),
      }),
      instanceType: InstanceType.of('ml.c6i.xlarge'),
    });
  }
}

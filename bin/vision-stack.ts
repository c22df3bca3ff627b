import { Duration, Stack, StackProps } from 'aws-cdk-lib';
import { Construct } from 'constructs';
import { InstanceType, LatencyObjective, Scaling, TritonMultiModelEndpoint } from '../lib';
import { visionModels } from './vision-models';

/** Four kinds of models on one multi-model endpoint. Other principals can add models while the endpoint runs (`openPrefix`). */
export class VisionStack extends Stack {
  constructor(scope: Construct, id: string, props?: StackProps) {
    super(scope, id, props);
    const [torchscript, onnx, preprocessing, pipeline] = visionModels();
    const endpoint = new TritonMultiModelEndpoint(this, 'Endpoint', {
      models: [torchscript, onnx, preprocessing],
      openPrefix: true,
      instanceType: InstanceType.G4DN_4XLARGE,
      instanceCount: 2,
      scaling: Scaling.gpuUtilization({ percent: 60, minCapacity: 1, maxCapacity: 5 }),
      latencyObjective: LatencyObjective.p99(Duration.millis(200)),
    });
    endpoint.addModel(pipeline);
  }
}

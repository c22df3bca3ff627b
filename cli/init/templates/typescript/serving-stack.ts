import { Duration, Stack, StackProps } from 'aws-cdk-lib';
import { InstanceType, LatencyObjective, TritonRealtimeEndpoint } from 'cdk-sagemaker-triton';
import { Construct } from 'constructs';
import { model } from './model';

export class ServingStack extends Stack {
  public constructor(scope: Construct, id: string, props?: StackProps) {
    super(scope, id, props);
    new TritonRealtimeEndpoint(this, 'Endpoint', {
      model,
      instanceType: InstanceType.G4DN_XLARGE, // one T4
      latencyObjective: LatencyObjective.p99(Duration.seconds(1)), // alarms and rollbacks use this objective
    });
  }
}

import { App, Duration, Stack } from 'aws-cdk-lib';
import { IAlarmAction } from 'aws-cdk-lib/aws-cloudwatch';
import { SecurityGroup, Vpc } from 'aws-cdk-lib/aws-ec2';
import {
  Backend,
  InferenceRecommenderJob,
  InstanceType,
  ModelExample,
  ModelFiles,
  Scaling,
  TrafficPattern,
  TritonAsyncEndpoint,
  TritonModel,
  TritonMultiModelEndpoint,
  TritonRealtimeEndpoint,
} from '../../lib';
import { artifact } from '../../bin/model-folders';

const NOTIFY: IAlarmAction = { bind: () => ({ alarmActionArn: 'arn:aws:sns:eu-west-1:111122223333:on-call' }) };

const ONNX = artifact('image-classifier/onnx/1/model.onnx');
const SHAPES = { min: [1, 3, 32, 32], opt: [8, 3, 32, 32], max: [16, 3, 32, 32] };
const BENCHMARK = {
  trafficPattern: TrafficPattern.phases([{ initialUsers: 2, usersPerMinute: 2, duration: Duration.minutes(20) }]),
  instanceTypes: [InstanceType.G5_XLARGE],
};

/** Creates all constructs that can have findings. The path of each construct begins with the name of its class. */
export function createAllConstructs(context: Record<string, unknown> = {}): Stack {
  const stack = new Stack(new App({ context }), 'Stack', { env: { account: '111122223333', region: 'eu-west-1' } });
  const model = TritonModel.fromDirectory(artifact('image-classifier/onnx')).withOverrides({
    examples: [ModelExample.fromFile(artifact('image-classifier/onnx.example.json'))],
  });
  const vpc = Vpc.fromVpcAttributes(stack, 'UsersVpc', {
    vpcId: 'vpc-1',
    availabilityZones: ['eu-west-1a', 'eu-west-1b'],
    privateSubnetIds: ['subnet-1', 'subnet-2'],
  });
  const allFeatures = {
    model,
    vpc,
    dataCapture: { samplingPercentage: 10 },
  };

  new TritonRealtimeEndpoint(stack, 'TritonRealtimeEndpoint', {
    ...allFeatures,
    scaling: Scaling.concurrentRequests({ maxCapacity: 4, requestsPerInstance: 8 }),
  });
  // The findings depend on the instance type, and on whether the alarms have actions.
  new TritonRealtimeEndpoint(stack, 'TritonRealtimeEndpoint-Cpu', {
    model,
    instanceType: InstanceType.of('ml.c6i.large'),
    monitoring: { alarmActions: [NOTIFY] },
  });
  new TritonMultiModelEndpoint(stack, 'TritonMultiModelEndpoint', { models: [model], openPrefix: true });
  new TritonAsyncEndpoint(stack, 'TritonAsyncEndpoint', {
    model,
    scaling: Scaling.backlogPerInstance({ minCapacity: 0, maxCapacity: 2, backlogPerInstance: 4 }),
  });
  const engine = ModelFiles.fromEngineBuild(ONNX, { profiles: [{ image: SHAPES }] });
  new TritonRealtimeEndpoint(stack, 'TritonRealtimeEndpoint-Engines', {
    model: model.withOverrides({ backend: Backend.TENSORRT, files: engine, examples: [] }),
    vpc,
    variants: [
      { variantName: 'A', instanceType: InstanceType.G5_XLARGE },
      { variantName: 'B', instanceType: InstanceType.P4D_24XLARGE },
    ],
  });
  new InferenceRecommenderJob(stack, 'InferenceRecommenderJob', {
    model,
    ...BENCHMARK,
    vpc,
    securityGroups: [SecurityGroup.fromSecurityGroupId(stack, 'UsersGroup', 'sg-1')],
  });
  return stack;
}

import { Duration } from 'aws-cdk-lib';
import { Match } from 'aws-cdk-lib/assertions';
import { TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import { SecurityGroup, SubnetType, Vpc } from 'aws-cdk-lib/aws-ec2';
import { LatencyObjective, ModelExample, Tensor, UpdateStrategy } from '../../../lib';
import { classifier } from '../fixtures';
import { errorOf, pythonModel, templateOf, warningsOf } from './outcome';

// The numbers are those of the list of failures that this library has to prevent.

describe('38: a request that the model cannot take', () => {
  test('is refused where its values do not fit the inputs', () => {
    const examples = [
      ModelExample.of({
        request: { inputs: [{ name: 'image', shape: [1, 3, 30, 30], datatype: 'FP32', data: [] }] },
      }),
    ];
    expect(errorOf({ model: classifier({ examples }) })).toMatch(/examples.*\/example\.input\)/);
  });

  test('is never an empty one: a model without inputs is not asked', () => {
    const model = pythonModel('pass', { inputs: [], outputs: [] });
    expect(warningsOf({ model })).toContainEqual(
      expect.stringMatching(/no request is sent.*smoke-test\.nothing-to-ask/),
    );
  });
});

describe('39: a request or answer beyond 6 MiB', () => {
  const sized = (side: 'inputs' | 'outputs', dims: number[]) =>
    pythonModel('pass', { maxBatchSize: 8, [side]: [Tensor.fp32('x', dims)] });

  test.each(['inputs', 'outputs'] as const)('of %s is warned about', (side) => {
    expect(warningsOf({ model: sized(side, [3, 1024, 1024]) })).toContainEqual(
      expect.stringMatching(
        `^${side}: got 12582912 bytes in the smallest .* InvokeEndpoint accepts 6291456.*sm\\.body`,
      ),
    );
  });

  test('is not where one fits, or where nobody knows how large it is', () => {
    for (const dims of [[3, 512, 1024], [-1, 1024, 1024], [-1]]) {
      expect(warningsOf({ model: sized('inputs', dims) }).join()).not.toContain('sm.body');
    }
  });
});

test('40: no alarm fires for want of requests, and those of a rollback cannot be made to', () => {
  const defaults = templateOf();
  defaults.allResourcesProperties('AWS::CloudWatch::Alarm', { TreatMissingData: 'notBreaching' });
  const alarms = { latency: { treatMissingData: TreatMissingData.BREACHING } };
  expect(errorOf({ monitoring: { alarms } })).toMatch(/latency\.treatMissingData.*\/cw\.rollback-missing-data\)/);
});

test('40: alarms watch the variant', () => {
  templateOf().hasResourceProperties('AWS::CloudWatch::Alarm', {
    MetricName: 'ModelLatency',
    Dimensions: [
      { Name: 'EndpointName', Value: 'shop' },
      { Name: 'VariantName', Value: 'AllTraffic' },
    ],
  });
});

test('41: a latency is a duration, and a threshold in the microseconds of its metric', () => {
  const latencyObjective = LatencyObjective.p99(Duration.millis(50));
  templateOf({ latencyObjective }).hasResourceProperties('AWS::CloudWatch::Alarm', {
    MetricName: 'ModelLatency',
    Threshold: 50_000,
  });
});

test('42: with security groups of another stack none is made that a deletion would have to wait for', () => {
  const template = templateOf((stack) => ({
    vpc: new Vpc(stack, 'Vpc'),
    securityGroups: [SecurityGroup.fromSecurityGroupId(stack, 'Group', 'sg-1')],
  }));
  template.resourceCountIs('AWS::EC2::SecurityGroup', 0);
  template.hasResourceProperties('AWS::SageMaker::Model', { VpcConfig: { SecurityGroupIds: ['sg-1'] } });
});

test('43: a network without a way to S3, and of one zone', () => {
  const warnings = warningsOf((stack) => ({
    vpc: new Vpc(stack, 'Vpc', {
      maxAzs: 1,
      subnetConfiguration: [{ name: 'Isolated', subnetType: SubnetType.PRIVATE_ISOLATED }],
    }),
  }));
  expect(warnings).toContainEqual(expect.stringMatching(/sm\.vpc-s3/));
  expect(warnings).toContainEqual(expect.stringMatching(/sm\.vpc-zones/));
});

test('45: what SageMaker needs to patch an endpoint stays: nothing expires, and versions go after the endpoint has moved', () => {
  const template = templateOf();
  const [{ Properties: bucket }] = Object.values(template.findResources('AWS::S3::Bucket'));
  expect(JSON.stringify(bucket)).not.toContain('Expiration');
  template.hasResourceProperties('Custom::TritonModelPublication', { Retain: '1' });
  template.hasResource('AWS::SageMaker::Model', {
    DependsOn: Match.arrayWith([Match.stringLikeRegexp('Publication')]),
  });
});

describe('46: an update', () => {
  test('is blue/green by default, and goes back on alarms', () => {
    templateOf().hasResourceProperties('AWS::SageMaker::Endpoint', {
      DeploymentConfig: {
        AutoRollbackConfiguration: { Alarms: [Match.anyValue(), Match.anyValue(), Match.anyValue()] },
        BlueGreenUpdatePolicy: {
          TrafficRoutingConfiguration: { Type: 'ALL_AT_ONCE' },
          TerminationWaitInSeconds: 480,
        },
      },
    });
  });

  test('that the API would refuse is refused', () => {
    const updateStrategy = UpdateStrategy.allAtOnce({ bakeTime: Duration.seconds(30) });
    expect(errorOf({ updateStrategy })).toMatch(/updateStrategy\.bakeTime: got 30 seconds.*\/sm\.deploy-bake\)/);
  });
});

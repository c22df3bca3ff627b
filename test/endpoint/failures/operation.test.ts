import { Duration } from 'aws-cdk-lib';
import { Match } from 'aws-cdk-lib/assertions';
import { TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import { SecurityGroup, SubnetType, Vpc } from 'aws-cdk-lib/aws-ec2';
import { LatencyObjective, Tensor } from '../../../lib';
import { errorOf, pythonModel, endpointTemplate, warningsOf } from './outcome';

describe('39: a request or response that exceeds 6 MiB', () => {
  const modelWithTensor = (side: 'inputs' | 'outputs', dims: number[]) =>
    pythonModel('pass', { maxBatchSize: 8, [side]: [Tensor.fp32('x', dims)] });

  test.each(['inputs', 'outputs'] as const)('causes a warning if the %s exceed the limit', (side) => {
    expect(warningsOf({ model: modelWithTensor(side, [3, 1024, 1024]) })).toContainEqual(
      expect.stringMatching(
        `^${side}: got 12582912 bytes in the smallest .* InvokeEndpoint accepts 6291456.*sm\\.body`,
      ),
    );
  });

  test('causes no warning if the smallest request fits, or if its size is not known', () => {
    for (const dims of [[3, 512, 1024], [-1, 1024, 1024], [-1]]) {
      expect(warningsOf({ model: modelWithTensor('inputs', dims) }).join()).not.toContain('sm.body');
    }
  });
});

test('40: no alarm fires without requests, and users cannot change this for rollback alarms', () => {
  const defaultTemplate = endpointTemplate();
  defaultTemplate.allResourcesProperties('AWS::CloudWatch::Alarm', { TreatMissingData: 'notBreaching' });
  const alarms = { latency: { treatMissingData: TreatMissingData.BREACHING } };
  expect(errorOf({ monitoring: { alarms } })).toMatch(/latency\.treatMissingData.*\/cw\.rollback-missing-data\)/);
});

test('41: a latency is a duration, and the threshold is in microseconds like the metric', () => {
  const latencyObjective = LatencyObjective.p99(Duration.millis(50));
  endpointTemplate({ latencyObjective }).hasResourceProperties('AWS::CloudWatch::Alarm', {
    MetricName: 'ModelLatency',
    Threshold: 50_000,
  });
});

test('42: with security groups of a different stack, no group is created that would delay a deletion', () => {
  const template = endpointTemplate((stack) => ({
    vpc: new Vpc(stack, 'Vpc'),
    securityGroups: [SecurityGroup.fromSecurityGroupId(stack, 'Group', 'sg-1')],
  }));
  template.resourceCountIs('AWS::EC2::SecurityGroup', 0);
  template.hasResourceProperties('AWS::SageMaker::Model', { VpcConfig: { SecurityGroupIds: ['sg-1'] } });
});

test('43: a VPC without a route to S3, and with one Availability Zone, causes two warnings', () => {
  const warnings = warningsOf((stack) => ({
    vpc: new Vpc(stack, 'Vpc', {
      maxAzs: 1,
      subnetConfiguration: [{ name: 'Isolated', subnetType: SubnetType.PRIVATE_ISOLATED }],
    }),
  }));
  expect(warnings).toContainEqual(expect.stringMatching(/sm\.vpc-s3/));
  expect(warnings).toContainEqual(expect.stringMatching(/sm\.vpc-zones/));
});

test('45: files that SageMaker requires to patch an endpoint do not expire', () => {
  const template = endpointTemplate();
  const [{ Properties: bucket }] = Object.values(template.findResources('AWS::S3::Bucket'));
  expect(JSON.stringify(bucket)).not.toContain('Expiration');
  template.hasResource('AWS::SageMaker::Model', {
    DependsOn: Match.arrayWith([Match.stringLikeRegexp('Publication')]),
  });
});

describe('46: an update', () => {
  test('is blue/green by default, and rolls back on alarms', () => {
    endpointTemplate().hasResourceProperties('AWS::SageMaker::Endpoint', {
      DeploymentConfig: {
        AutoRollbackConfiguration: { Alarms: [Match.anyValue(), Match.anyValue(), Match.anyValue()] },
        BlueGreenUpdatePolicy: {
          TrafficRoutingConfiguration: { Type: 'ALL_AT_ONCE' },
          TerminationWaitInSeconds: 480,
        },
      },
    });
  });
});

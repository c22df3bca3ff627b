import { Match, Template } from 'aws-cdk-lib/assertions';
import { CfnScalingPolicy } from 'aws-cdk-lib/aws-applicationautoscaling';
import { Repository } from 'aws-cdk-lib/aws-ecr';
import { CfnEndpoint } from 'aws-cdk-lib/aws-sagemaker';
import { Construct } from 'constructs';
import {
  Scaling,
  ScalingBindOptions,
  ScalingConfig,
  TritonImage,
  TritonImageConfig,
  UpdateStrategy,
  UpdateStrategyBindOptions,
  UpdateStrategyConfig,
} from '../../lib';
import { stackWith, statementsOf } from './fixtures';

/** Keeps the CPUs at a mean utilization. */
class CpuScaling extends Scaling {
  constructor(private readonly changes: Partial<ScalingConfig> & { readonly targetValue?: number } = {}) {
    super();
  }

  public bind(scope: Construct, { scalableTarget, ...variant }: ScalingBindOptions): ScalingConfig {
    const { targetValue = 60, ...changes } = this.changes;
    const policy = new CfnScalingPolicy(scope, 'Cpu', {
      policyName: 'Cpu',
      policyType: 'TargetTrackingScaling',
      scalingTargetId: scalableTarget.scalableTargetId,
      targetTrackingScalingPolicyConfiguration: {
        targetValue,
        customizedMetricSpecification: {
          namespace: '/aws/sagemaker/Endpoints',
          metricName: 'CPUUtilization',
          statistic: 'Average',
          dimensions: [
            { name: 'EndpointName', value: variant.endpointName },
            { name: 'VariantName', value: variant.variantName },
          ],
        },
      },
    });
    return { maxCapacity: 3 * variant.initialInstanceCount, policies: [policy], ...changes };
  }
}

/** A canary of one instance, however large the fleet is. */
class OneInstanceFirst extends UpdateStrategy {
  constructor(private readonly changes: CfnEndpoint.DeploymentConfigProperty = {}) {
    super();
  }

  public bind(_scope: Construct, { alarmWindow }: UpdateStrategyBindOptions): UpdateStrategyConfig {
    return {
      deploymentConfig: {
        blueGreenUpdatePolicy: {
          trafficRoutingConfiguration: {
            type: 'CANARY',
            canarySize: { type: 'INSTANCE_COUNT', value: 1 },
            waitIntervalInSeconds: alarmWindow.toSeconds(),
          },
          terminationWaitInSeconds: alarmWindow.toSeconds(),
        },
        ...this.changes,
      },
    };
  }
}

/** An image of a name that a platform team decides. */
class TeamImage extends TritonImage {
  constructor(private readonly uri?: string) {
    super({ release: '24.09' });
  }

  public bind(scope: Construct): TritonImageConfig {
    const repository = Repository.fromRepositoryName(scope, 'TeamRepository', 'team/triton');
    return { uri: this.uri ?? repository.repositoryUriForTag('stable'), repositoryArn: repository.repositoryArn };
  }
}

/** The endpoint's role has such a statement. */
describe('scaling of a user', () => {
  test('becomes target and policy of the variant, and is registered again after a change of the instance type', () => {
    const template = Template.fromStack(stackWith({ instanceCount: 2, scaling: new CpuScaling() }));
    template.hasResourceProperties('AWS::ApplicationAutoScaling::ScalableTarget', { MinCapacity: 2, MaxCapacity: 6 });
    template.hasResourceProperties('AWS::ApplicationAutoScaling::ScalingPolicy', {
      PolicyName: Match.stringLikeRegexp('^Cpu-[0-9a-f]{16}$'),
    });
    template.hasResourceProperties('Custom::TritonScalingRegistration', {
      Variants: Match.serializedJson([
        Match.objectLike({
          target: { minCapacity: 2, maxCapacity: 6 },
          policies: [Match.objectLike({ policyName: Match.stringLikeRegexp('^Cpu-[0-9a-f]{16}$') })],
        }),
      ]),
    });
    template.hasResourceProperties('AWS::SageMaker::Endpoint', { RetainAllVariantProperties: true });
  });

  test.each([
    ['fewer instances than there are', { maxCapacity: 1 }, 'scaling.maxCapacity: got 1; allowed: at least'],
    ['no instance', { minCapacity: 0 }, 'scaling.minCapacity: got 0'],
    [
      'a target of nothing',
      { targetValue: 0 },
      'scaling.policies[0].targetTrackingScalingPolicyConfiguration.targetValue: got 0',
    ],
  ])('%s is an error with path and property', (_, changes, message) => {
    const synthesize = () => stackWith({ instanceCount: 2, scaling: new CpuScaling(changes) });
    expect(synthesize).toThrow(/^Stack\/Classifier\/AllTraffic\/Scaling: /);
    expect(synthesize).toThrow(message);
  });

  test('cannot be combined, since the limits of its policies are not known', () => {
    expect(() => Scaling.combine(new CpuScaling(), new CpuScaling())).toThrow('got 0 of 2 strategies');
  });
});

describe('an update strategy of a user', () => {
  test('becomes the deployment configuration, and the role may read its alarms', () => {
    const template = Template.fromStack(stackWith({ updateStrategy: new OneInstanceFirst() }));
    template.hasResourceProperties('AWS::SageMaker::Endpoint', {
      DeploymentConfig: {
        AutoRollbackConfiguration: { Alarms: [Match.anyValue(), Match.anyValue(), Match.anyValue()] },
        BlueGreenUpdatePolicy: {
          TrafficRoutingConfiguration: { Type: 'CANARY', CanarySize: { Type: 'INSTANCE_COUNT', Value: 1 } },
        },
      },
    });
    expect(statementsOf(template, /RollbackPolicy/).map(({ Action }) => Action)).toEqual(['cloudwatch:DescribeAlarms']);
  });

  const routing = { type: 'ALL_AT_ONCE', waitIntervalInSeconds: 0 };
  test.each<[string, CfnEndpoint.DeploymentConfigProperty, string]>([
    ['no policy', { blueGreenUpdatePolicy: undefined }, 'updateStrategy.deploymentConfig: got 0 of'],
    [
      'alarms that the role may not read',
      { autoRollbackConfiguration: { alarms: [{ alarmName: 'mine' }] } },
      'updateStrategy.deploymentConfig.autoRollbackConfiguration: got a value',
    ],
    [
      'a fleet that is gone before an alarm can fire',
      { blueGreenUpdatePolicy: { trafficRoutingConfiguration: routing, terminationWaitInSeconds: 60 } },
      'updateStrategy.deploymentConfig.blueGreenUpdatePolicy.terminationWaitInSeconds: got 60 seconds',
    ],
    [
      'a wait that SageMaker rejects',
      { blueGreenUpdatePolicy: { trafficRoutingConfiguration: routing, terminationWaitInSeconds: 4000 } },
      'terminationWaitInSeconds: got 4000; allowed',
    ],
  ])('%s is an error with path and property', (_, changes, message) => {
    const synthesize = () => stackWith({ updateStrategy: new OneInstanceFirst(changes) });
    expect(synthesize).toThrow(/^Stack\/Classifier: /);
    expect(synthesize).toThrow(message);
  });
});

describe('an image of a user', () => {
  test('is what the model runs, and the role may pull it', () => {
    const template = Template.fromStack(stackWith({ image: new TeamImage() }));
    expect(JSON.stringify(template.findResources('AWS::SageMaker::Model'))).toContain('team/triton:stable');
    expect(statementsOf(template, /ExecutionPolicy/).flatMap(({ Action }) => Action)).toContain('ecr:BatchGetImage');
  });

  test('an invalid name is an error with path and property', () => {
    const synthesize = () => stackWith({ image: new TeamImage('team triton') });
    expect(synthesize).toThrow(/^Stack\/Classifier\/AllTraffic: /);
    expect(synthesize).toThrow("image: got 'team triton'; allowed: 1 to 255 characters without white space");
  });
});

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

/** A user's scaling strategy, which scales on the average CPU utilization. */
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

/** A user's update strategy: a canary of one instance, regardless of the number of instances. */
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

/** A user's class for an image whose name a platform team determines. */
class TeamImage extends TritonImage {
  constructor(private readonly uri?: string) {
    super({ release: '24.09' });
  }

  public bind(scope: Construct): TritonImageConfig {
    const repository = Repository.fromRepositoryName(scope, 'TeamRepository', 'team/triton');
    return { uri: this.uri ?? repository.repositoryUriForTag('stable'), repositoryArn: repository.repositoryArn };
  }
}

describe('a user’s scaling strategy', () => {
  test('creates the scalable target and its policy, and is passed to the function that registers them again when the instance type changes', () => {
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
    [
      'a maximum capacity below the instance count',
      { maxCapacity: 1 },
      'scaling.maxCapacity: got 1; allowed: at least',
    ],
    ['a minimum capacity of 0', { minCapacity: 0 }, 'scaling.minCapacity: got 0'],
    [
      'a target of 0',
      { targetValue: 0 },
      'scaling.policies[0].targetTrackingScalingPolicyConfiguration.targetValue: got 0',
    ],
  ])('with %s is rejected, and the error contains the path and the property', (_, changes, message) => {
    const synthesize = () => stackWith({ instanceCount: 2, scaling: new CpuScaling(changes) });
    expect(synthesize).toThrow(/^Stack\/Classifier\/AllTraffic\/Scaling: /);
    expect(synthesize).toThrow(message);
  });

  test('cannot be combined with a different strategy, because the limits of its policies are not known', () => {
    expect(() => Scaling.combine(new CpuScaling(), new CpuScaling())).toThrow('got 0 of 2 strategies');
  });
});

describe('a user’s update strategy', () => {
  test('creates the deployment configuration, and the role may read its alarms', () => {
    const template = Template.fromStack(stackWith({ updateStrategy: new OneInstanceFirst() }));
    template.hasResourceProperties('AWS::SageMaker::Endpoint', {
      DeploymentConfig: {
        AutoRollbackConfiguration: { Alarms: [Match.anyValue(), Match.anyValue(), Match.anyValue()] },
        BlueGreenUpdatePolicy: {
          TrafficRoutingConfiguration: { Type: 'CANARY', CanarySize: { Type: 'INSTANCE_COUNT', Value: 1 } },
        },
      },
    });
    expect(statementsOf(template, /ExecutionPolicy/).map(({ Action }) => Action)).toContain(
      'cloudwatch:DescribeAlarms',
    );
  });

  const routing = { type: 'ALL_AT_ONCE', waitIntervalInSeconds: 0 };
  test.each<[string, CfnEndpoint.DeploymentConfigProperty, string]>([
    ['no update policy', { blueGreenUpdatePolicy: undefined }, 'updateStrategy.deploymentConfig: got 0 of'],
    [
      'alarms that the role may not read',
      { autoRollbackConfiguration: { alarms: [{ alarmName: 'mine' }] } },
      'updateStrategy.deploymentConfig.autoRollbackConfiguration: got a value',
    ],
    [
      'a deletion of the old fleet before an alarm can fire',
      { blueGreenUpdatePolicy: { trafficRoutingConfiguration: routing, terminationWaitInSeconds: 60 } },
      'updateStrategy.deploymentConfig.blueGreenUpdatePolicy.terminationWaitInSeconds: got 60 seconds',
    ],
    [
      'a wait that exceeds the limit of SageMaker',
      { blueGreenUpdatePolicy: { trafficRoutingConfiguration: routing, terminationWaitInSeconds: 4000 } },
      'terminationWaitInSeconds: got 4000; allowed',
    ],
  ])('with %s is rejected, and the error contains the path and the property', (_, changes, message) => {
    const synthesize = () => stackWith({ updateStrategy: new OneInstanceFirst(changes) });
    expect(synthesize).toThrow(/^Stack\/Classifier: /);
    expect(synthesize).toThrow(message);
  });
});

describe('a user’s image', () => {
  test('is the image of the model, and the role may pull it', () => {
    const template = Template.fromStack(stackWith({ image: new TeamImage() }));
    expect(JSON.stringify(template.findResources('AWS::SageMaker::Model'))).toContain('team/triton:stable');
    expect(statementsOf(template, /ExecutionPolicy/).flatMap(({ Action }) => Action)).toContain('ecr:BatchGetImage');
  });

  test('is rejected if its name is invalid, and the error contains the path and the property', () => {
    const synthesize = () => stackWith({ image: new TeamImage('team triton') });
    expect(synthesize).toThrow(/^Stack\/Classifier\/AllTraffic: /);
    expect(synthesize).toThrow("image: got 'team triton'; allowed: 1 to 255 characters without white space");
  });
});

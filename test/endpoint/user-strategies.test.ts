import { Match, Template } from 'aws-cdk-lib/assertions';
import { Repository } from 'aws-cdk-lib/aws-ecr';
import { CfnEndpoint } from 'aws-cdk-lib/aws-sagemaker';
import { Construct } from 'constructs';
import {
  TritonImage,
  TritonImageConfig,
  UpdateStrategy,
  UpdateStrategyBindOptions,
  UpdateStrategyConfig,
} from '../../lib';
import { stackWith, statementsOf } from './fixtures';

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

import { RegisteredPolicy, Registration } from '../../../lib/scaling/registration-properties';
import { scaling, Scene, TOPIC, Version } from './scene';

const ALARM = 'vision/AllTraffic/scaling/Steps-1';

/** A step scaling policy that an alarm calls. */
const STEPS: RegisteredPolicy = {
  policyName: 'Steps-1',
  alarmNames: [ALARM],
  policyType: 'StepScaling',
  stepScalingPolicyConfiguration: {
    adjustmentType: 'ChangeInCapacity',
    stepAdjustments: [{ metricIntervalLowerBound: 0, scalingAdjustment: 1 }],
  },
};

/** Target tracking: of its metric there is one policy at a time. */
function tracking(targetValue: number): RegisteredPolicy {
  return {
    policyName: `Invocations-${targetValue}`,
    policyType: 'TargetTrackingScaling',
    targetTrackingScalingPolicyConfiguration: {
      targetValue,
      predefinedMetricSpecification: { predefinedMetricType: 'SageMakerVariantInvocationsPerInstance' },
    },
  };
}

function version(config: string, type: string, ...policies: RegisteredPolicy[]): Version {
  const variant: Registration = {
    ...{ variantName: 'AllTraffic', instanceTypes: [type], instanceCount: 2 },
    target: { minCapacity: 1, maxCapacity: 4 },
    policies,
  };
  return { config, variants: [variant] };
}

const OLD = version('old', 'ml.g5.xlarge', STEPS, tracking(16));
const OTHER_TYPE = version('new', 'ml.g6.xlarge', STEPS, tracking(16));
const OTHER_TARGET = version('new', 'ml.g5.xlarge', STEPS, tracking(32));

/** The names of the policies of the variant. */
function policiesOf(scene: Scene): unknown {
  return scene.registered().AllTraffic;
}

test('policies that a deployment replaces go when the endpoint has changed: their metric may have one policy only', async () => {
  await scaling(async (scene) => {
    await scene.register(OLD);
    await scene.release(OTHER_TARGET, OLD);
    expect(policiesOf(scene)).toMatchObject({ policies: ['Steps-1', 'Invocations-16'] });
    await scene.registration(OTHER_TARGET, OLD);
    expect(policiesOf(scene)).toMatchObject({ policies: ['Steps-1'], suspended: false });
  });
});

test('after a rollback of other policies those of before are there, and no others', async () => {
  await scaling(async (scene) => {
    await scene.register(OLD);
    await scene.release(OTHER_TARGET, OLD);
    await scene.registration(OTHER_TARGET, OLD);
    await scene.register(OTHER_TARGET); // CloudFormation creates the others
    scene.lambda.stackStatus = 'UPDATE_ROLLBACK_IN_PROGRESS';
    expect((await scene.registration(OLD, OTHER_TARGET)).Status).toBe('SUCCESS');
    expect(policiesOf(scene)).toMatchObject({ policies: ['Steps-1', 'Invocations-16'], suspended: false });
  });
});

describe('after a rollback of another instance type', () => {
  const rollBack = async (scene: Scene): Promise<void> => {
    await scene.register(OLD);
    await scene.release(OTHER_TYPE, OLD);
    scene.lambda.stackStatus = 'UPDATE_ROLLBACK_IN_PROGRESS';
    await scene.registration(OLD, OTHER_TYPE);
  };

  test('an alarm calls the policy that is there, and is otherwise as it was', async () => {
    await scaling(async (scene) => {
      await scene.register(OLD);
      const [before, arn] = [scene.alarm(ALARM), scene.arnOf('Steps-1')];
      await rollBack(scene);
      expect(scene.arnOf('Steps-1')).not.toBe(arn);
      expect(scene.alarm(ALARM)).toEqual({
        ...before,
        AlarmActions: [TOPIC, scene.arnOf('Steps-1')],
        ActionsEnabled: true,
      });
    });
  });

  test('an alarm that calls the policy already is left alone, and one that is gone, too', async () => {
    await scaling(async (scene) => {
      await rollBack(scene);
      const puts = (): number => scene.lambda.operations.filter((operation) => operation === 'PutMetricAlarm').length;
      const before = puts();
      await scene.registration(OLD, OTHER_TYPE);
      expect(puts()).toBe(before);
      scene.lambda.aws.cloudwatch['metricAlarms'].delete(ALARM);
      expect((await scene.registration(OLD, OTHER_TYPE)).Status).toBe('SUCCESS');
    });
  });

  test('the watch does the same if the registration is not asked', async () => {
    await scaling(async (scene) => {
      await scene.register(OLD);
      await scene.release(OTHER_TYPE, OLD);
      scene.lambda.stackStatus = 'UPDATE_ROLLBACK_COMPLETE';
      await scene.lambda.aws.account.sleep(3 * 60_000);
      expect(scene.alarm(ALARM)).toMatchObject({ AlarmActions: [TOPIC, scene.arnOf('Steps-1')] });
    });
  });
});

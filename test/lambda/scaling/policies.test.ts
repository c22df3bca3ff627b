import { RegisteredPolicy, VariantRegistration } from '../../../lib/contracts/scaling-registration-properties';
import { withScalingScenario, ScalingScenario, TOPIC, Version } from './scaling-scenario';

const ALARM = 'vision/AllTraffic/scaling/Steps-1';

/** A step scaling policy, which is an action of an alarm. */
const STEPS: RegisteredPolicy = {
  policyName: 'Steps-1',
  alarmNames: [ALARM],
  policyType: 'StepScaling',
  stepScalingPolicyConfiguration: {
    adjustmentType: 'ChangeInCapacity',
    stepAdjustments: [{ metricIntervalLowerBound: 0, scalingAdjustment: 1 }],
  },
};

/** A target tracking policy. Only one such policy may track a metric. */
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
  const variant: VariantRegistration = {
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
function policiesOf(scenario: ScalingScenario): unknown {
  return scenario.registrations().AllTraffic;
}

test('replaced policies are deleted after the update of the endpoint, because only one policy can track a metric', async () => {
  await withScalingScenario(async (scenario) => {
    await scenario.register(OLD);
    await scenario.sendReleaseUpdate(OTHER_TARGET, OLD);
    expect(policiesOf(scenario)).toMatchObject({ policies: ['Steps-1', 'Invocations-16'] });
    await scenario.sendRegistrationUpdate(OTHER_TARGET, OLD);
    expect(policiesOf(scenario)).toMatchObject({ policies: ['Steps-1'], suspended: false });
  });
});

test('a rollback restores the previous policies, and deletes the new policies', async () => {
  await withScalingScenario(async (scenario) => {
    await scenario.register(OLD);
    await scenario.sendReleaseUpdate(OTHER_TARGET, OLD);
    await scenario.sendRegistrationUpdate(OTHER_TARGET, OLD);
    await scenario.register(OTHER_TARGET); // CloudFormation creates the new policies
    scenario.lambda.stackStatus = 'UPDATE_ROLLBACK_IN_PROGRESS';
    expect((await scenario.sendRegistrationUpdate(OLD, OTHER_TARGET)).Status).toBe('SUCCESS');
    expect(policiesOf(scenario)).toMatchObject({ policies: ['Steps-1', 'Invocations-16'], suspended: false });
  });
});

describe('after the rollback of an update to a different instance type', () => {
  const rollBack = async (scenario: ScalingScenario): Promise<void> => {
    await scenario.register(OLD);
    await scenario.sendReleaseUpdate(OTHER_TYPE, OLD);
    scenario.lambda.stackStatus = 'UPDATE_ROLLBACK_IN_PROGRESS';
    await scenario.sendRegistrationUpdate(OLD, OTHER_TYPE);
  };

  test('an alarm has the new ARN of the policy as its action, and is otherwise unchanged', async () => {
    await withScalingScenario(async (scenario) => {
      await scenario.register(OLD);
      const [before, arn] = [scenario.alarm(ALARM), scenario.arnOf('Steps-1')];
      await rollBack(scenario);
      expect(scenario.arnOf('Steps-1')).not.toBe(arn);
      expect(scenario.alarm(ALARM)).toEqual({
        ...before,
        AlarmActions: [TOPIC, scenario.arnOf('Steps-1')],
        ActionsEnabled: true,
      });
    });
  });

  test('an alarm that already has the current action is not changed, and a missing alarm is skipped', async () => {
    await withScalingScenario(async (scenario) => {
      await rollBack(scenario);
      const alarmUpdates = (): number =>
        scenario.lambda.operations.filter((operation) => operation === 'PutMetricAlarm').length;
      const before = alarmUpdates();
      await scenario.sendRegistrationUpdate(OLD, OTHER_TYPE);
      expect(alarmUpdates()).toBe(before);
      scenario.lambda.aws.cloudwatch['metricAlarms'].delete(ALARM);
      expect((await scenario.sendRegistrationUpdate(OLD, OTHER_TYPE)).Status).toBe('SUCCESS');
    });
  });
});

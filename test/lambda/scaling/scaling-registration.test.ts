import { VariantRegistration } from '../../../lib/contracts/scaling-registration-properties';
import { AwsError } from '../../account/call';
import { properties, withScalingScenario, ScalingScenario, Version } from './scaling-scenario';

// `test/account/histories` tests entire deployments, with a simulated CloudFormation and a failure of each operation.

const NIGHT = {
  scheduledActionName: 'night',
  schedule: 'cron(0 20 * * ? *)',
  timezone: 'Etc/UTC',
  scalableTargetAction: { minCapacity: 1 },
};

/** A variant that scales, in the format of the custom resource's properties. */
function scaledVariant(type: string, [minCapacity, maxCapacity] = [1, 4], action = NIGHT): VariantRegistration {
  return {
    variantName: 'AllTraffic',
    instanceTypes: [type],
    instanceCount: 2,
    target: { minCapacity, maxCapacity, scheduledActions: [action] },
    policies: [
      {
        policyName: `Invocations-${type}`,
        policyType: 'TargetTrackingScaling',
        targetTrackingScalingPolicyConfiguration: {
          targetValue: 16,
          predefinedMetricSpecification: { predefinedMetricType: 'SageMakerVariantInvocationsPerInstance' },
        },
      },
    ],
  };
}

/** A variant that does not scale. */
function fixedVariant(type: string, variantName = 'AllTraffic', instanceCount = 2): VariantRegistration {
  return { variantName, instanceTypes: [type], instanceCount, policies: [] };
}

const version = (config: string, ...variants: VariantRegistration[]): Version => ({ config, variants });
const OLD = version('old', scaledVariant('ml.g5.xlarge'));
const OTHER_MODEL = version('new', scaledVariant('ml.g5.xlarge'));
const OTHER_TYPE = version('new', scaledVariant('ml.g6.xlarge'));
const registeredWith = (type: string, overrides: object = {}): object => ({
  AllTraffic: { range: [1, 4], suspended: false, actions: ['night'], policies: [`Invocations-${type}`], ...overrides },
});

describe('a deployment that begins to scale an endpoint', () => {
  const createRelease = async (scenario: ScalingScenario, instanceType: string | undefined) => {
    if (instanceType === undefined) scenario.servedConfig = undefined;
    scenario.configuredVariants = [{ VariantName: 'AllTraffic', InstanceType: instanceType }];
    return scenario.send('Create', 'Release', properties(OLD));
  };

  test.each([
    ['creates the endpoint', undefined],
    ['keeps its instance type', 'ml.g5.xlarge'],
  ])('continues if it %s', async (_, type) => {
    await withScalingScenario(async (scenario) => {
      expect((await createRelease(scenario, type)).Status).toBe('SUCCESS');
    });
  });

  test('fails if it also changes the instance type, since its rollback would fail', async () => {
    await withScalingScenario(async (scenario) => {
      const { Status, Reason } = await createRelease(scenario, 'ml.g6.xlarge');
      expect(Status).toBe('FAILED');
      expect(Reason).toMatch(
        /the instance type or the name of AllTraffic.*First deploy the change with `Scaling.none\(\)`/,
      );
    });
  });
});

test('the deletion of the endpoint waits for scaling activities', async () => {
  await withScalingScenario(async (scenario) => {
    scenario.lambda.stackStatus = 'DELETE_IN_PROGRESS';
    scenario.updatingPolls = 12;
    expect((await scenario.send('Delete', 'Registration', properties(OLD))).Status).toBe('SUCCESS');
    expect(scenario.updatingPolls).toBeLessThanOrEqual(0);
    expect(new Set(scenario.lambda.operations)).toEqual(new Set(['DescribeEndpoint', 'DescribeStacks']));
  });
});

test('after the deletion of the scaling alone, the endpoint has the instance counts of its configuration', async () => {
  await withScalingScenario(async (scenario) => {
    scenario.lambda.stackStatus = 'UPDATE_COMPLETE_CLEANUP_IN_PROGRESS';
    scenario.counts = { AllTraffic: 4 };
    scenario.configuredVariants = [
      { VariantName: 'AllTraffic', InstanceType: 'ml.g5.xlarge', InitialInstanceCount: 2 },
    ];
    expect((await scenario.send('Delete', 'Registration', properties(OLD))).Status).toBe('SUCCESS');
    expect(scenario.counts).toEqual({ AllTraffic: 2 });
  });
});

describe('before an update', () => {
  test('several invocations wait for scaling activities', async () => {
    await withScalingScenario(async (scenario) => {
      await scenario.register(OLD);
      scenario.updatingPolls = 130; // one invocation has time for about 50 polls
      const { invocations } = scenario.lambda;
      expect((await scenario.sendReleaseUpdate(OTHER_MODEL, OLD)).Status).toBe('SUCCESS');
      expect(scenario.updatingPolls).toBeLessThanOrEqual(0);
      expect(scenario.lambda.invocations - invocations).toBeGreaterThan(2);
      expect(scenario.registrations()).toEqual(registeredWith('ml.g5.xlarge'));
    });
  });

  test('a registered variant is deregistered if its instance type changes', async () => {
    await withScalingScenario(async (scenario) => {
      await scenario.register(OLD);
      for (let repetition = 0; repetition < 2; repetition++) {
        expect((await scenario.sendReleaseUpdate(OTHER_TYPE, OLD)).Status).toBe('SUCCESS');
        expect(scenario.registrations()).toEqual({});
      }
    });
  });

  test('a rejected request makes the deployment fail with the error of the service', async () => {
    await withScalingScenario(async (scenario) => {
      await scenario.register(OLD);
      scenario.lambda.aws.account.injectFault = ({ operation }) =>
        operation === 'DeregisterScalableTarget' ? new AwsError('AccessDeniedException', 'No') : undefined;
      const { Status, Reason } = await scenario.sendReleaseUpdate(OTHER_TYPE, OLD);
      expect(Status).toBe('FAILED');
      expect(Reason).toMatch(/vision.*AccessDeniedException: No/);
    });
  });
});

describe('after an update', () => {
  test('with the same instance type, a variant is not deregistered in between', async () => {
    await withScalingScenario(async (scenario) => {
      await scenario.register(OLD);
      await scenario.sendReleaseUpdate(OTHER_MODEL, OLD);
      await scenario.sendRegistrationUpdate(OTHER_MODEL, OLD);
      expect(scenario.lambda.operations).not.toContain('DeregisterScalableTarget');
      expect(scenario.registrations()).toEqual(registeredWith('ml.g5.xlarge'));
    });
  });

  test('a variant with a new instance type is registered again, without its policies, which CloudFormation creates', async () => {
    await withScalingScenario(async (scenario) => {
      await scenario.register(OLD);
      await scenario.sendReleaseUpdate(OTHER_TYPE, OLD);
      await scenario.sendRegistrationUpdate(OTHER_TYPE, OLD);
      expect(scenario.registrations()).toEqual(registeredWith('ml.g6.xlarge', { policies: [] }));
    });
  });

  test('requests for a new target are repeated until the target is available', async () => {
    await withScalingScenario(async (scenario) => {
      await scenario.register(OLD);
      await scenario.sendReleaseUpdate(OTHER_TYPE, OLD);
      let failures = 1;
      scenario.lambda.aws.account.injectFault = ({ operation }) =>
        operation === 'PutScheduledAction' && failures-- > 0
          ? new AwsError('ObjectNotFoundException', 'No scalable target found')
          : undefined;
      expect((await scenario.sendRegistrationUpdate(OTHER_TYPE, OLD)).Status).toBe('SUCCESS');
      expect(scenario.registrations()).toMatchObject({ AllTraffic: { actions: ['night'] } });
    });
  });

  test('a variant that no longer scales is deregistered, and receives the instance count of the deployment', async () => {
    await withScalingScenario(async (scenario) => {
      await scenario.register(OLD);
      scenario.counts.AllTraffic = 4;
      const next = version('new', fixedVariant('ml.g5.xlarge'));
      await scenario.sendRegistrationUpdate(next, OLD);
      expect(scenario.counts.AllTraffic).toBe(2);
      expect(scenario.registrations()).toEqual({});
      scenario.lambda.stackStatus = 'UPDATE_ROLLBACK_IN_PROGRESS';
      await scenario.sendRegistrationUpdate(OLD, next);
      expect(scenario.registrations()).toEqual(registeredWith('ml.g5.xlarge'));
    });
  });

  test('a variant that is registered again has the tags of the template and of the stack', async () => {
    await withScalingScenario(async (scenario) => {
      const [variant] = OLD.variants;
      const tagged = { ...variant, target: { ...variant.target, tags: [{ key: 'cost', value: '42' }] } };
      const old = version('old', tagged as VariantRegistration);
      await scenario.register(old);
      scenario.lambda.stackTags = [{ Key: 'team', Value: 'vision' }];
      await scenario.sendReleaseUpdate(OTHER_TYPE, old);
      for (let repetition = 0; repetition < 2; repetition++) await scenario.sendRegistrationUpdate(OTHER_TYPE, old);
      const [target] = scenario.lambda.aws.autoScaling['state'].targets.values();
      expect(target.tags).toEqual({ team: 'vision', cost: '42' });
    });
  });

  test('an endpoint with a new name has no registrations', async () => {
    await withScalingScenario(async (scenario) => {
      await scenario.sendUpdate('Registration', { ...properties(OTHER_TYPE), EndpointName: 'other' }, properties(OLD));
      expect(scenario.lambda.operations.filter((operation) => !operation.startsWith('Describe'))).toEqual([]);
    });
  });
});

describe('before the rollback of an update to a different instance type', () => {
  /** The rollback of the resource before the endpoint. */
  const rollBackRelease = async (scenario: ScalingScenario, servedConfig: string): Promise<void> => {
    await scenario.register(OLD);
    await scenario.sendReleaseUpdate(OTHER_TYPE, OLD);
    scenario.lambda.stackStatus = 'UPDATE_ROLLBACK_IN_PROGRESS';
    scenario.servedConfig = servedConfig;
    await scenario.sendReleaseUpdate(OLD, OTHER_TYPE);
  };
  /** Ends the rollback, and waits until a function that waits for its end has polled. */
  const endRollback = async (scenario: ScalingScenario, servedConfig: string): Promise<void> => {
    scenario.lambda.stackStatus = 'UPDATE_ROLLBACK_COMPLETE_CLEANUP_IN_PROGRESS';
    scenario.servedConfig = servedConfig;
    await scenario.lambda.aws.account.sleep(3 * 60_000);
  };

  test('otherwise, several invocations wait for the end of the rollback', async () => {
    await withScalingScenario(async (scenario) => {
      await rollBackRelease(scenario, 'new');
      const { invocations } = scenario.lambda;
      await scenario.lambda.aws.account.sleep(30 * 60_000);
      expect(scenario.lambda.invocations - invocations).toBeGreaterThan(0);
      expect(scenario.registrations()).toEqual({});
      await endRollback(scenario, 'old');
      expect(scenario.registrations()).toEqual(registeredWith('ml.g5.xlarge'));
    });
  });

  test('nothing waits if the failed deployment has registered the variant, whose rollback then restores it', async () => {
    await withScalingScenario(async (scenario) => {
      await scenario.register(OTHER_TYPE);
      scenario.servedConfig = 'new';
      scenario.lambda.stackStatus = 'UPDATE_ROLLBACK_IN_PROGRESS';
      const { invocations } = scenario.lambda;
      await scenario.sendReleaseUpdate(OLD, OTHER_TYPE);
      expect(scenario.lambda.invocations - invocations).toBe(1);
    });
  });

  test.each([
    ['if the endpoint was not rolled back', 'a later one'],
    ['if the endpoint was deleted', undefined],
  ])('no variant is registered %s', async (_, config) => {
    await withScalingScenario(async (scenario) => {
      await rollBackRelease(scenario, 'new');
      await endRollback(scenario, config as string);
      expect(scenario.registrations()).toEqual({});
    });
  });
});

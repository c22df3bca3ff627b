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

test('at creation, CloudFormation continues as soon as SageMaker finds the endpoint configuration', async () => {
  await withScalingScenario(async (scenario) => {
    scenario.missingConfigResponses = 2;
    for (const name of ['Release', 'Registration']) {
      expect((await scenario.send('Create', name, properties(OLD))).Status).toBe('SUCCESS');
    }
    expect(scenario.lambda.operations).toEqual(Array(3).fill('DescribeEndpointConfig'));
  });
});

test('at creation, CloudFormation continues after half a minute if SageMaker does not find the endpoint configuration', async () => {
  await withScalingScenario(async (scenario) => {
    scenario.missingConfigResponses = Infinity;
    const start = scenario.lambda.aws.account.now();
    expect((await scenario.send('Create', 'Release', properties(OLD))).Status).toBe('SUCCESS');
    expect(scenario.lambda.aws.account.now() - start).toBeLessThan(60_000);
  });
});

describe('a change of data capture', () => {
  const previousCapture = { samplingPercentage: 10, destination: 's3://captured/faces' };
  const liveCapture = { EnableCapture: true, CurrentSamplingPercentage: 10, DestinationS3Uri: 's3://captured/faces' };
  const old = { ...OLD, capture: previousCapture };

  async function statusWith(scenario: ScalingScenario, capture: object | undefined, next: Version): Promise<string> {
    await scenario.register(OLD);
    scenario.capture = capture;
    return (await scenario.sendRegistrationUpdate(next, old)).Status;
  }

  test.each([
    ['that turns the capture off', OTHER_MODEL, 'the deployment declares nothing'],
    [
      'to a different percentage',
      { ...OTHER_MODEL, capture: { ...previousCapture, samplingPercentage: 50 } },
      'the deployment declares 50 % of the requests to s3://captured/faces',
    ],
  ])('%s makes the deployment fail if the endpoint retains the previous data capture', async (_, next, message) => {
    await withScalingScenario(async (scenario) => {
      scenario.capture = liveCapture;
      const { Status, Reason } = await scenario.sendRegistrationUpdate(next, old);
      expect({ Status, Reason }).toEqual({ Status: 'FAILED', Reason: expect.stringContaining(message) });
      expect(Reason).toContain('The endpoint captures 10 % of the requests to s3://captured/faces');
    });
  });

  test('is accepted if the data capture in DescribeEndpoint has changed in any way', async () => {
    await withScalingScenario(async (scenario) => {
      expect(await statusWith(scenario, { ...liveCapture, EnableCapture: false }, OTHER_MODEL)).toBe('SUCCESS');
      expect(await statusWith(scenario, undefined, OTHER_MODEL)).toBe('SUCCESS');
      const next = { ...OTHER_MODEL, capture: { ...previousCapture, destination: 's3://captured/others' } };
      expect(await statusWith(scenario, { ...liveCapture, DestinationS3Uri: 's3://captured/others/' }, next)).toBe(
        'SUCCESS',
      );
    });
  });

  test('is not checked in a rollback, because a failed rollback would leave the stack in a mixed state', async () => {
    await withScalingScenario(async (scenario) => {
      scenario.lambda.stackStatus = 'UPDATE_ROLLBACK_IN_PROGRESS';
      expect(await statusWith(scenario, liveCapture, OTHER_MODEL)).toBe('SUCCESS');
    });
  });
});

test('the deletion of the endpoint waits for scaling activities', async () => {
  await withScalingScenario(async (scenario) => {
    scenario.updatingPolls = 12;
    expect((await scenario.send('Delete', 'Registration', properties(OLD))).Status).toBe('SUCCESS');
    expect(scenario.updatingPolls).toBeLessThanOrEqual(0);
    expect(new Set(scenario.lambda.operations)).toEqual(new Set(['DescribeEndpoint']));
  });
});

describe('before an update', () => {
  test('scaling is suspended, and several invocations wait for scaling activities', async () => {
    await withScalingScenario(async (scenario) => {
      await scenario.register(OLD);
      scenario.updatingPolls = 130; // one invocation has time for about 50 polls, and the watch polls, too
      const { invocations } = scenario.lambda;
      expect((await scenario.sendReleaseUpdate(OTHER_MODEL, OLD)).Status).toBe('SUCCESS');
      expect(scenario.updatingPolls).toBeLessThanOrEqual(0);
      expect(scenario.lambda.invocations - invocations).toBeGreaterThan(2); // including the invocation of the watch
      expect(scenario.registrations()).toEqual(registeredWith('ml.g5.xlarge', { suspended: true }));
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

  describe('with new scaling limits', () => {
    const deployment = '{"rollingUpdatePolicy":{"maximumBatchSize":{"type":"INSTANCE_COUNT","value":1}}}';
    const wideLimits = version('old', scaledVariant('ml.g5.xlarge', [1, 12]));
    const atNight = { ...NIGHT, scalableTargetAction: { minCapacity: 3 } };
    const next = version('new', scaledVariant('ml.g5.xlarge', [4, 6], atNight));

    test.each([
      ['below the limits, which include the limits of a schedule', 2, 3],
      ['within the limits', 5, 5],
      ['above the limits', 9, 6],
    ])(
      'if the batch size is a number of instances, an instance count %s is limited: %i becomes %i',
      async (_, count, expected) => {
        await withScalingScenario(async (scenario) => {
          await scenario.register(wideLimits);
          scenario.counts.AllTraffic = count;
          await scenario.sendReleaseUpdate({ ...next, deployment }, wideLimits);
          expect(scenario.counts.AllTraffic).toBe(expected);
        });
      },
    );

    test('if the batch size is not a number of instances, the instance count is retained', async () => {
      await withScalingScenario(async (scenario) => {
        await scenario.register(wideLimits);
        scenario.counts.AllTraffic = 9;
        await scenario.sendReleaseUpdate(next, wideLimits);
        expect(scenario.counts.AllTraffic).toBe(9);
      });
    });
  });
});

describe('after an update', () => {
  test('scaling is resumed, and the variant is not deregistered in between', async () => {
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

  test('that was rolled back, a deregistered variant is registered with its policies, which CloudFormation does not recreate', async () => {
    await withScalingScenario(async (scenario) => {
      await scenario.register(OLD);
      await scenario.sendReleaseUpdate(OTHER_TYPE, OLD);
      scenario.lambda.stackStatus = 'UPDATE_ROLLBACK_IN_PROGRESS';
      await scenario.sendRegistrationUpdate(OLD, OTHER_TYPE);
      expect(scenario.registrations()).toEqual(registeredWith('ml.g5.xlarge'));
      const put = scenario.lambda.requests.find(({ operation }) => operation === 'PutScalingPolicy');
      expect(put?.input).toMatchObject({
        PolicyType: 'TargetTrackingScaling',
        TargetTrackingScalingPolicyConfiguration: {
          TargetValue: 16,
          PredefinedMetricSpecification: { PredefinedMetricType: 'SageMakerVariantInvocationsPerInstance' },
        },
      });
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

  test('variants that do not scale receive the instance counts of the deployment, one variant at a time', async () => {
    const both = (config: string, count: number): Version =>
      version(
        config,
        scaledVariant('ml.g5.xlarge'),
        fixedVariant('ml.g5.xlarge', 'B', count),
        fixedVariant('ml.g5.xlarge', 'C', count),
      );
    await withScalingScenario(async (scenario) => {
      await scenario.register(both('old', 1));
      scenario.counts.AllTraffic = 3; // changed by scaling
      await scenario.sendRegistrationUpdate(both('new', 3), both('old', 1));
      expect(scenario.counts).toEqual({ AllTraffic: 3, B: 3, C: 3 });
    });
  });

  test('a variant that no longer scales receives the instance count of the deployment', async () => {
    await withScalingScenario(async (scenario) => {
      await scenario.register(OLD);
      scenario.counts.AllTraffic = 4;
      await scenario.sendRegistrationUpdate(version('new', fixedVariant('ml.g5.xlarge')), OLD);
      expect(scenario.counts.AllTraffic).toBe(2);
    });
  });

  test('an endpoint with a new name has no registrations', async () => {
    await withScalingScenario(async (scenario) => {
      await scenario.sendUpdate('Registration', { ...properties(OTHER_TYPE), EndpointName: 'other' }, properties(OLD));
      expect(scenario.lambda.operations.filter((operation) => !operation.startsWith('Describe'))).toEqual([]);
    });
  });
});

describe('the watch of a deployment', () => {
  const startRelease = async (scenario: ScalingScenario, next: Version): Promise<void> => {
    await scenario.register(OLD);
    await scenario.sendReleaseUpdate(next, OLD);
  };
  /** Ends the deployment, and waits until the watch (the invocation that polls the status of the stack) has polled. */
  const endDeployment = async ({ lambda }: ScalingScenario, status: string): Promise<void> => {
    lambda.stackStatus = status;
    await lambda.aws.account.sleep(3 * 60_000);
  };

  test('starts before scaling is suspended, so that it continues if the handler fails', async () => {
    await withScalingScenario(async (scenario) => {
      await scenario.register(OLD);
      scenario.lambda.aws.account.injectFault = ({ operation }) =>
        operation === 'RegisterScalableTarget' ? new AwsError('ValidationError', 'No') : undefined;
      expect((await scenario.sendReleaseUpdate(OTHER_MODEL, OLD)).Status).toBe('FAILED');
      scenario.lambda.aws.account.injectFault = () => undefined;
      const before = scenario.lambda.operations.length;
      await endDeployment(scenario, 'UPDATE_ROLLBACK_COMPLETE');
      expect(scenario.lambda.operations.slice(before)).toContain('RegisterScalableTarget');
      expect(scenario.registrations()).toEqual(registeredWith('ml.g5.xlarge'));
    });
  });

  test('resumes scaling if the deployment fails before CloudFormation sends a further event', async () => {
    await withScalingScenario(async (scenario) => {
      await startRelease(scenario, OTHER_MODEL);
      expect(scenario.registrations()).toEqual(registeredWith('ml.g5.xlarge', { suspended: true }));
      await endDeployment(scenario, 'UPDATE_ROLLBACK_FAILED');
      expect(scenario.registrations()).toEqual(registeredWith('ml.g5.xlarge'));
    });
  });

  test('waits until the deployment has ended, in several invocations', async () => {
    await withScalingScenario(async (scenario) => {
      await startRelease(scenario, OTHER_TYPE);
      scenario.lambda.stackStatus = 'UPDATE_ROLLBACK_IN_PROGRESS';
      const { invocations } = scenario.lambda;
      await scenario.lambda.aws.account.sleep(30 * 60_000);
      expect(scenario.lambda.invocations - invocations).toBeGreaterThan(1);
      expect(scenario.registrations()).toEqual({});
      await endDeployment(scenario, 'UPDATE_ROLLBACK_COMPLETE_CLEANUP_IN_PROGRESS');
      expect(scenario.registrations()).toEqual(registeredWith('ml.g5.xlarge'));
    });
  });

  test('registers no variant if a later deployment has changed the endpoint', async () => {
    await withScalingScenario(async (scenario) => {
      await startRelease(scenario, OTHER_TYPE);
      scenario.servedConfig = 'a later one';
      await endDeployment(scenario, 'UPDATE_ROLLBACK_COMPLETE');
      expect(scenario.registrations()).toEqual({});
    });
  });

  test('ends if the endpoint is deleted', async () => {
    await withScalingScenario(async (scenario) => {
      await startRelease(scenario, OTHER_TYPE);
      scenario.servedConfig = undefined;
      const before = scenario.lambda.operations.length;
      await endDeployment(scenario, 'DELETE_COMPLETE');
      expect(new Set(scenario.lambda.operations.slice(before))).toEqual(
        new Set(['DescribeStacks', 'DescribeEndpoint']),
      );
    });
  });
});

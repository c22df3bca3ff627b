import { Registration } from '../../../lib/scaling/registration-properties';
import { AwsError } from '../../account/call';
import { properties, scaling, Scene, Version } from './scene';

// Whole deployments, with failures anywhere, are in `test/account/histories`: there CloudFormation's part is played, too.

const NIGHT = {
  scheduledActionName: 'night',
  schedule: 'cron(0 20 * * ? *)',
  timezone: 'Etc/UTC',
  scalableTargetAction: { minCapacity: 1 },
};

/** A variant that scales, as the construct describes it. */
function scaled(type: string, [minCapacity, maxCapacity] = [1, 4], action = NIGHT): Registration {
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

function fixed(type: string, variantName = 'AllTraffic', instanceCount = 2): Registration {
  return { variantName, instanceTypes: [type], instanceCount, policies: [] };
}

const version = (config: string, ...variants: Registration[]): Version => ({ config, variants });
const OLD = version('old', scaled('ml.g5.xlarge'));
const OTHER_MODEL = version('new', scaled('ml.g5.xlarge'));
const OTHER_TYPE = version('new', scaled('ml.g6.xlarge'));
const registeredWith = (type: string, more: object = {}): object => ({
  AllTraffic: { range: [1, 4], suspended: false, actions: ['night'], policies: [`Invocations-${type}`], ...more },
});

test('creation is left to CloudFormation, once SageMaker finds the endpoint configuration', async () => {
  await scaling(async (scene) => {
    scene.lateLooks = 2;
    for (const name of ['Release', 'Registration']) {
      expect((await scene.send('Create', name, properties(OLD))).Status).toBe('SUCCESS');
    }
    expect(scene.lambda.operations).toEqual(Array(3).fill('DescribeEndpointConfig'));
  });
});

test('a configuration that SageMaker does not find after half a minute is left to CloudFormation', async () => {
  await scaling(async (scene) => {
    scene.lateLooks = Infinity;
    const began = scene.lambda.aws.account.now();
    expect((await scene.send('Create', 'Release', properties(OLD))).Status).toBe('SUCCESS');
    expect(scene.lambda.aws.account.now() - began).toBeLessThan(60_000);
  });
});

describe('data capture that a deployment changes', () => {
  const before = { samplingPercentage: 10, destination: 's3://captured/faces' };
  const live = { EnableCapture: true, CurrentSamplingPercentage: 10, DestinationS3Uri: 's3://captured/faces' };
  const old = { ...OLD, capture: before };

  async function statusWith(scene: Scene, capture: object | undefined, next: Version): Promise<string> {
    await scene.register(OLD);
    scene.capture = capture;
    return (await scene.registration(next, old)).Status;
  }

  test.each([
    ['off', OTHER_MODEL, 'the deployment declares nothing'],
    [
      'to another share',
      { ...OTHER_MODEL, capture: { ...before, samplingPercentage: 50 } },
      'the deployment declares 50 % of the requests to s3://captured/faces',
    ],
  ])('%s, and that the endpoint still has, fails the deployment', async (_, next, sentence) => {
    await scaling(async (scene) => {
      scene.capture = live;
      const { Status, Reason } = await scene.registration(next, old);
      expect({ Status, Reason }).toEqual({ Status: 'FAILED', Reason: expect.stringContaining(sentence) });
      expect(Reason).toContain('The endpoint captures 10 % of the requests to s3://captured/faces');
    });
  });

  test('is accepted as SageMaker describes it, whatever its words', async () => {
    await scaling(async (scene) => {
      expect(await statusWith(scene, { ...live, EnableCapture: false }, OTHER_MODEL)).toBe('SUCCESS');
      expect(await statusWith(scene, undefined, OTHER_MODEL)).toBe('SUCCESS');
      const next = { ...OTHER_MODEL, capture: { ...before, destination: 's3://captured/others' } };
      expect(await statusWith(scene, { ...live, DestinationS3Uri: 's3://captured/others/' }, next)).toBe('SUCCESS');
    });
  });

  test('is not looked at on the way back, where a failure would leave the stack between two states', async () => {
    await scaling(async (scene) => {
      scene.lambda.stackStatus = 'UPDATE_ROLLBACK_IN_PROGRESS';
      expect(await statusWith(scene, live, OTHER_MODEL)).toBe('SUCCESS');
    });
  });
});

test('before the endpoint is deleted, what scaling has begun comes to its end', async () => {
  await scaling(async (scene) => {
    scene.busyLooks = 12;
    expect((await scene.send('Delete', 'Registration', properties(OLD))).Status).toBe('SUCCESS');
    expect(scene.busyLooks).toBeLessThanOrEqual(0);
    expect(new Set(scene.lambda.operations)).toEqual(new Set(['DescribeEndpoint']));
  });
});

describe('before an update', () => {
  test('scaling is suspended, and what it began comes to its end, in another invocation if need be', async () => {
    await scaling(async (scene) => {
      await scene.register(OLD);
      scene.busyLooks = 130; // an invocation has time for some fifty, and the watch looks, too
      const { invocations } = scene.lambda;
      expect((await scene.release(OTHER_MODEL, OLD)).Status).toBe('SUCCESS');
      expect(scene.busyLooks).toBeLessThanOrEqual(0);
      expect(scene.lambda.invocations - invocations).toBeGreaterThan(2); // with that of the watch
      expect(scene.registered()).toEqual(registeredWith('ml.g5.xlarge', { suspended: true }));
    });
  });

  test('a variant that gets another instance type is deregistered; one that is gone already is fine', async () => {
    await scaling(async (scene) => {
      await scene.register(OLD);
      for (let times = 0; times < 2; times++) {
        expect((await scene.release(OTHER_TYPE, OLD)).Status).toBe('SUCCESS');
        expect(scene.registered()).toEqual({});
      }
    });
  });

  test('what the service refuses fails the deployment, with its words', async () => {
    await scaling(async (scene) => {
      await scene.register(OLD);
      scene.lambda.aws.account.fault = ({ operation }) =>
        operation === 'DeregisterScalableTarget' ? new AwsError('AccessDeniedException', 'No') : undefined;
      const { Status, Reason } = await scene.release(OTHER_TYPE, OLD);
      expect(Status).toBe('FAILED');
      expect(Reason).toMatch(/vision.*AccessDeniedException: No/);
    });
  });

  describe('by a strategy whose batches are numbers of instances', () => {
    const deployment = '{"rollingUpdatePolicy":{"maximumBatchSize":{"type":"INSTANCE_COUNT","value":1}}}';
    const wide = version('old', scaled('ml.g5.xlarge', [1, 12]));
    const atNight = { ...NIGHT, scalableTargetAction: { minCapacity: 3 } };
    const next = version('new', scaled('ml.g5.xlarge', [4, 6], atNight));

    test.each([
      ['below the limits to come, those of a schedule included', 2, 3],
      ['within them', 5, 5],
      ['above them', 9, 6],
    ])('a count %s is brought within them: %i becomes %i', async (_, count, expected) => {
      await scaling(async (scene) => {
        await scene.register(wide);
        scene.counts.AllTraffic = count;
        await scene.release({ ...next, deployment }, wide);
        expect(scene.counts.AllTraffic).toBe(expected);
      });
    });

    test('with any other strategy the update retains the count', async () => {
      await scaling(async (scene) => {
        await scene.register(wide);
        scene.counts.AllTraffic = 9;
        await scene.release(next, wide);
        expect(scene.counts.AllTraffic).toBe(9);
      });
    });
  });
});

describe('after an update', () => {
  test('scaling goes on, and nothing was deregistered', async () => {
    await scaling(async (scene) => {
      await scene.register(OLD);
      await scene.release(OTHER_MODEL, OLD);
      await scene.registration(OTHER_MODEL, OLD);
      expect(scene.lambda.operations).not.toContain('DeregisterScalableTarget');
      expect(scene.registered()).toEqual(registeredWith('ml.g5.xlarge'));
    });
  });

  test('a variant with another instance type is registered again, and its policies are left to CloudFormation', async () => {
    await scaling(async (scene) => {
      await scene.register(OLD);
      await scene.release(OTHER_TYPE, OLD);
      await scene.registration(OTHER_TYPE, OLD);
      expect(scene.registered()).toEqual(registeredWith('ml.g6.xlarge', { policies: [] }));
    });
  });

  test('that failed, it is registered with its policies: CloudFormation believes them to be there', async () => {
    await scaling(async (scene) => {
      await scene.register(OLD);
      await scene.release(OTHER_TYPE, OLD);
      scene.lambda.stackStatus = 'UPDATE_ROLLBACK_IN_PROGRESS';
      await scene.registration(OLD, OTHER_TYPE);
      expect(scene.registered()).toEqual(registeredWith('ml.g5.xlarge'));
      const put = scene.lambda.requests.find(({ operation }) => operation === 'PutScalingPolicy');
      expect(put?.input).toMatchObject({
        PolicyType: 'TargetTrackingScaling',
        TargetTrackingScalingPolicyConfiguration: {
          TargetValue: 16,
          PredefinedMetricSpecification: { PredefinedMetricType: 'SageMakerVariantInvocationsPerInstance' },
        },
      });
    });
  });

  test('a target that is not known everywhere yet is asked for again', async () => {
    await scaling(async (scene) => {
      await scene.register(OLD);
      await scene.release(OTHER_TYPE, OLD);
      let failures = 1;
      scene.lambda.aws.account.fault = ({ operation }) =>
        operation === 'PutScheduledAction' && failures-- > 0
          ? new AwsError('ObjectNotFoundException', 'No scalable target found')
          : undefined;
      expect((await scene.registration(OTHER_TYPE, OLD)).Status).toBe('SUCCESS');
      expect(scene.registered()).toMatchObject({ AllTraffic: { actions: ['night'] } });
    });
  });

  test('counts of variants that do not scale are those of the deployment, one variant at a time', async () => {
    const both = (config: string, count: number): Version =>
      version(config, scaled('ml.g5.xlarge'), fixed('ml.g5.xlarge', 'B', count), fixed('ml.g5.xlarge', 'C', count));
    await scaling(async (scene) => {
      await scene.register(both('old', 1));
      scene.counts.AllTraffic = 3; // by scaling
      await scene.registration(both('new', 3), both('old', 1));
      expect(scene.counts).toEqual({ AllTraffic: 3, B: 3, C: 3 });
    });
  });

  test('a variant that does not scale any more has the count of the deployment', async () => {
    await scaling(async (scene) => {
      await scene.register(OLD);
      scene.counts.AllTraffic = 4;
      await scene.registration(version('new', fixed('ml.g5.xlarge')), OLD);
      expect(scene.counts.AllTraffic).toBe(2);
    });
  });

  test('another endpoint name is another endpoint: nothing of it is registered yet', async () => {
    await scaling(async (scene) => {
      await scene.update('Registration', { ...properties(OTHER_TYPE), EndpointName: 'other' }, properties(OLD));
      expect(scene.lambda.operations.filter((operation) => !operation.startsWith('Describe'))).toEqual([]);
    });
  });
});

describe('the watch over a deployment', () => {
  const begin = async (scene: Scene, next: Version): Promise<void> => {
    await scene.register(OLD);
    await scene.release(next, OLD);
  };
  /** The deployment ends, and the watch has time to see it. */
  const end = async ({ lambda }: Scene, status: string): Promise<void> => {
    lambda.stackStatus = status;
    await lambda.aws.account.sleep(3 * 60_000);
  };

  test('begins before anything is suspended, so that it outlives the death of the handler', async () => {
    await scaling(async (scene) => {
      await scene.register(OLD);
      scene.lambda.aws.account.fault = ({ operation }) =>
        operation === 'RegisterScalableTarget' ? new AwsError('ValidationError', 'No') : undefined;
      expect((await scene.release(OTHER_MODEL, OLD)).Status).toBe('FAILED');
      scene.lambda.aws.account.fault = () => undefined;
      const before = scene.lambda.operations.length;
      await end(scene, 'UPDATE_ROLLBACK_COMPLETE');
      expect(scene.lambda.operations.slice(before)).toContain('RegisterScalableTarget');
      expect(scene.registered()).toEqual(registeredWith('ml.g5.xlarge'));
    });
  });

  test('resumes when nothing else does, because the deployment failed before anything of ours ran again', async () => {
    await scaling(async (scene) => {
      await begin(scene, OTHER_MODEL);
      expect(scene.registered()).toEqual(registeredWith('ml.g5.xlarge', { suspended: true }));
      await end(scene, 'UPDATE_ROLLBACK_FAILED');
      expect(scene.registered()).toEqual(registeredWith('ml.g5.xlarge'));
    });
  });

  test('waits for the end of the deployment, over any number of invocations', async () => {
    await scaling(async (scene) => {
      await begin(scene, OTHER_TYPE);
      scene.lambda.stackStatus = 'UPDATE_ROLLBACK_IN_PROGRESS';
      const { invocations } = scene.lambda;
      await scene.lambda.aws.account.sleep(30 * 60_000);
      expect(scene.lambda.invocations - invocations).toBeGreaterThan(1);
      expect(scene.registered()).toEqual({});
      await end(scene, 'UPDATE_ROLLBACK_COMPLETE_CLEANUP_IN_PROGRESS');
      expect(scene.registered()).toEqual(registeredWith('ml.g5.xlarge'));
    });
  });

  test('registers nothing when another deployment has come after', async () => {
    await scaling(async (scene) => {
      await begin(scene, OTHER_TYPE);
      scene.servedConfig = 'a later one';
      await end(scene, 'UPDATE_ROLLBACK_COMPLETE');
      expect(scene.registered()).toEqual({});
    });
  });

  test('has nothing to do when the endpoint is gone', async () => {
    await scaling(async (scene) => {
      await begin(scene, OTHER_TYPE);
      scene.servedConfig = undefined;
      const before = scene.lambda.operations.length;
      await end(scene, 'DELETE_COMPLETE');
      expect(new Set(scene.lambda.operations.slice(before))).toEqual(new Set(['DescribeStacks', 'DescribeEndpoint']));
    });
  });
});

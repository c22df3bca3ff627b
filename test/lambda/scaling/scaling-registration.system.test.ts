import { setImmediate } from 'node:timers/promises';
import * as fc from 'fast-check';
import { Registration } from '../../../lib/scaling/registration-properties';
import { Deployed, Failure, FakeCloudFormation, nameOf } from './cloudformation';
import { FakeServices } from './fake-services';

let services: FakeServices;
let stack: FakeCloudFormation;
beforeAll(async () => {
  services = await FakeServices.start();
});
beforeEach(() => {
  services.reset();
  stack = new FakeCloudFormation(services);
});
afterAll(() => services.stop());

const NIGHT = {
  scheduledActionName: 'night',
  schedule: 'cron(0 20 * * ? *)',
  timezone: 'Etc/UTC',
  scalableTargetAction: { minCapacity: 1 },
};

/** A variant that scales, as the construct describes it. */
function scaled(type: string, maxCapacity = 4, variantName = 'AllTraffic', actions = [NIGHT]): Registration {
  return {
    variantName,
    instanceTypes: [type],
    instanceCount: 2,
    target: { minCapacity: 1, maxCapacity, scheduledActions: actions },
    policies: [
      {
        policyName: `ConcurrentRequests-${type}`,
        policyType: 'TargetTrackingScaling',
        targetTrackingScalingPolicyConfiguration: {
          targetValue: 16,
          customizedMetricSpecification: { dimensions: [{ name: 'EndpointName', value: 'vision' }] },
        },
      },
    ],
  };
}

function fixed(type: string, variantName = 'AllTraffic', instanceCount = 2): Registration {
  return { variantName, instanceTypes: [type], instanceCount, policies: [] };
}

function state(model: number, ...variants: Registration[]): Deployed {
  return { config: `${model} ${variants.map((variant) => [variant.variantName, variant.instanceTypes])}`, variants };
}

/** Everything that is registered, by resource id. */
function registered(): object {
  return Object.fromEntries(
    [...services.targets].map(([id, { MinCapacity, MaxCapacity, suspended, actions, policies }]) => [
      id,
      { MinCapacity, MaxCapacity, suspended, actions: [...actions.keys()], policies: [...policies.keys()] },
    ]),
  );
}

/** Everything that has to be registered. */
function described({ variants }: Deployed): object {
  return Object.fromEntries(
    variants.flatMap(({ variantName, target, policies }) =>
      target
        ? [
            [
              `endpoint/vision/variant/${variantName}`,
              {
                MinCapacity: target.minCapacity,
                MaxCapacity: target.maxCapacity,
                suspended: false,
                actions: target.scheduledActions?.map(nameOf) ?? [],
                policies: policies.map(nameOf),
              },
            ],
          ]
        : [],
    ),
  );
}

test('creation is left to CloudFormation', async () => {
  await stack.deploy(state(1, scaled('ml.g5.xlarge')));
  expect(services.operations).toEqual([]);
});

test('before the endpoint is deleted, what scaling has begun comes to its end', async () => {
  await stack.deploy(state(1, scaled('ml.g5.xlarge')));
  services.busyLooks = 12;
  await stack.delete();
  expect(services.busyLooks).toBeLessThanOrEqual(0);
  expect(services.verdict?.Status).toBe('SUCCESS');
  expect(services.operations).not.toContain('RegisterScalableTarget');
});

test('an update waits until scaling has ended what it began, in another invocation if need be', async () => {
  await stack.deploy(state(1, scaled('ml.g5.xlarge')));
  services.busyLooks = 30;
  await stack.deploy(state(2, scaled('ml.g5.xlarge')));
  expect(services.continuations).toBeGreaterThan(1);
  expect(registered()).toEqual(described(state(2, scaled('ml.g5.xlarge'))));
});

test('counts of variants that do not scale are those of the deployment, and after a failed one those of before', async () => {
  const old = state(
    1,
    scaled('ml.g5.xlarge'),
    fixed('ml.g5.xlarge', 'Shadow', 1),
    fixed('ml.g5.xlarge', 'Challenger', 1),
  );
  const next = state(
    2,
    scaled('ml.g5.xlarge'),
    fixed('ml.g5.xlarge', 'Shadow', 3),
    fixed('ml.g5.xlarge', 'Challenger', 4),
  );
  await stack.deploy(old);
  services.counts.set('AllTraffic', 7); // by scaling
  await stack.deploy(next, 'smoke test');
  expect(Object.fromEntries(services.counts)).toEqual({ AllTraffic: 7, Shadow: 1, Challenger: 1 });
  await stack.deploy(next);
  expect(Object.fromEntries(services.counts)).toEqual({ AllTraffic: 7, Shadow: 3, Challenger: 4 });
});

test('a variant that does not scale any more has the count of the deployment', async () => {
  await stack.deploy(state(1, scaled('ml.g5.xlarge')));
  services.counts.set('AllTraffic', 7);
  await stack.deploy(state(1, fixed('ml.g5.xlarge')));
  expect(services.counts.get('AllTraffic')).toBe(2);
});

describe('before a strategy whose batches are numbers of instances', () => {
  const deployment = '{"rollingUpdatePolicy":{"maximumBatchSize":{"type":"INSTANCE_COUNT","value":1}}}';
  const withLimits = (minCapacity: number, maxCapacity: number): Registration => {
    const variant = scaled('ml.g5.xlarge', maxCapacity);
    return { ...variant, target: { minCapacity, maxCapacity, scheduledActions: [NIGHT] } };
  };

  test.each([
    ['below the limits to come, those of a schedule included', 0, 1],
    ['within them', 3, 3],
    ['above them', 9, 6],
  ])('a count %s is brought within them: %i becomes %i', async (_, count, expected) => {
    await stack.deploy(state(1, scaled('ml.g5.xlarge')));
    services.counts.set('AllTraffic', count);
    await stack.deploy({ ...state(2, withLimits(2, 6)), deployment });
    expect(services.counts.get('AllTraffic')).toBe(expected);
  });

  test('with any other strategy the update retains the count', async () => {
    await stack.deploy(state(1, scaled('ml.g5.xlarge')));
    services.counts.set('AllTraffic', 9);
    await stack.deploy(state(2, withLimits(2, 6)));
    expect(services.counts.get('AllTraffic')).toBe(9);
  });
});

test('a new model and new limits take no registration away', async () => {
  await stack.deploy(state(1, scaled('ml.g5.xlarge')));
  await stack.deploy(state(2, scaled('ml.g5.xlarge', 8)));
  expect(services.operations).not.toContain('DeregisterScalableTarget');
  expect(registered()).toEqual(described(state(2, scaled('ml.g5.xlarge', 8))));
});

test('a variant that went with a failed deployment is registered again, and failures may follow one another', async () => {
  const old = state(1, fixed('ml.g5.xlarge'), scaled('ml.g5.xlarge', 2, 'Challenger'));
  await stack.deploy(old);
  for (const failure of ['smoke test', 'neighbour', 'endpoint', 'neighbour'] as const) {
    await stack.deploy(state(1, fixed('ml.g5.xlarge')), failure);
    expect(registered()).toEqual(described(old));
  }
});

test('an instance type changes while the variant is not registered, which it is again afterwards', async () => {
  await stack.deploy(state(1, scaled('ml.g5.xlarge')));
  const next = state(1, scaled('ml.g6.xlarge'));
  await stack.deploy(next);
  expect(services.operations.filter((operation) => operation !== 'DescribeEndpoint').slice(0, 3)).toEqual([
    'DeregisterScalableTarget',
    'RegisterScalableTarget',
    'PutScheduledAction',
  ]);
  expect(registered()).toEqual(described(next));
});

test.each<Failure>(['endpoint', 'neighbour', 'registration', 'smoke test'])(
  'when the %s fails, everything is registered as before',
  async (failure) => {
    const old = state(1, scaled('ml.g5.xlarge'));
    await stack.deploy(old);
    expect(await stack.deploy(state(1, scaled('ml.g6.xlarge')), failure)).toBe(false);
    expect(registered()).toEqual(described(old));
    const policy = services.targets
      .get('endpoint/vision/variant/AllTraffic')
      ?.policies.get('ConcurrentRequests-ml.g5.xlarge');
    expect(policy).toMatchObject({
      PolicyType: 'TargetTrackingScaling',
      TargetTrackingScalingPolicyConfiguration: {
        TargetValue: 16,
        CustomizedMetricSpecification: { Dimensions: [{ Name: 'EndpointName', Value: 'vision' }] },
      },
    });
  },
);

describe('the watch over a deployment', () => {
  const properties = (config: string, variant: Registration): object => ({
    EndpointName: 'vision',
    EndpointConfigName: config,
    Variants: JSON.stringify([variant]),
  });
  const [old, failed] = [scaled('ml.g5.xlarge'), scaled('ml.g6.xlarge')];
  const begin = async (next: Registration): Promise<void> => {
    await stack.deploy(state(1, old));
    await stack.send('Release', properties('new', next), properties(state(1, old).config, old));
  };

  test('begins before anything is suspended, so that it outlives the death of the handler', async () => {
    await stack.deploy(state(1, old));
    services.failures.push({ operation: 'RegisterScalableTarget', error: 'AccessDeniedException' });
    await stack.send('Release', properties('new', old), properties(state(1, old).config, old));
    expect(services.verdict?.Status).toBe('FAILED');
    services.stackStatus = 'UPDATE_ROLLBACK_COMPLETE';
    expect(await services.runInvocations()).toEqual(['done']);
    expect(registered()).toEqual(described(state(1, old)));
  });

  test('resumes when nothing else does, because the deployment failed before anything of ours ran again', async () => {
    await begin(old);
    expect(JSON.stringify(registered())).toContain('"suspended":true');
    services.stackStatus = 'UPDATE_ROLLBACK_FAILED';
    await services.runInvocations();
    expect(registered()).toEqual(described(state(1, old)));
  });

  test('waits for the end of the deployment, over any number of invocations', async () => {
    await begin(failed);
    expect(registered()).toEqual({});
    services.stackStatus = 'UPDATE_ROLLBACK_IN_PROGRESS';
    services.operations = [];
    const ended = services.runInvocations();
    while (services.operations.length < 12) await setImmediate(); // more looks than an invocation has time for
    services.stackStatus = 'UPDATE_ROLLBACK_COMPLETE_CLEANUP_IN_PROGRESS';
    expect((await ended).length).toBeGreaterThan(1);
    expect(registered()).toEqual(described(state(1, old)));
  });

  test('registers nothing when another deployment has come after', async () => {
    await begin(failed);
    services.servedConfig = 'a later one';
    services.stackStatus = 'UPDATE_ROLLBACK_COMPLETE';
    await services.runInvocations();
    expect(registered()).toEqual({});
  });

  test('has nothing to do when the endpoint is gone', async () => {
    await begin(failed);
    services.servedConfig = undefined;
    services.stackStatus = 'DELETE_COMPLETE';
    services.operations = [];
    expect(await services.runInvocations()).toEqual(['done']);
    expect(services.operations).toEqual(['DescribeEndpoint']);
  });
});

test('a registered variant can go, and come back', async () => {
  const one = state(1, scaled('ml.g5.xlarge'));
  const two = state(1, scaled('ml.g5.xlarge'), scaled('ml.g6.xlarge', 2, 'Challenger'));
  for (const next of [two, one, two]) {
    await stack.deploy(next);
    expect(registered()).toEqual(described(next));
  }
});

test('a target that is gone already is fine', async () => {
  await stack.deploy(state(1, scaled('ml.g5.xlarge')));
  services.targets.clear();
  const next = state(1, scaled('ml.g6.xlarge'));
  await stack.deploy(next);
  expect(registered()).toEqual(described(next));
});

test('a target that is not known everywhere yet is asked for again', async () => {
  await stack.deploy(state(1, scaled('ml.g5.xlarge')));
  services.failures.push({ operation: 'PutScheduledAction', error: 'ObjectNotFoundException' });
  const next = state(1, scaled('ml.g6.xlarge'));
  await stack.deploy(next);
  expect(registered()).toEqual(described(next));
});

test('what the service refuses fails the deployment, with its words', async () => {
  await stack.deploy(state(1, scaled('ml.g5.xlarge')));
  services.failures.push({ operation: 'DeregisterScalableTarget', error: 'AccessDeniedException' });
  await expect(stack.deploy(state(1, scaled('ml.g6.xlarge')))).rejects.toThrow(/vision.*AccessDeniedException/);
});

test('another endpoint name is another endpoint: nothing of it is registered yet', async () => {
  await stack.deploy(state(1, scaled('ml.g5.xlarge')));
  const properties = (EndpointName: string, type: string): object => ({
    EndpointName,
    Variants: JSON.stringify([scaled(type)]),
  });
  await stack.send('Registration', properties('other', 'ml.g6.xlarge'), properties('vision', 'ml.g5.xlarge'));
  expect(services.operations.filter((operation) => operation !== 'DescribeEndpoint')).toEqual([]);
});

test('whatever is deployed and wherever it fails, the registrations are those of the stack', async () => {
  const variant = (name: string): fc.Arbitrary<Registration> =>
    fc
      .record({
        type: fc.constantFrom('ml.g5.xlarge', 'ml.g6.xlarge'),
        scales: fc.boolean(),
        maxCapacity: fc.integer({ min: 1, max: 3 }),
        actions: fc.constantFrom<(typeof NIGHT)[]>([], [NIGHT]),
      })
      .map(({ type, scales, maxCapacity, actions }) =>
        scales ? scaled(type, maxCapacity, name, actions) : fixed(type, name),
      );
  const step = fc.record({
    model: fc.integer({ min: 1, max: 2 }),
    variants: fc
      .tuple(variant('AllTraffic'), fc.option(variant('Challenger'), { nil: undefined }))
      .map((both) => both.filter((one) => one !== undefined)),
    failure: fc.constantFrom<Failure | undefined>(undefined, 'endpoint', 'neighbour', 'registration', 'smoke test'),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 6 }), async (steps) => {
      services.reset();
      stack = new FakeCloudFormation(services);
      for (const { model, variants, failure } of steps) {
        await stack.deploy(state(model, ...variants), failure);
        expect(registered()).toEqual(described(stack.deployed as Deployed));
      }
    }),
    { numRuns: 25 },
  );
});

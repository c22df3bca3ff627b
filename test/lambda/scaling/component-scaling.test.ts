import { AwsError } from '../../account/call';
import { ComponentScenario, ComponentVersion, withComponentScenario } from './component-scenario';

/** A version of a component that scales on concurrent requests per copy. */
function scaled(model: string, overrides: { limits?: [number, number]; requestsPerCopy?: number } = {}) {
  const { limits: [minCapacity, maxCapacity] = [1, 6], requestsPerCopy = 8 } = overrides;
  return {
    model,
    initialCopyCount: 2,
    scaling: {
      target: { minCapacity, maxCapacity },
      policies: [
        {
          policyName: `ConcurrentRequestsPerCopy-${requestsPerCopy}`,
          policyType: 'TargetTrackingScaling',
          targetTrackingScalingPolicyConfiguration: {
            targetValue: requestsPerCopy,
            predefinedMetricSpecification: {
              predefinedMetricType: 'SageMakerInferenceComponentConcurrentRequestsPerCopyHighResolution',
            },
          },
        },
      ],
    },
  } satisfies ComponentVersion;
}

function fixed(model: string, copyCount = 2): ComponentVersion {
  return { model, initialCopyCount: copyCount, scaling: { policies: [] } };
}

const OLD = scaled('detector-1');
const NEXT = scaled('detector-2');
const OTHER_TARGET = scaled('detector-1', { requestsPerCopy: 16 });
const POLICY = 'ConcurrentRequestsPerCopy-8';

/** The operations of the handler that change something. */
function changes({ lambda }: ComponentScenario): string[] {
  return lambda.operations.filter((operation) => !operation.startsWith('Describe'));
}

test('a component is created with its initial number of copies', async () => {
  await withComponentScenario(async (scenario) => {
    scenario.copies = {};
    const { Status, Data, PhysicalResourceId } = await scenario.sendRelease('Create', OLD);
    expect({ Status, Data, PhysicalResourceId }).toEqual({
      Status: 'SUCCESS',
      Data: { CopyCount: '2' },
      PhysicalResourceId: 'Resource-vision-detector',
    });
    expect((await scenario.sendRegistration('Create', [OLD, 2])).Status).toBe('SUCCESS');
    expect(changes(scenario)).toEqual([]);
  });
});

describe('before an update of a component,', () => {
  test('several invocations wait for scaling activities, whose copies the update keeps', async () => {
    await withComponentScenario(async (scenario) => {
      await scenario.register(OLD);
      scenario.copyCount = 5;
      scenario.updatingPolls = 130; // one invocation has time for about 50 polls
      const { invocations } = scenario.lambda;
      expect(await scenario.sendRelease('Update', NEXT, OLD)).toMatchObject({
        Status: 'SUCCESS',
        Data: { CopyCount: '5' },
      });
      expect(scenario.updatingPolls).toBeLessThanOrEqual(0);
      expect(scenario.lambda.invocations - invocations).toBeGreaterThan(2);
      expect(scenario.target).toEqual({ range: [1, 6], policies: [POLICY] });
    });
  });

  test('a component that has scaled in to zero copies receives one copy, which shows that the new version loads', async () => {
    await withComponentScenario(async (scenario) => {
      const next = scaled('detector-2', { limits: [0, 6] });
      await scenario.register(OLD);
      scenario.copyCount = 0;
      expect(await scenario.sendRelease('Update', next, OLD)).toMatchObject({ Data: { CopyCount: '1' } });
      scenario.copyCount = 1; // the update
      await scenario.sendRegistration('Update', [next, 1], [OLD, 2]);
      expect(scenario.copyCount).toBe(1);
    });
  });

  test('a component that does not scale is only waited for', async () => {
    await withComponentScenario(async (scenario) => {
      scenario.updatingPolls = 3;
      const response = await scenario.sendRelease('Update', fixed('detector-2'), fixed('detector-1'));
      expect([response.Status, response.Data]).toEqual(['SUCCESS', undefined]);
      expect(scenario.updatingPolls).toBeLessThanOrEqual(0);
      expect(changes(scenario)).toEqual([]);
    });
  });

  test('a component with a new name is created with the initial number of copies', async () => {
    await withComponentScenario(async (scenario) => {
      await scenario.register(OLD);
      scenario.copyCount = 5;
      const renamed = { ...NEXT, name: 'vision-faces' };
      const { Data, PhysicalResourceId } = await scenario.sendRelease('Update', renamed, OLD);
      expect([Data, PhysicalResourceId]).toEqual([{ CopyCount: '2' }, 'Resource-vision-faces']);
      await scenario.sendRegistration('Update', [renamed, 2], [OLD, 5]);
      expect(changes(scenario)).toEqual([]);
    });
  });

  test('a rejected request does not fail a rollback, which needs the number of copies', async () => {
    await withComponentScenario(async (scenario) => {
      await scenario.register(OLD);
      scenario.copyCount = 5;
      scenario.lambda.aws.account.injectFault = ({ operation }) =>
        operation === 'UpdateInferenceComponent' ? new AwsError('AccessDeniedException', 'No') : undefined;
      scenario.models['vision-detector'] = 'detector-2';
      scenario.lambda.stackStatus = 'UPDATE_ROLLBACK_IN_PROGRESS';
      const inRollback = await scenario.sendRelease('Update', OLD, NEXT);
      expect([inRollback.Status, inRollback.Data]).toEqual(['SUCCESS', { CopyCount: '5' }]);
    });
  });
});

describe('after an update of a component,', () => {
  test('nothing changes if the scaling has not changed', async () => {
    await withComponentScenario(async (scenario) => {
      await scenario.register(OLD);
      await scenario.sendRelease('Update', NEXT, OLD);
      expect((await scenario.sendRegistration('Update', [NEXT, 1], [OLD, 2])).Status).toBe('SUCCESS');
      expect(scenario.target).toEqual({ range: [1, 6], policies: [POLICY] });
      expect(changes(scenario)).not.toContain('UpdateInferenceComponentRuntimeConfig');
    });
  });

  test('replaced policies are deleted, and the number of copies stays, if only the scaling has changed', async () => {
    await withComponentScenario(async (scenario) => {
      await scenario.register(OLD);
      scenario.copyCount = 1; // scaling has removed copies since the last update
      await scenario.sendRegistration('Update', [OTHER_TARGET, 5], [OLD, 5]);
      expect(scenario.target).toEqual({ range: [1, 6], policies: [] });
      expect(scenario.copyCount).toBe(1);
    });
  });

  test('a component that begins to scale keeps its copies, and CloudFormation registers it', async () => {
    await withComponentScenario(async (scenario) => {
      scenario.copyCount = 3;
      expect((await scenario.sendRelease('Update', NEXT, fixed('detector-1', 3))).Data).toEqual({ CopyCount: '3' });
      await scenario.sendRegistration('Update', [NEXT, 3], [fixed('detector-1', 3), 3]);
      expect(changes(scenario)).toEqual([]);
    });
  });
});

describe('a rollback', () => {
  test('restores the previous policies', async () => {
    await withComponentScenario(async (scenario) => {
      const next = scaled('detector-2', { requestsPerCopy: 16 });
      await scenario.register(OLD);
      scenario.copyCount = 5;
      await scenario.sendRelease('Update', next, OLD);
      await scenario.sendRegistration('Update', [next, 5], [OLD, 2]);
      await scenario.register(next); // CloudFormation creates the new policy
      scenario.lambda.stackStatus = 'UPDATE_ROLLBACK_IN_PROGRESS';
      expect((await scenario.sendRelease('Update', OLD, next)).Data).toEqual({ CopyCount: '5' });
      expect((await scenario.sendRegistration('Update', [OLD, 2], [next, 5])).Status).toBe('SUCCESS');
      expect(scenario.target).toEqual({ range: [1, 6], policies: [POLICY] });
    });
  });

  test('registers a component again that the failed deployment had fixed', async () => {
    await withComponentScenario(async (scenario) => {
      await scenario.register(OLD);
      await scenario.sendRegistration('Update', [fixed('detector-1'), 2], [OLD, 1]);
      expect(scenario.target).toBeUndefined();
      scenario.lambda.stackStatus = 'UPDATE_ROLLBACK_IN_PROGRESS';
      await scenario.sendRegistration('Update', [OLD, 1], [fixed('detector-1'), 2]);
      expect(scenario.target).toEqual({ range: [1, 6], policies: [POLICY] });
    });
  });

  test.each([
    ['in a rollback, if SageMaker has already rolled it back', 'detector-1', 'UPDATE_ROLLBACK_IN_PROGRESS', OLD, NEXT],
    ['in an update, which CloudFormation sends', 'detector-1', 'UPDATE_IN_PROGRESS', NEXT, OLD],
  ])('does not update the version of a component %s', async (_, model, status, next, old) => {
    await withComponentScenario(async (scenario) => {
      await scenario.register(OLD);
      scenario.models['vision-detector'] = model;
      scenario.lambda.stackStatus = status;
      await scenario.sendRelease('Update', next, old);
      expect(changes(scenario)).not.toContain('UpdateInferenceComponent');
    });
  });

  test('does not remove copies that scaling has added after the update', async () => {
    await withComponentScenario(async (scenario) => {
      await scenario.register(NEXT);
      scenario.copyCount = 6;
      scenario.lambda.stackStatus = 'UPDATE_ROLLBACK_IN_PROGRESS';
      await scenario.sendRegistration('Update', [OLD, 6], [NEXT, 3]);
      expect(scenario.copyCount).toBe(6);
    });
  });
});

describe('a deletion', () => {
  test('waits for scaling activities, because SageMaker rejects the deletion of a component that scaling changes', async () => {
    await withComponentScenario(async (scenario) => {
      scenario.updatingPolls = 12;
      expect((await scenario.sendRegistration('Delete', [OLD, 1])).Status).toBe('SUCCESS');
      expect(scenario.updatingPolls).toBeLessThanOrEqual(0);
      expect((await scenario.sendRelease('Delete', OLD)).Status).toBe('SUCCESS');
      expect(changes(scenario)).toEqual([]);
    });
  });

  test('continues if the component does not exist, and after an error', async () => {
    await withComponentScenario(async (scenario) => {
      scenario.copies = {};
      expect((await scenario.sendRegistration('Delete', [OLD, 1])).Status).toBe('SUCCESS');
      scenario.lambda.aws.account.injectFault = ({ operation }) =>
        operation === 'DescribeInferenceComponent' ? new AwsError('AccessDeniedException', 'No') : undefined;
      expect((await scenario.sendRegistration('Delete', [OLD, 1])).Status).toBe('SUCCESS');
    });
  });
});

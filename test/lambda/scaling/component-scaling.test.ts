import { AwsError } from '../../account/call';
import { ComponentScenario, ComponentVersion, ROLLING_UPDATE, withComponentScenario } from './component-scenario';

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
          targetTrackingScalingPolicyConfiguration: { targetValue: requestsPerCopy },
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

/** Sets the status of the stack, and waits until the watch of the deployment has polled. */
async function endDeployment({ lambda }: ComponentScenario, status: string): Promise<void> {
  lambda.stackStatus = status;
  await lambda.aws.account.sleep(3 * 60_000);
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
    expect(scenario.lambda.operations).toEqual([]);
  });
});

describe('before an update of a component,', () => {
  test('scaling is suspended, and several invocations wait for scaling activities, whose copies the update keeps', async () => {
    await withComponentScenario(async (scenario) => {
      scenario.register(OLD);
      scenario.copyCount = 5;
      scenario.updatingPolls = 130; // one invocation has time for about 50 polls, and the watch polls, too
      const { invocations } = scenario.lambda;
      expect(await scenario.sendRelease('Update', NEXT, OLD)).toMatchObject({
        Status: 'SUCCESS',
        Data: { CopyCount: '5' },
      });
      expect(scenario.updatingPolls).toBeLessThanOrEqual(0);
      expect(scenario.lambda.invocations - invocations).toBeGreaterThan(2); // including the invocation of the watch
      expect(scenario.target).toEqual({ range: [1, 6], suspended: true, policies: [POLICY] });
    });
  });

  test('a component that has scaled in to zero copies receives one copy, which shows that the new version loads', async () => {
    await withComponentScenario(async (scenario) => {
      const next = scaled('detector-2', { limits: [0, 6] });
      scenario.register(OLD);
      scenario.copyCount = 0;
      expect(await scenario.sendRelease('Update', next, OLD)).toMatchObject({ Data: { CopyCount: '1' } });
      scenario.copyCount = 1; // the update
      await scenario.sendRegistration('Update', [next, 1], [OLD, 2]);
      expect(scenario.copyCount).toBe(1);
      expect(scenario.target?.suspended).toBe(false);
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
      scenario.register(OLD);
      scenario.copyCount = 5;
      const renamed = { ...NEXT, name: 'vision-faces' };
      const { Data, PhysicalResourceId } = await scenario.sendRelease('Update', renamed, OLD);
      expect([Data, PhysicalResourceId]).toEqual([{ CopyCount: '2' }, 'Resource-vision-faces']);
      await scenario.sendRegistration('Update', [renamed, 2], [OLD, 5]);
      expect(scenario.lambda.operations).toEqual([]);
    });
  });

  test('a rejected request makes the deployment fail with the error of the service, but not a rollback, which needs the number of copies', async () => {
    await withComponentScenario(async (scenario) => {
      scenario.register(OLD);
      scenario.copyCount = 5;
      scenario.lambda.aws.account.injectFault = ({ operation }) =>
        operation === 'RegisterScalableTarget' ? new AwsError('AccessDeniedException', 'No') : undefined;
      const { Status, Reason } = await scenario.sendRelease('Update', NEXT, OLD);
      expect(Status).toBe('FAILED');
      expect(Reason).toMatch(/vision-detector.*AccessDeniedException: No/);
      scenario.lambda.stackStatus = 'UPDATE_ROLLBACK_IN_PROGRESS';
      const inRollback = await scenario.sendRelease('Update', OLD, NEXT);
      expect([inRollback.Status, inRollback.Data]).toEqual(['SUCCESS', { CopyCount: '5' }]);
    });
  });
});

describe('after an update of a component,', () => {
  test('scaling is resumed', async () => {
    await withComponentScenario(async (scenario) => {
      scenario.register(OLD);
      await scenario.sendRelease('Update', NEXT, OLD);
      expect((await scenario.sendRegistration('Update', [NEXT, 1], [OLD, 2])).Status).toBe('SUCCESS');
      expect(scenario.target).toEqual({ range: [1, 6], suspended: false, policies: [POLICY] });
      expect(changes(scenario)).not.toContain('UpdateInferenceComponentRuntimeConfig');
    });
  });

  test('a version that SageMaker has rolled back fails the deployment, also if CloudFormation does not notice', async () => {
    await withComponentScenario(async (scenario) => {
      scenario.register(OLD);
      scenario.models['vision-detector'] = 'detector-1';
      const { Status, Reason } = await scenario.sendRegistration('Update', [NEXT, 2], [OLD, 2]);
      expect(Status).toBe('FAILED');
      expect(Reason).toMatch(
        /^The inference component vision-detector has the model detector-1 .* declares the model detector-2 .*SageMaker rolled the update back/,
      );
    });
  });

  test('copies for which the instances have no room fail the deployment of a component that does not scale, but not its rollback', async () => {
    await withComponentScenario(async (scenario) => {
      scenario.lacksRoom = true;
      const [three, one] = [fixed('detector-1', 3), fixed('detector-1', 1)];
      const { Status, Reason } = await scenario.sendRegistration('Update', [three, 3], [one, 1]);
      expect(Status).toBe('FAILED');
      expect(Reason).toMatch(/^The inference component vision-detector has 1 copies, and the deployment declares 3: /);
      scenario.lambda.stackStatus = 'UPDATE_ROLLBACK_IN_PROGRESS';
      expect((await scenario.sendRegistration('Update', [three, 3], [one, 1])).Status).toBe('SUCCESS');
    });
  });

  test.each([
    ['as many as before', [1, 6], 5],
    ['within the new limits', [1, 4], 4],
  ] as [string, [number, number], number][])(
    'copies that the update has removed are added again, %s',
    async (_, limits, expected) => {
      await withComponentScenario(async (scenario) => {
        const next = scaled('detector-2', { limits });
        scenario.register(OLD);
        scenario.copyCount = 2; // the update
        const { Reason } = await scenario.sendRegistration('Update', [next, 5], [OLD, 2]);
        expect(scenario.copyCount).toBe(expected);
        expect(Reason).toBe(`vision-detector has ${expected} copies instead of 2; vision-detector resumed`);
      });
    },
  );

  test('replaced policies are deleted, and the number of copies stays, if only the scaling has changed', async () => {
    await withComponentScenario(async (scenario) => {
      scenario.register(OLD);
      scenario.copyCount = 1; // scaling has removed copies since the last update
      await scenario.sendRegistration('Update', [OTHER_TARGET, 5], [OLD, 5]);
      expect(scenario.target).toEqual({ range: [1, 6], suspended: false, policies: [] });
      expect(scenario.copyCount).toBe(1);
    });
  });

  test('a component that no longer scales has the copies of the deployment', async () => {
    await withComponentScenario(async (scenario) => {
      scenario.register(OLD);
      scenario.copyCount = 5;
      const next = fixed('detector-1', 3);
      expect((await scenario.sendRelease('Update', next, OLD)).Data).toBeUndefined();
      await scenario.sendRegistration('Update', [next, 3], [OLD, 2]);
      expect(scenario.copyCount).toBe(3);
      expect(scenario.target?.suspended).toBe(true); // CloudFormation deregisters the component at the end
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

  test('a missing target is registered again', async () => {
    await withComponentScenario(async (scenario) => {
      await scenario.sendRegistration('Update', [NEXT, 1], [OLD, 1]);
      expect(scenario.target).toEqual({ range: [1, 6], suspended: false, policies: [] });
    });
  });
});

describe('a rollback', () => {
  test('restores the previous policies and the copies, although CloudFormation restores the number of copies of an earlier deployment', async () => {
    await withComponentScenario(async (scenario) => {
      const next = scaled('detector-2', { requestsPerCopy: 16 });
      scenario.register(OLD);
      scenario.copyCount = 5;
      await scenario.sendRelease('Update', next, OLD);
      await scenario.sendRegistration('Update', [next, 5], [OLD, 2]);
      scenario.register(next); // CloudFormation creates the new policy
      scenario.lambda.stackStatus = 'UPDATE_ROLLBACK_IN_PROGRESS';
      expect((await scenario.sendRelease('Update', OLD, next)).Data).toEqual({ CopyCount: '5' });
      expect(scenario.target?.suspended).toBe(true);
      scenario.copyCount = 2; // the rollback of the component
      expect((await scenario.sendRegistration('Update', [OLD, 2], [next, 5])).Status).toBe('SUCCESS');
      expect(scenario.target).toEqual({ range: [1, 6], suspended: false, policies: [POLICY] });
      expect(scenario.copyCount).toBe(5);
    });
  });

  test('restores the previous version without rollback alarms, which the copies of the failed version may have triggered', async () => {
    await withComponentScenario(async (scenario) => {
      scenario.register(NEXT);
      scenario.copyCount = 5;
      scenario.models['vision-detector'] = 'detector-2';
      scenario.lambda.stackStatus = 'UPDATE_ROLLBACK_IN_PROGRESS';
      const { Status, Data } = await scenario.sendRelease('Update', OLD, NEXT);
      expect([Status, Data]).toEqual(['SUCCESS', { CopyCount: '5' }]);
      const { log } = scenario.lambda.aws.account;
      expect(log.filter(({ operation }) => operation === 'UpdateInferenceComponent').map(({ input }) => input)).toEqual(
        [
          {
            InferenceComponentName: 'vision-detector',
            Specification: { ModelName: 'detector-1', ComputeResourceRequirements: { MinMemoryRequiredInMb: 1024 } },
            RuntimeConfig: { CopyCount: 5 },
            DeploymentConfig: { RollingUpdatePolicy: ROLLING_UPDATE },
          },
        ],
      );
      expect(scenario.updatingPolls).toBeLessThanOrEqual(0);
    });
  });

  test.each([
    ['in a rollback, if SageMaker has already rolled it back', 'detector-1', 'UPDATE_ROLLBACK_IN_PROGRESS', OLD, NEXT],
    ['in an update, which CloudFormation sends', 'detector-1', 'UPDATE_IN_PROGRESS', NEXT, OLD],
  ])('does not update the version of a component %s', async (_, model, status, next, old) => {
    await withComponentScenario(async (scenario) => {
      scenario.register(OLD);
      scenario.models['vision-detector'] = model;
      scenario.lambda.stackStatus = status;
      await scenario.sendRelease('Update', next, old);
      expect(changes(scenario)).not.toContain('UpdateInferenceComponent');
    });
  });

  test('does not remove copies that scaling has added after the update', async () => {
    await withComponentScenario(async (scenario) => {
      scenario.register(NEXT);
      scenario.copyCount = 6;
      scenario.lambda.stackStatus = 'UPDATE_ROLLBACK_IN_PROGRESS';
      await scenario.sendRegistration('Update', [OLD, 6], [NEXT, 3]);
      expect(scenario.copyCount).toBe(6);
    });
  });

  test('resumes the scaling of a component that the failed deployment had fixed', async () => {
    await withComponentScenario(async (scenario) => {
      scenario.register(OLD);
      await scenario.sendRelease('Update', fixed('detector-2'), OLD);
      await scenario.sendRegistration('Update', [fixed('detector-2'), 2], [OLD, 1]);
      scenario.lambda.stackStatus = 'UPDATE_ROLLBACK_IN_PROGRESS';
      await scenario.sendRelease('Update', OLD, fixed('detector-2'));
      await scenario.sendRegistration('Update', [OLD, 1], [fixed('detector-2'), 2]);
      expect(scenario.target).toEqual({ range: [1, 6], suspended: false, policies: [POLICY] });
    });
  });
});

describe('the watch of a deployment', () => {
  test('resumes scaling and restores the copies if the update of the component has failed', async () => {
    await withComponentScenario(async (scenario) => {
      scenario.register(OLD);
      scenario.copyCount = 5;
      await scenario.sendRelease('Update', NEXT, OLD);
      scenario.copyCount = 2; // CloudFormation restores the number of copies of an earlier deployment
      scenario.lambda.stackStatus = 'UPDATE_ROLLBACK_IN_PROGRESS';
      await scenario.lambda.aws.account.sleep(30 * 60_000);
      expect(scenario.target?.suspended).toBe(true);
      await endDeployment(scenario, 'UPDATE_ROLLBACK_COMPLETE');
      expect(scenario.target?.suspended).toBe(false);
      expect(scenario.copyCount).toBe(5);
    });
  });

  test('changes no copies after a deployment that has succeeded', async () => {
    await withComponentScenario(async (scenario) => {
      scenario.register(OLD);
      scenario.copyCount = 5;
      await scenario.sendRelease('Update', NEXT, OLD);
      await scenario.sendRegistration('Update', [NEXT, 5], [OLD, 2]);
      scenario.copyCount = 3; // scaling removes copies
      await endDeployment(scenario, 'UPDATE_COMPLETE');
      expect(scenario.copyCount).toBe(3);
    });
  });

  test('does not resume the scaling of a component that no longer scales before the clean-up has deregistered it', async () => {
    await withComponentScenario(async (scenario) => {
      scenario.register(OLD);
      await scenario.sendRelease('Update', fixed('detector-1', 8), OLD);
      await endDeployment(scenario, 'UPDATE_COMPLETE_CLEANUP_IN_PROGRESS');
      expect(scenario.target?.suspended).toBe(true); // otherwise, Application Auto Scaling would remove copies above the old maximum
      scenario.targets = {};
      await endDeployment(scenario, 'UPDATE_COMPLETE');
      expect(scenario.targets).toEqual({});
    });
  });

  test('waits until nothing changes the component', async () => {
    await withComponentScenario(async (scenario) => {
      scenario.register(OLD);
      await scenario.sendRelease('Update', NEXT, OLD);
      scenario.updatingPolls = 60;
      await endDeployment(scenario, 'UPDATE_ROLLBACK_COMPLETE');
      expect(scenario.target?.suspended).toBe(true);
      await scenario.lambda.aws.account.sleep(20 * 60_000);
      expect(scenario.target?.suspended).toBe(false);
    });
  });

  test('ends if the component is deleted', async () => {
    await withComponentScenario(async (scenario) => {
      scenario.register(OLD);
      await scenario.sendRelease('Update', NEXT, OLD);
      scenario.copies = {};
      const before = changes(scenario).length;
      await endDeployment(scenario, 'DELETE_COMPLETE');
      expect(changes(scenario)).toHaveLength(before);
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

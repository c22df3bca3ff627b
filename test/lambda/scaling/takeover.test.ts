import { VariantRegistration } from '../../../lib/contracts/scaling-registration-properties';
import { AwsError, Call } from '../../account/call';
import { HandlerResponse } from '../function-under-test';
import { properties, ScalingScenario, withScalingScenario } from './scaling-scenario';

// `test/account/histories/takeover` tests entire takeovers, with a simulated CloudFormation.

const ARN = 'arn:aws:sagemaker:us-east-1:111122223333:endpoint';
const EVENING = {
  scheduledActionName: 'evening',
  schedule: 'cron(0 17 * * ? *)',
  timezone: 'Europe/Berlin',
  startTime: '2025-01-01T00:00:00.000Z',
  scalableTargetAction: { minCapacity: 3 },
};
const POLICY = {
  policyName: 'Invocations',
  policyType: 'TargetTrackingScaling',
  targetTrackingScalingPolicyConfiguration: {
    targetValue: 70,
    predefinedMetricSpecification: { predefinedMetricType: 'SageMakerVariantInvocationsPerInstance' },
  },
};

function scaled(overrides: Partial<VariantRegistration> = {}): VariantRegistration {
  return {
    variantName: 'AllTraffic',
    instanceTypes: ['ml.g5.xlarge'],
    instanceCount: 2,
    target: { minCapacity: 2, maxCapacity: 6, scheduledActions: [EVENING] },
    policies: [POLICY],
    ...overrides,
  };
}

const EARLIER = { config: 'old', variants: [scaled()] };
const NEXT = { config: 'new', variants: [scaled({ target: { minCapacity: 1, maxCapacity: 4 }, policies: [] })] };
const REGISTERED = {
  AllTraffic: { range: [2, 6], suspended: false, actions: ['evening'], policies: ['Invocations'] },
};

/** Runs a test with an endpoint whose variant scales. `physicalIds` are the IDs of the resources that the stack has. */
async function withImportedEndpoint(
  test: (scenario: ScalingScenario) => Promise<void>,
  {
    earlier = EARLIER,
    physicalIds = { Endpoint: `${ARN}/vision` },
    servedVariant = { VariantName: 'AllTraffic', InstanceType: 'ml.g5.xlarge' },
  }: { earlier?: typeof EARLIER; physicalIds?: Record<string, string>; servedVariant?: object } = {},
): Promise<void> {
  await withScalingScenario(async (scenario) => {
    const { lambda } = scenario;
    await scenario.register(earlier);
    const respond = lambda.responses;
    lambda.responses = (call) =>
      call.operation === 'DescribeEndpointConfig' ? { ProductionVariants: [servedVariant] } : respond(call);
    const handle = async ({ operation, input }: Call): Promise<object> => {
      if (operation === 'DescribeStacks') return { Stacks: [{ StackStatus: lambda.stackStatus }] };
      const logicalId = String(input.LogicalResourceId);
      if (!(logicalId in physicalIds))
        throw new AwsError('ValidationError', `Resource ${logicalId} does not exist for stack vision`);
      return { StackResourceDetail: { PhysicalResourceId: physicalIds[logicalId] } };
    };
    lambda.aws.account.services.set('cloudformation', { name: 'cloudformation', handle });
    await test(scenario);
  });
}

async function sendTakeover(
  { lambda }: ScalingScenario,
  next = NEXT,
  RequestType = 'Create',
): Promise<HandlerResponse & { readonly Data?: { readonly Earlier: string } }> {
  const { EndpointName, Variants } = properties(next);
  const event = { RequestType, ResourceType: 'Custom::TritonTakeover', OldResourceProperties: {} };
  return lambda.send(event, { EndpointName, EndpointLogicalId: 'Endpoint', ReleaseLogicalId: 'Release', Variants });
}

/** The properties of the release and of the registration, with the record of the endpoint. */
async function propertiesAfterTakeover(scenario: ScalingScenario): Promise<object> {
  return { ...properties(NEXT), Earlier: (await sendTakeover(scenario)).Data?.Earlier };
}

test('before the first update, the variants are deregistered, since CloudFormation creates their targets', async () => {
  await withImportedEndpoint(async (scenario) => {
    const afterTakeover = await propertiesAfterTakeover(scenario);
    expect(scenario.registrations()).toEqual(REGISTERED);
    scenario.updatingPolls = 3;
    expect((await scenario.send('Create', 'Release', afterTakeover)).Status).toBe('SUCCESS');
    expect(scenario.registrations()).toEqual({});
    expect(scenario.updatingPolls).toBeLessThanOrEqual(0);
  });
});

test('a rollback registers the variants as before, with their policies and scheduled actions', async () => {
  await withImportedEndpoint(async (scenario) => {
    const actions = (): unknown =>
      [...scenario.lambda.aws.autoScaling['state'].targets.values()].flatMap((target) =>
        [...target.actions.values()].map(({ input }) => [input.Timezone, input.StartTime, input.ScalableTargetAction]),
      );
    const actionsBefore = JSON.stringify(actions());
    const afterTakeover = await propertiesAfterTakeover(scenario);
    await scenario.send('Create', 'Release', afterTakeover);
    scenario.lambda.stackStatus = 'UPDATE_ROLLBACK_COMPLETE_CLEANUP_IN_PROGRESS';
    const { Status, Reason } = await scenario.send('Delete', 'Release', afterTakeover);
    expect([Status, Reason]).toEqual(['SUCCESS', 'AllTraffic registered as before the takeover']);
    expect(scenario.registrations()).toEqual(REGISTERED);
    expect(JSON.stringify(actions())).toBe(actionsBefore);
  });
});

test('a scheduled action that is rejected in a rollback does not prevent the rest', async () => {
  await withImportedEndpoint(async (scenario) => {
    const afterTakeover = await propertiesAfterTakeover(scenario);
    await scenario.send('Create', 'Release', afterTakeover);
    scenario.lambda.stackStatus = 'UPDATE_ROLLBACK_COMPLETE_CLEANUP_IN_PROGRESS';
    scenario.lambda.aws.account.injectFault = ({ operation }) =>
      operation === 'PutScheduledAction' ? new AwsError('ValidationException', 'The time has passed') : undefined;
    const { Status, Reason } = await scenario.send('Delete', 'Release', afterTakeover);
    expect([Status, Reason]).toEqual(['SUCCESS', expect.stringContaining('The time has passed')]);
    expect(scenario.registrations()).toMatchObject({ AllTraffic: { range: [2, 6], policies: ['Invocations'] } });
  });
});

test('a variant whose scaling was suspended is suspended again', async () => {
  const suspendedState = { DynamicScalingInSuspended: true };
  await withImportedEndpoint(async (scenario) => {
    await scenario.callAutoScaling('RegisterScalableTarget', 'AllTraffic', { SuspendedState: suspendedState });
    const afterTakeover = await propertiesAfterTakeover(scenario);
    await scenario.send('Create', 'Release', afterTakeover);
    scenario.lambda.stackStatus = 'UPDATE_ROLLBACK_COMPLETE_CLEANUP_IN_PROGRESS';
    await scenario.send('Delete', 'Release', afterTakeover);
    expect(scenario.registrations()).toMatchObject({ AllTraffic: { suspended: true } });
  });
});

test('the deletion of the stack registers nothing', async () => {
  await withImportedEndpoint(async (scenario) => {
    const afterTakeover = await propertiesAfterTakeover(scenario);
    await scenario.send('Create', 'Release', afterTakeover);
    scenario.lambda.stackStatus = 'DELETE_IN_PROGRESS';
    await scenario.send('Delete', 'Release', afterTakeover);
    expect(scenario.registrations()).toEqual({});
  });
});

test('a later update suspends the scaling of the app', async () => {
  await withImportedEndpoint(async (scenario) => {
    const afterTakeover = await propertiesAfterTakeover(scenario);
    await scenario.sendUpdate('Release', { ...afterTakeover, EndpointConfigName: 'third' }, afterTakeover);
    expect(scenario.registrations()).toMatchObject({ AllTraffic: { suspended: true, policies: ['Invocations'] } });
  });
});

test.each([
  ['the stack creates the endpoint', {}],
  ['the stack has an endpoint with a different name', { Endpoint: `${ARN}/other` }],
  ['the stack has deployed the endpoint before', { Endpoint: `${ARN}/vision`, Release: 'Release-vision' }],
])('nothing is recorded if %s', async (_, physicalIds) => {
  await withImportedEndpoint(
    async (scenario) => {
      expect(await sendTakeover(scenario)).toMatchObject({ Status: 'SUCCESS', Data: { Earlier: '' } });
      await scenario.send('Create', 'Release', await propertiesAfterTakeover(scenario));
      expect(scenario.registrations()).toEqual(REGISTERED);
    },
    { physicalIds },
  );
});

test('nothing is recorded in an update', async () => {
  await withImportedEndpoint(async (scenario) => {
    expect((await sendTakeover(scenario, NEXT, 'Update')).Data).toEqual({ Earlier: '' });
  });
});

test('instance pools are compared in the order of their priority', async () => {
  const InstancePools = [
    { InstanceType: 'ml.g6.xlarge', Priority: 2 },
    { InstanceType: 'ml.g5.xlarge', Priority: 1 },
  ];
  const variants = [scaled({ instanceTypes: ['ml.g5.xlarge', 'ml.g6.xlarge'] })];
  await withImportedEndpoint(
    async (scenario) =>
      expect(await sendTakeover(scenario, { config: 'new', variants })).toMatchObject({ Status: 'SUCCESS' }),
    { servedVariant: { VariantName: 'AllTraffic', InstancePools } },
  );
});

describe('the takeover is rejected', () => {
  test('if the app scales a variant on a different instance type', async () => {
    await withImportedEndpoint(async (scenario) => {
      const variants = [scaled({ instanceTypes: ['ml.g6.xlarge'] })];
      const { Status, Reason } = await sendTakeover(scenario, { config: 'new', variants });
      expect(Status).toBe('FAILED');
      expect(Reason).toMatch(
        /scales the variant AllTraffic on ml\.g6\.xlarge, and the endpoint has it on ml\.g5\.xlarge/,
      );
    });
  });

  test('if the app scales a variant that the endpoint does not have', async () => {
    await withImportedEndpoint(async (scenario) => {
      const variants = [scaled({ variantName: 'New' })];
      const { Reason } = await sendTakeover(scenario, { config: 'new', variants });
      expect(Reason).toMatch(/scales the variant New on ml\.g5\.xlarge, and the endpoint has no such variant/);
    });
  });

  test('if the scaling is too large for a response to CloudFormation', async () => {
    const scheduledActions = Array.from({ length: 150 }, (_, index) => ({
      ...EVENING,
      scheduledActionName: `action-${Math.sin(index)}`,
      schedule: `cron(${index % 60} ${index % 24} * * ? *)`,
    }));
    const earlier = {
      config: 'old',
      variants: [scaled({ target: { minCapacity: 2, maxCapacity: 6, scheduledActions } })],
    };
    await withImportedEndpoint(
      async (scenario) => {
        const { Status, Reason } = await sendTakeover(scenario);
        expect(Status).toBe('FAILED');
        expect(Reason).toMatch(/have \d{4} characters in compressed form, and at most 3000 can be recorded/);
      },
      { earlier },
    );
  });
});

test('after the first update, variants that do not scale receive their instance counts', async () => {
  await withImportedEndpoint(async (scenario) => {
    const variants = [scaled({ target: undefined, policies: [], instanceCount: 5 })];
    const { Earlier } = (await sendTakeover(scenario)).Data ?? {};
    const next = { ...properties({ config: 'new', variants }), Earlier };
    expect((await scenario.send('Create', 'Registration', next)).Status).toBe('SUCCESS');
    expect(scenario.counts).toEqual({ AllTraffic: 5 });
  });
});

test('after the first update, a data capture that SageMaker has retained fails the deployment', async () => {
  await withImportedEndpoint(async (scenario) => {
    scenario.capture = { EnableCapture: true, CurrentSamplingPercentage: 5, DestinationS3Uri: 's3://captured' };
    const { Status, Reason } = await scenario.send('Create', 'Registration', await propertiesAfterTakeover(scenario));
    expect(Status).toBe('FAILED');
    expect(Reason).toMatch(
      /did not change. The endpoint captures 5 % of the requests to s3:\/\/captured; the deployment declares nothing/,
    );
  });
});

import { CheckedFleet } from '../../../lib/contracts/preflight-properties';
import { AwsError } from '../../account/call';
import { FunctionUnderTest, withFunctionUnderTest, HandlerResponse } from '../function-under-test';

const vision: CheckedFleet = {
  name: 'vision',
  variants: [{ name: 'AllTraffic', instanceTypes: ['ml.g5.xlarge'], count: 2 }],
  retainsCounts: false,
  version: 'first',
};
const speech = { ...vision, name: 'speech' };

const properties = (...fleets: CheckedFleet[]): object => ({ Fleets: JSON.stringify(fleets) });

/** Sends an event in an account with running endpoints, each with two instances and an instance quota of 6. */
async function send(
  endpointNames: string[],
  event: object,
  fleets: CheckedFleet[],
  prepare: (lambda: FunctionUnderTest) => void = () => undefined,
): Promise<HandlerResponse & { operations: string[] }> {
  return withFunctionUnderTest('preflight', async (lambda) => {
    lambda.aws.sagemaker.hooks.instanceLimit = () => 6;
    lambda.responses = ({ operation }) => {
      switch (operation) {
        case 'ListEndpoints':
          return { Endpoints: endpointNames.map((EndpointName) => ({ EndpointName })) };
        case 'DescribeEndpoint':
          return {
            EndpointStatus: 'InService',
            EndpointConfigName: 'config',
            ProductionVariants: [{ VariantName: 'AllTraffic', CurrentInstanceCount: 2 }],
          };
        case 'DescribeEndpointConfig':
          return { ProductionVariants: [{ VariantName: 'AllTraffic', InstanceType: 'ml.g5.xlarge' }] };
        default:
          return undefined;
      }
    };
    prepare(lambda);
    const response = await lambda.send(event, properties(...fleets));
    return { ...response, operations: lambda.operations };
  });
}

test('a deployment fails if the quota is sufficient for each endpoint of the stack alone, but not for both', async () => {
  expect(await send(['other'], {}, [vision])).toMatchObject({
    Status: 'SUCCESS',
    Reason: expect.stringContaining('is 6; the deployment needs 2, next to 2 in use by other endpoints.'),
  });
  const update = { RequestType: 'Update', OldResourceProperties: properties() };
  const { Status, Reason } = await send(['vision', 'speech'], update, [vision, speech]);
  expect(Status).toBe('FAILED');
  expect(Reason).toContain('The quota "ml.g5.xlarge for endpoint usage" is 6; the deployment needs 8.');
});

test('an unchanged endpoint needs no second fleet of instances', async () => {
  const changed = { ...vision, version: 'second' };
  const update = { RequestType: 'Update', OldResourceProperties: properties(vision, speech) };
  const { Status, Reason } = await send(['vision', 'speech'], update, [changed, speech]);
  expect(Reason).toContain('is 6; the deployment needs 4, next to 2 in use by other endpoints.');
  expect(Status).toBe('SUCCESS');
});

test.each([
  ['a deletion', { RequestType: 'Delete' }, 'DELETE_IN_PROGRESS'],
  [
    'a rollback of an update',
    { RequestType: 'Update', OldResourceProperties: properties() },
    'UPDATE_ROLLBACK_IN_PROGRESS',
  ],
])('%s is not checked', async (_, event, status) => {
  const { Status, operations } = await send(['vision'], event, [vision], (lambda) => {
    lambda.stackStatus = status;
    lambda.aws.sagemaker.hooks.instanceLimit = () => 0;
  });
  expect(Status).toBe('SUCCESS');
  expect(operations).not.toContain('ListServiceQuotas');
});

test('if the status of the stack cannot be read, nothing is checked, because the stack may be rolling back', async () => {
  const { Status } = await send([], {}, [vision], (lambda) => {
    lambda.aws.sagemaker.hooks.instanceLimit = () => 0;
    lambda.aws.account.services.set('cloudformation', {
      name: 'cloudformation',
      handle: async () => {
        throw new AwsError('ValidationError', 'no such stack');
      },
    });
  });
  expect(Status).toBe('SUCCESS');
});

describe('an endpoint with inference components, whose instances SageMaker starts as copies need them,', () => {
  const shared: CheckedFleet = {
    ...vision,
    variants: [{ ...vision.variants[0], count: 1, scaling: { maximum: 5, managed: true } }],
    componentsVersion: 'first',
  };
  const NEEDED = /the deployment needs (\d+)(?:, next to (\d+) in use)?/;

  /** The instances that a deployment needs, and the instances of other endpoints. */
  async function needed(
    endpointNames: string[],
    event: object,
    fleet: CheckedFleet,
    description?: object,
  ): Promise<string[]> {
    const { Reason } = await send(endpointNames, event, [fleet], (lambda) => {
      const { responses } = lambda;
      lambda.responses = (call) =>
        call.operation === 'DescribeEndpoint' && description ? description : responses(call);
    });
    return [...(NEEDED.exec(Reason) ?? [])].slice(1);
  }

  test('needs its maximum when it is created', async () => {
    expect(await needed(['other'], {}, shared)).toEqual(['5', '2']);
  });

  test('needs only its maximum if inference components change, because its instances are kept', async () => {
    const update = { RequestType: 'Update', OldResourceProperties: properties(shared) };
    const changed = { ...shared, componentsVersion: 'second' };
    expect(await needed(['vision', 'other'], update, changed)).toEqual(['5', '2']);
  });

  test('needs its current instances and its maximum if the endpoint changes', async () => {
    const update = { RequestType: 'Update', OldResourceProperties: properties(shared) };
    expect(await needed(['vision'], update, { ...shared, version: 'second' })).toEqual(['7', undefined]);
  });

  test.each<[string, object, number]>([
    ['no instances', { CurrentInstanceCount: 0, DesiredInstanceCount: 0 }, 0],
    ['an instance that is starting', { CurrentInstanceCount: 1, DesiredInstanceCount: 2 }, 2],
    ['an instance that is being stopped', { CurrentInstanceCount: 3, DesiredInstanceCount: 2 }, 3],
  ])('counts with %s if it is a different endpoint', async (_, counts, inUse) => {
    const ManagedInstanceScaling = { Status: 'ENABLED', MinInstanceCount: 0, MaxInstanceCount: 9 };
    const description = {
      EndpointStatus: 'InService',
      EndpointConfigName: 'config',
      ProductionVariants: [{ VariantName: 'AllTraffic', ManagedInstanceScaling, ...counts }],
    };
    expect(await needed(['other'], {}, vision, description)).toEqual(['2', inUse > 0 ? String(inUse) : undefined]);
  });
});

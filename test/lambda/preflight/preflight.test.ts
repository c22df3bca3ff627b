import { CheckedFleet } from '../../../lib/endpoint/preflight/preflight-properties';
import { AwsError } from '../../account/call';
import { FunctionInAccount, inAccount, Verdict } from '../in-account';

const vision: CheckedFleet = {
  name: 'vision',
  variants: [{ name: 'AllTraffic', instanceTypes: ['ml.g5.xlarge'], count: 2 }],
  retainsCounts: false,
  version: 'first',
};
const speech = { ...vision, name: 'speech' };

const properties = (...fleets: CheckedFleet[]): object => ({ Fleets: JSON.stringify(fleets) });

/** An account in which each of these endpoints has two instances. */
async function send(
  running: string[],
  event: object,
  fleets: CheckedFleet[],
  prepare: (lambda: FunctionInAccount) => void = () => undefined,
): Promise<Verdict & { operations: string[] }> {
  return inAccount('preflight', async (lambda) => {
    lambda.aws.sagemaker.hooks.instanceLimit = () => 6;
    lambda.answers = ({ operation }) => {
      switch (operation) {
        case 'ListEndpoints':
          return { Endpoints: running.map((EndpointName) => ({ EndpointName })) };
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
    const verdict = await lambda.send(event, properties(...fleets));
    return { ...verdict, operations: lambda.operations };
  });
}

test('endpoints of a stack share the quota: each fits alone, both do not', async () => {
  expect(await send(['other'], {}, [vision])).toMatchObject({
    Status: 'SUCCESS',
    Reason: expect.stringContaining('is 6; the deployment needs 2, next to 2 in use by other endpoints.'),
  });
  const update = { RequestType: 'Update', OldResourceProperties: properties() };
  const { Status, Reason } = await send(['vision', 'speech'], update, [vision, speech]);
  expect(Status).toBe('FAILED');
  expect(Reason).toContain('The quota "ml.g5.xlarge for endpoint usage" is 6; the deployment needs 8.');
});

test('an endpoint that does not change needs no second fleet', async () => {
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

test('nor is an operation that may be a rollback, since the status of the stack cannot be read', async () => {
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

import { LoggedCall } from '../account';
import { Call } from '../call';
import { Simulation } from '../simulation';
import { Violation } from './invariants';
import { checkScalingRests } from './scaling-invariants';

const SCALING = { role: 'AWSServiceRoleForApplicationAutoScaling', service: 'sagemaker.application-autoscaling' };
const REGISTRATION = { role: 'TritonScalingRegistration', service: 'lambda.amazonaws.com' };

function request(principal: Call['principal'], operation: string, EndpointName = 'vision'): LoggedCall {
  return { principal, service: 'sagemaker', operation, input: { EndpointName }, at: 0 };
}

/** What the invariant says when the last of these requests is rejected. */
function violationsOf(...calls: LoggedCall[]): Violation['invariant'][] {
  const error = 'ValidationException: Cannot update in-progress endpoint';
  const log = calls.map((call, index) => (index === calls.length - 1 ? { ...call, error } : call));
  const found: Violation['invariant'][] = [];
  checkScalingRests({ account: { log } } as unknown as Simulation, 0, (invariant) => void found.push(invariant));
  return found;
}

const scale = request(SCALING, 'UpdateEndpointWeightsAndCapacities');

test.each([
  ['a deployment updates the endpoint', request('deployer', 'UpdateEndpoint')],
  ['a deployment deletes the endpoint', request('deployer', 'DeleteEndpoint')],
  ['a function of the library sets a count', request(REGISTRATION, 'UpdateEndpointWeightsAndCapacities')],
])('scaling has to rest while %s', (_, change) => {
  expect(violationsOf(change, scale)).toEqual(['nothing scales while the endpoint is updated']);
});

test('another variant of the endpoint may be scaling', () => {
  expect(violationsOf(request('deployer', 'UpdateEndpoint'), scale, scale)).toEqual([]);
});

test('that another endpoint scales is no excuse', () => {
  const other = request(SCALING, 'UpdateEndpointWeightsAndCapacities', 'speech');
  expect(violationsOf(request('deployer', 'UpdateEndpoint'), other, scale)).toHaveLength(1);
});

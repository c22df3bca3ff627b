import { LoggedCall } from '../simulated-account';
import { Call } from '../call';
import { Simulation } from '../simulation';
import type { Violation } from './invariant';
import { checkScalingPauses } from './scaling-invariants';

const SCALING_PRINCIPAL = {
  role: 'AWSServiceRoleForApplicationAutoScaling',
  service: 'sagemaker.application-autoscaling',
};
const REGISTRATION_PRINCIPAL = { role: 'TritonScalingRegistration', service: 'lambda.amazonaws.com' };

function loggedRequest(principal: Call['principal'], operation: string, EndpointName = 'vision'): LoggedCall {
  return { principal, service: 'sagemaker', operation, input: { EndpointName }, time: 0 };
}

/** Returns the violated invariants if the last of these requests is rejected. */
function violationsOf(...calls: LoggedCall[]): Violation['invariant'][] {
  const error = 'ValidationException: Cannot update in-progress endpoint';
  const log = calls.map((call, index) => (index === calls.length - 1 ? { ...call, error } : call));
  const invariants: Violation['invariant'][] = [];
  checkScalingPauses({ account: { log } } as unknown as Simulation, 0, (invariant) => void invariants.push(invariant));
  return invariants;
}

const scaleRequest = loggedRequest(SCALING_PRINCIPAL, 'UpdateEndpointWeightsAndCapacities');

test.each([
  ['a deployment updates the endpoint', loggedRequest('deployer', 'UpdateEndpoint')],
  ['a deployment deletes the endpoint', loggedRequest('deployer', 'DeleteEndpoint')],
  [
    'a function of the library sets a count',
    loggedRequest(REGISTRATION_PRINCIPAL, 'UpdateEndpointWeightsAndCapacities'),
  ],
])('scaling must pause while %s', (_, change) => {
  expect(violationsOf(change, scaleRequest)).toEqual(['scaling pauses during updates']);
});

test('a rejected request is no violation if the endpoint is being updated because a different variant scales', () => {
  expect(violationsOf(loggedRequest('deployer', 'UpdateEndpoint'), scaleRequest, scaleRequest)).toEqual([]);
});

test('an earlier request that scales a different endpoint does not permit scaling during an update', () => {
  const otherEndpoint = loggedRequest(SCALING_PRINCIPAL, 'UpdateEndpointWeightsAndCapacities', 'speech');
  expect(violationsOf(loggedRequest('deployer', 'UpdateEndpoint'), otherEndpoint, scaleRequest)).toHaveLength(1);
});

import { Construct } from 'constructs';
import { volumeKeyPermissions } from '../cdk/encrypt-volumes';
import { metricsPermission } from '../cdk/publish-metrics';
import { Endpoint } from './endpoint';
import { ExecutionRole } from './execution-role';
import { buildNetwork, EndpointNetwork } from './network/build';

/** The parts on which all other parts of an endpoint depend. */
export interface Foundation {
  readonly role: ExecutionRole;
  readonly network: EndpointNetwork;
}

/** Creates the role of an endpoint, with the permissions that every endpoint requires, and its network. */
export function buildFoundation(
  scope: Construct,
  endpoint: Pick<Endpoint, 'role' | 'encryptionKey' | 'vpc'>,
): Foundation {
  const role = new ExecutionRole(scope, 'ExecutionRole', endpoint.role);
  const network = buildNetwork(scope, endpoint);
  role.allow([metricsPermission()]);
  role.allow(network.statements);
  role.allow(volumeKeyPermissions(endpoint.encryptionKey));
  return { role, network };
}

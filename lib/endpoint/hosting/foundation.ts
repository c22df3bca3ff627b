import { Construct } from 'constructs';
import { volumeKeyPermissions } from '../../cdk/encrypt-volumes';
import { metricsPermission } from '../../cdk/publish-metrics';
import { GRANT_LESS_ADVICE } from '../../cdk/role-size';
import { Endpoint } from '../resolved/endpoint';
import { ExecutionRole } from '../role/execution-role';
import { buildNetwork, EndpointNetwork } from '../network/build';

/** The parts on which all other parts of an endpoint depend. */
export interface Foundation {
  readonly role: ExecutionRole;
  readonly network: EndpointNetwork;
}

/** Advice for a role whose policies are too large. The role has permissions for each component. */
const FEWER_COMPONENTS_ADVICE = `move components to a different endpoint, or ${GRANT_LESS_ADVICE}`;

/** Creates the role of an endpoint, with the permissions that every endpoint requires, and its network. */
export function buildFoundation(scope: Construct, endpoint: Endpoint): Foundation {
  const role = ExecutionRole.of(scope, 'ExecutionRole', endpoint.role, endpoint.fleet && FEWER_COMPONENTS_ADVICE);
  const network = buildNetwork(scope, endpoint);
  role.allow([metricsPermission()]);
  role.allow(network.statements);
  role.allow(volumeKeyPermissions(endpoint.encryptionKey));
  return { role, network };
}

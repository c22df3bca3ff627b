import { Account } from '../account';
import { Properties } from './template';

/** A request to a provider to create, update or delete one resource. */
export interface ResourceRequest {
  readonly account: Account;
  readonly stackName: string;
  readonly stackId: string;
  readonly logicalId: string;
  readonly type: string;
  readonly properties: Properties;
  /** For an update: the previous properties. */
  readonly previousProperties: Properties;
  /** The ID of the existing resource. For a creation, a name that does not exist yet. */
  readonly physicalId: string;
  /** In express mode, an operation ends when the service has accepted the request. */
  readonly isExpress: boolean;
  /** Aborted when a different resource of the stack fails. The provider then stops waiting for this resource. */
  readonly cancelled: AbortSignal;
}

/** A resource that a provider has created or updated. */
export interface PhysicalResource {
  readonly physicalId: string;
  /** The value of `Ref`. @default the physical ID */
  readonly ref?: string;
  readonly attributes?: Readonly<Record<string, unknown>>;
}

/** Creates, updates and deletes resources of one type by sending requests to a service. */
export interface Provider {
  /** The property that contains the physical name. CloudFormation generates a name if the property is omitted. */
  readonly nameProperty?: string;
  create(request: ResourceRequest): Promise<PhysicalResource>;
  update(request: ResourceRequest): Promise<PhysicalResource>;
  delete(request: ResourceRequest): Promise<void>;
}

/** Thrown if an operation failed, but the resource with the physical ID may exist. */
export class PartialFailureError extends Error {
  constructor(
    message: string,
    public readonly physicalId: string,
  ) {
    super(message);
  }
}

/** Sends a request with the permissions of the deployer. */
export async function sendAsDeployer(
  { account }: Pick<ResourceRequest, 'account'>,
  service: string,
  operation: string,
  input: Record<string, unknown>,
): Promise<Record<string, unknown>> {
  return account.call({ principal: 'deployer', service, operation, input });
}

/** Sends a request that deletes a resource, and succeeds if the resource does not exist. */
export async function sendDelete(
  request: ResourceRequest,
  service: string,
  operation: string,
  input: Record<string, unknown>,
): Promise<void> {
  await sendAsDeployer(request, service, operation, input).catch((error: Error) => {
    if (!/NotFound|NoSuch|does not exist|Could not find|no such/i.test(`${error.name} ${error.message}`)) throw error;
  });
}

import type { Call, Principal } from '../call';
import type { Context } from './registered-resources';

/** The account and Region of a request. */
export interface AccountRegion {
  readonly accountId: string;
  readonly region: string;
}

/** Access that a policy allows or denies: an action, a resource and the values of condition keys. */
export interface Access {
  /** Such as `s3:GetObject`. */
  readonly action: string;
  /** An ARN, or `*` if the action supports no resource types. */
  readonly resource: string;
  readonly context: Context;
}

/** A request that is sent with a role. */
export type RoleCall = Call & { readonly principal: Exclude<Principal, 'deployer'> };

/** Whether a request is sent with a role. */
export function isRoleCall(call: Call): call is RoleCall {
  return call.principal !== 'deployer';
}

/** The name of a role, from its ARN or its name. */
export function roleName(role: string): string {
  return role.slice(role.lastIndexOf('/') + 1);
}

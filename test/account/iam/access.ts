import type { Call, Principal } from '../call';
import type { Context } from './resources';

/** The account that a request is judged in. */
export interface Place {
  readonly accountId: string;
  readonly region: string;
}

/** One question to the policies: may the role do this with that resource, under these conditions? */
export interface Access {
  /** `s3:GetObject`. */
  readonly action: string;
  /** An ARN, or `*` where the action supports no resource. */
  readonly resource: string;
  readonly context: Context;
}

/** A request in the name of a role. */
export type RoleCall = Call & { readonly principal: Exclude<Principal, 'deployer'> };

/** Whether someone is a role of the account. */
export function isRoleCall(call: Call): call is RoleCall {
  return call.principal !== 'deployer';
}

/** The last part of a role's ARN, or the name itself. */
export function roleName(role: string): string {
  return role.slice(role.lastIndexOf('/') + 1);
}

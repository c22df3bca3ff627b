import type { MatchedStatement } from './policy-evaluator';
import type { NamedPolicy } from './role-versions';

/** A pair of an action and a resource in a statement that allows them. Both can be patterns. */
export interface Permission {
  readonly role: string;
  readonly policy: string;
  /** Position of the statement in the policy document, from 1. */
  readonly statement: number;
  readonly action: string;
  readonly resource: string;
}

/**
 * Collects used permissions. Several simulated accounts and test runs can share one object. A permission is identified
 * by the names of its role and policy, so these accounts must use the same names.
 */
export class PermissionUsage {
  private readonly grantedPermissions = new Map<string, Permission>();
  private readonly usedKeys = new Set<string>();

  /** Records the permissions that a policy grants to a role. */
  recordGrant(role: string, { name, policy }: NamedPolicy): void {
    policy.Statement.forEach((statement, index) => {
      if (statement.Effect !== 'Allow') return;
      for (const action of toList(statement.Action)) {
        for (const resource of toList(statement.Resource)) {
          const permission = { role, policy: name, statement: index + 1, action, resource };
          this.grantedPermissions.set(permissionKey(permission), permission);
        }
      }
    });
  }

  /** Records the statements that allowed a request. */
  recordUse(role: string, statements: readonly MatchedStatement[]): void {
    for (const { policy, statement, actions, resources } of statements) {
      for (const action of actions) {
        for (const resource of resources)
          this.usedKeys.add(permissionKey({ role, policy, statement, action, resource }));
      }
    }
  }

  /** All permissions that roles have or had. */
  all(): Permission[] {
    return [...this.grantedPermissions.values()];
  }

  /** The permissions that no request used. */
  unused(): Permission[] {
    return [...this.grantedPermissions].filter(([key]) => !this.usedKeys.has(key)).map(([, permission]) => permission);
  }
}

function toList(value: unknown): string[] {
  return [value ?? []].flat() as string[];
}

function permissionKey({ role, policy, statement, action, resource }: Permission): string {
  return [role, policy, statement, action, resource].join('\n');
}

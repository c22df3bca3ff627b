import type { Access } from './access';
import type { DecidingStatement } from './judge';
import type { NamedPolicy } from './role';

/** One action on one resource that a statement of a role allows, as the policy writes both. */
export interface Permission {
  readonly role: string;
  readonly policy: string;
  /** From 1, as in the document. */
  readonly statement: number;
  readonly action: string;
  readonly resource: string;
}

/** A request that policies did not allow. */
export interface Denial {
  readonly role: string;
  readonly service: string;
  readonly operation: string;
  readonly action: string;
  readonly resource: string;
  readonly message: string;
}

/**
 * Which permissions were ever used, and which requests were denied, over as many accounts and histories as share this
 * object. Names of roles are what tells permissions apart, so those accounts name their roles alike.
 */
export class Uses {
  public readonly denied: Denial[] = [];
  private readonly granted = new Map<string, Permission>();
  private readonly used = new Set<string>();

  /** What a role may do. */
  grant(role: string, { name, policy }: NamedPolicy): void {
    policy.Statement.forEach((statement, index) => {
      if (statement.Effect !== 'Allow') return;
      for (const action of list(statement.Action)) {
        for (const resource of list(statement.Resource)) {
          const permission = { role, policy: name, statement: index + 1, action, resource };
          this.granted.set(key(permission), permission);
        }
      }
    });
  }

  /** The statements with which a role was allowed something. */
  use(role: string, statements: readonly DecidingStatement[]): void {
    for (const { policy, statement, actions, resources } of statements) {
      for (const action of actions) {
        for (const resource of resources) this.used.add(key({ role, policy, statement, action, resource }));
      }
    }
  }

  deny(role: string, request: { service: string; operation: string }, access: Access, message: string): void {
    const { service, operation } = request;
    this.denied.push({ role, service, operation, action: access.action, resource: access.resource, message });
  }

  /** The permissions that roles ever had. */
  all(): Permission[] {
    return [...this.granted.values()];
  }

  /** The permissions that no allowed request needed. */
  unused(): Permission[] {
    return [...this.granted].filter(([id]) => !this.used.has(id)).map(([, permission]) => permission);
  }

  /**
   * Actions of a statement that no request needed on any of its resources. A list of actions and a list of resources
   * make more pairs than anybody means: of an object's action and a bucket, say.
   */
  unusedActions(): Omit<Permission, 'resource'>[] {
    const ids = new Set([...this.granted].filter(([id]) => this.used.has(id)).map(([, used]) => actionKey(used)));
    const unused = [...this.granted.values()].filter((permission) => !ids.has(actionKey(permission)));
    return [
      ...new Map(
        unused.map(({ role, policy, statement, action }) => {
          const permission = { role, policy, statement, action };
          return [actionKey(permission), permission];
        }),
      ).values(),
    ];
  }
}

function list(value: unknown): string[] {
  return [value ?? []].flat() as string[];
}

function key({ role, policy, statement, action, resource }: Permission): string {
  return [role, policy, statement, action, resource].join('\n');
}

function actionKey({ role, policy, statement, action }: Omit<Permission, 'resource'>): string {
  return [role, policy, statement, action].join('\n');
}

import type { PolicyDocument } from './documents';

/** A policy of a role: its own, or a managed one by ARN. */
export interface NamedPolicy {
  readonly name: string;
  readonly policy: PolicyDocument;
}

/** A role as IAM stores it. */
export interface Role {
  readonly name: string;
  readonly arn: string;
  readonly id: string;
  readonly path: string;
  readonly createdAt: number;
  description: string;
  trust: PolicyDocument;
  readonly inline: Map<string, PolicyDocument>;
  readonly attached: Set<string>;
}

/** What the rest of AWS knows of a role at a moment. */
export interface RoleView {
  /** Of trust and policies: verdicts are remembered by it. */
  readonly digest: string;
  readonly name: string;
  readonly arn: string;
  readonly trust: PolicyDocument;
  readonly policies: readonly NamedPolicy[];
}

/**
 * What was made public of each role, and from when it is seen. IAM is eventually consistent: a change is in force
 * only some time after IAM has confirmed it.
 */
export class RoleViews {
  private readonly changes = new Map<string, { from: number; view: RoleView | undefined }[]>();

  publish(name: string, from: number, view: RoleView | undefined): void {
    this.changes.set(name, [...(this.changes.get(name) ?? []), { from, view }]);
  }

  /** The role as it will be seen when all of AWS knows it. */
  confirmed(name: string): RoleView | undefined {
    return this.changes.get(name)?.at(-1)?.view;
  }

  /** The role as it is seen now. A later change is never hidden by an earlier one that took longer. */
  at(name: string, now: number): RoleView | undefined {
    return this.changes
      .get(name)
      ?.filter(({ from }) => from <= now)
      .at(-1)?.view;
  }
}

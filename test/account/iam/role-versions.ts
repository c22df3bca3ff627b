import type { PolicyDocument } from './documents';

/** The longest time after which a change of a role or a policy takes effect, in milliseconds. */
export const LONGEST_PROPAGATION_DELAY = 10_000;

/** An inline policy with its name, or a managed policy with its ARN as the name. */
export interface NamedPolicy {
  readonly name: string;
  readonly policy: PolicyDocument;
}

/** A role with all changes, including changes that have not propagated yet. */
export interface Role {
  readonly name: string;
  readonly arn: string;
  readonly trust: PolicyDocument;
  readonly inlinePolicies: Map<string, PolicyDocument>;
}

/** The state of a role after a change. When the version is in effect, IAM uses it to authorize requests. */
export interface RoleVersion {
  /** Digest of the trust policy and the policies, for caching decisions. */
  readonly digest: string;
  readonly name: string;
  readonly arn: string;
  readonly trust: PolicyDocument;
  readonly policies: readonly NamedPolicy[];
}

/**
 * The versions of each role, with the times at which they take effect. IAM is eventually consistent, so a change takes effect some time
 * after IAM has responded.
 */
export class RoleVersions {
  private readonly changes = new Map<string, { effectiveFrom: number; version: RoleVersion | undefined }[]>();

  publish(name: string, effectiveFrom: number, version: RoleVersion | undefined): void {
    this.changes.set(name, [...(this.changes.get(name) ?? []), { effectiveFrom, version }]);
  }

  /** The version of a role after all changes have propagated. */
  latestVersion(name: string): RoleVersion | undefined {
    return this.changes.get(name)?.at(-1)?.version;
  }

  /**
   * The version of a role that is in effect at a time. A later change is never reverted by an earlier change that propagates more slowly.
   */
  versionAt(name: string, now: number): RoleVersion | undefined {
    return this.changes
      .get(name)
      ?.filter(({ effectiveFrom }) => effectiveFrom <= now)
      .at(-1)?.version;
  }
}

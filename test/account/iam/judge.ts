/** Verdicts of @cloud-copilot/iam-simulate, remembered by everything that they depend on. */
import {
  createValidatedPolicy,
  validateIdentityPolicy,
  validateResourcePolicy,
  type ValidatedPolicy,
} from '@cloud-copilot/iam-policy';
import { runSimulation, type RequestAnalysis, type StatementExplain } from '@cloud-copilot/iam-simulate';
import type { Access, Place } from './access';
import type { PolicyDocument } from './documents';
import { carried } from './reference';
import type { RoleView } from './role';

/** A part of a policy that decided. */
export interface DecidingStatement {
  readonly policy: string;
  /** From 1, as in the document. */
  readonly statement: number;
  /** The patterns that matched. */
  readonly actions: readonly string[];
  readonly resources: readonly string[];
}

export interface Verdict {
  readonly allowed: boolean;
  /** Which kind of policy said no. */
  readonly deniedBy?: 'no identity' | 'no resource' | 'identity' | 'resource';
  /** The role's statements that allowed. */
  readonly by: readonly DecidingStatement[];
}

/** A policy of a resource, and its digest. */
export interface ResourcePolicy {
  readonly policy: PolicyDocument;
  readonly digest: string;
}

/** Of all accounts of this process: histories make the same requests with the same policies. */
const verdicts = new Map<string, Promise<Verdict>>();

export class Judge {
  constructor(private readonly place: Place) {}

  /** Whether a role may, by its policies and by that of the resource. */
  role(view: RoleView, session: string, access: Access, resource?: ResourcePolicy): Promise<Verdict> {
    return this.remember([this.place, view.name, view.digest, resource?.digest, access], () =>
      this.judge(
        `arn:aws:sts::${this.place.accountId}:assumed-role/${view.name}/${session}`,
        access,
        view.policies,
        resource?.policy,
      ),
    );
  }

  /** Whether a service itself may, by the policy of the resource alone: to invoke a function, to assume a role. */
  service(service: string, access: Access, resource: ResourcePolicy): Promise<Verdict> {
    return this.remember([this.place, service, resource.digest, access], () =>
      this.judge(service, access, [], resource.policy),
    );
  }

  private remember(key: unknown, judge: () => Promise<Verdict>): Promise<Verdict> {
    const text = JSON.stringify(key);
    const known = verdicts.get(text);
    if (known !== undefined) return known;
    const verdict = judge();
    verdicts.set(text, verdict);
    return verdict;
  }

  private async judge(
    principal: string,
    { action, resource, context }: Access,
    identityPolicies: RoleView['policies'],
    resourcePolicy?: PolicyDocument,
  ): Promise<Verdict> {
    const result = await runSimulation(
      {
        request: {
          principal,
          action,
          resource: { resource: asName(resource), accountId: context['aws:ResourceAccount'] as string },
          contextVariables: simulatedKeys(await carried(action, resource, context)),
        },
        identityPolicies: identityPolicies.map(({ name, policy }) => ({ name, policy: prepare(policy, 'identity') })),
        resourcePolicy: resourcePolicy && prepare(resourcePolicy, 'resource'),
        serviceControlPolicies: [],
        resourceControlPolicies: [],
      },
      {},
    );
    if (result.resultType === 'error') {
      throw new Error(`${action} on ${resource} cannot be judged: ${JSON.stringify(result.errors)}`);
    }
    // Where naming a resource is optional and the request names none, only a policy for `*` covers it.
    const analysis =
      result.resultType === 'single'
        ? result.result.analysis
        : result.results.find(({ resourcePattern }) => resourcePattern === '*')?.analysis;
    return analysis === undefined ? { allowed: false, deniedBy: 'no identity', by: [] } : verdictOf(analysis, action);
  }
}

/**
 * A request for all resources of a type names `*`, which only a policy for all of them covers. The simulator reads `*`
 * in a request as a search for whatever the policies have, so that it gets a name that no policy has instead.
 */
function asName(resource: string): string {
  return resource === '*' ? resource : resource.replaceAll('*', 'every-one-of-them');
}

const prepared = new WeakMap<PolicyDocument, ValidatedPolicy>();

/** The document as the simulator takes it, validated once and not for each verdict. */
function prepare(policy: PolicyDocument, kind: 'identity' | 'resource'): ValidatedPolicy {
  const known = prepared.get(policy);
  if (known !== undefined) return known;
  const validate = kind === 'identity' ? validateIdentityPolicy : validateResourcePolicy;
  const fresh = createValidatedPolicy(simulatedKeys(policy), validate);
  prepared.set(policy, fresh);
  return fresh;
}

/**
 * The simulator (0.1.173) drops keys of an encryption context from requests, since it looks for variable parts of keys
 * only after a `/`. In policies and requests they are written as a tag of the caller, which it takes as it is.
 */
function simulatedKeys<T extends object>(value: T): T {
  const text = JSON.stringify(value);
  return JSON.parse(text.replaceAll('"kms:EncryptionContext:', '"aws:PrincipalTag/kms:EncryptionContext:'));
}

function verdictOf(analysis: RequestAnalysis, action: string): Verdict {
  const statements = (analysis.identityAnalysis?.allowStatements ?? []).map(({ policyId, explain }) => ({
    policy: policyId,
    statement: Number(explain.identifier),
    ...matching(explain),
  }));
  if (analysis.result === 'Allowed') return { allowed: true, by: statements };
  return { allowed: false, deniedBy: deniedBy(analysis, action), by: [] };
}

function deniedBy(analysis: RequestAnalysis, action: string): Verdict['deniedBy'] {
  if ((analysis.identityAnalysis?.denyStatements.length ?? 0) > 0) return 'identity';
  if ((analysis.resourceAnalysis?.denyStatements.length ?? 0) > 0) return 'resource';
  // A key's policy must let the account use IAM policies: an identity policy alone is not enough.
  const byIdentity = analysis.identityAnalysis?.result === 'Allowed';
  return byIdentity && action.startsWith('kms:') ? 'no resource' : 'no identity';
}

function matching(explain: StatementExplain): Pick<DecidingStatement, 'actions' | 'resources'> {
  return {
    actions: matched(explain.actions, ({ action }) => action),
    resources: matched(explain.resources, ({ resource }) => resource),
  };
}

function matched<T extends { matches: boolean }>(
  explains: T | T[] | undefined,
  pattern: (explain: T) => string,
): string[] {
  return [explains ?? []]
    .flat()
    .filter(({ matches }) => matches)
    .map((explain) => pattern(explain as T));
}

/** Evaluates policies with @cloud-copilot/iam-simulate, and caches the decisions. */
import {
  createValidatedPolicy,
  validateIdentityPolicy,
  validateResourcePolicy,
  type ValidatedPolicy,
} from '@cloud-copilot/iam-policy';
import { runSimulation, type RequestAnalysis, type StatementExplain } from '@cloud-copilot/iam-simulate';
import type { Access, AccountRegion } from './access';
import type { PolicyDocument } from './documents';
import { applicableContext } from './authorization-reference';
import type { RoleVersion } from './role-versions';

/** A statement of a policy that allowed a request. */
export interface MatchedStatement {
  readonly policy: string;
  /** Position of the statement in the policy document, from 1. */
  readonly statement: number;
  /** The actions and resources of the statement that matched the request. They can be patterns. */
  readonly actions: readonly string[];
  readonly resources: readonly string[];
}

export interface Decision {
  readonly allowed: boolean;
  /** Why the request was denied: no policy of this kind allows it, or a policy of this kind denies it explicitly. */
  readonly deniedBy?: 'no identity' | 'no resource' | 'identity' | 'resource';
  /** The statements in policies of the role that allowed the request. */
  readonly allowedBy: readonly MatchedStatement[];
}

/** A resource-based policy, and its digest. */
export interface ResourcePolicy {
  readonly policy: PolicyDocument;
  readonly digest: string;
}

/**
 * Cached decisions, which all simulated accounts of this process share, because many tests send the same requests with the same policies.
 */
const decisions = new Map<string, Promise<Decision>>();

export class PolicyEvaluator {
  constructor(private readonly accountRegion: AccountRegion) {}

  /** Decides whether a role may access a resource, by the policies of the role and the policy of the resource. */
  evaluateRole(version: RoleVersion, session: string, access: Access, resource?: ResourcePolicy): Promise<Decision> {
    return this.cached([this.accountRegion, version.name, version.digest, resource?.digest, access], () =>
      this.evaluate(
        `arn:aws:sts::${this.accountRegion.accountId}:assumed-role/${version.name}/${session}`,
        access,
        version.policies,
        resource?.policy,
      ),
    );
  }

  /** Decides whether a service may access a resource, by the policy of the resource alone. */
  evaluateService(service: string, access: Access, resource: ResourcePolicy): Promise<Decision> {
    return this.cached([this.accountRegion, service, resource.digest, access], () =>
      this.evaluate(service, access, [], resource.policy),
    );
  }

  private cached(key: unknown, evaluate: () => Promise<Decision>): Promise<Decision> {
    const text = JSON.stringify(key);
    const cachedValue = decisions.get(text);
    if (cachedValue !== undefined) return cachedValue;
    const decision = evaluate();
    decisions.set(text, decision);
    return decision;
  }

  private async evaluate(
    principal: string,
    { action, resource, context }: Access,
    identityPolicies: RoleVersion['policies'],
    resourcePolicy?: PolicyDocument,
  ): Promise<Decision> {
    const result = await runSimulation(
      {
        request: {
          principal,
          action,
          resource: { resource: replaceWildcards(resource), accountId: context['aws:ResourceAccount'] as string },
          contextVariables: replaceContextKeys(await applicableContext(action, resource, context)),
        },
        identityPolicies: identityPolicies.map(({ name, policy }) => ({
          name,
          policy: toValidatedPolicy(policy, 'identity'),
        })),
        resourcePolicy: resourcePolicy && toValidatedPolicy(resourcePolicy, 'resource'),
        serviceControlPolicies: [],
        resourceControlPolicies: [],
      },
      {},
    );
    if (result.resultType === 'error') {
      throw new Error(`${action} on ${resource} cannot be evaluated: ${JSON.stringify(result.errors)}`);
    }
    // If a resource is optional and the request does not specify one, only a statement with the resource `*` allows the request.
    const analysis =
      result.resultType === 'single'
        ? result.result.analysis
        : result.results.find(({ resourcePattern }) => resourcePattern === '*')?.analysis;
    return analysis === undefined
      ? { allowed: false, deniedBy: 'no identity', allowedBy: [] }
      : decisionOf(analysis, action);
  }
}

/**
 * Replaces `*` in the ARN of a request, which means all resources of a type, with a name that no policy contains. Then only a policy for
 * all resources matches, while the simulator would match `*` with any resource in a policy.
 */
function replaceWildcards(resource: string): string {
  return resource === '*' ? resource : resource.replaceAll('*', 'every-one-of-them');
}

const validatedPolicies = new WeakMap<PolicyDocument, ValidatedPolicy>();

/** Converts a document to a validated policy of the simulator. Each document is converted only once. */
function toValidatedPolicy(policy: PolicyDocument, kind: 'identity' | 'resource'): ValidatedPolicy {
  const cachedValue = validatedPolicies.get(policy);
  if (cachedValue !== undefined) return cachedValue;
  const validate = kind === 'identity' ? validateIdentityPolicy : validateResourcePolicy;
  const policyOfSimulator = createValidatedPolicy(replaceContextKeys(policy), validate);
  validatedPolicies.set(policy, policyOfSimulator);
  return policyOfSimulator;
}

/**
 * Replaces condition keys for the encryption context with keys for principal tags, in policies and requests. The simulator (0.1.173) drops
 * keys for the encryption context from requests, since it supports variables in condition keys only after a `/`.
 */
function replaceContextKeys<T extends object>(value: T): T {
  const text = JSON.stringify(value);
  return JSON.parse(text.replaceAll('"kms:EncryptionContext:', '"aws:PrincipalTag/kms:EncryptionContext:'));
}

function decisionOf(analysis: RequestAnalysis, action: string): Decision {
  const statements = (analysis.identityAnalysis?.allowStatements ?? []).map(({ policyId, explain }) => ({
    policy: policyId,
    statement: Number(explain.identifier),
    ...matchedPatterns(explain),
  }));
  if (analysis.result === 'Allowed') return { allowed: true, allowedBy: statements };
  return { allowed: false, deniedBy: denialReason(analysis, action), allowedBy: [] };
}

function denialReason(analysis: RequestAnalysis, action: string): Decision['deniedBy'] {
  if ((analysis.identityAnalysis?.denyStatements.length ?? 0) > 0) return 'identity';
  if ((analysis.resourceAnalysis?.denyStatements.length ?? 0) > 0) return 'resource';
  // For KMS keys, an identity policy alone is not sufficient: the key policy must also enable IAM policies of the account.
  const identityAllows = analysis.identityAnalysis?.result === 'Allowed';
  return identityAllows && action.startsWith('kms:') ? 'no resource' : 'no identity';
}

function matchedPatterns(explain: StatementExplain): Pick<MatchedStatement, 'actions' | 'resources'> {
  return {
    actions: matchingPatterns(explain.actions, ({ action }) => action),
    resources: matchingPatterns(explain.resources, ({ resource }) => resource),
  };
}

function matchingPatterns<T extends { matches: boolean }>(
  explains: T | T[] | undefined,
  pattern: (explain: T) => string,
): string[] {
  return [explains ?? []]
    .flat()
    .filter(({ matches }) => matches)
    .map((explain) => pattern(explain as T));
}

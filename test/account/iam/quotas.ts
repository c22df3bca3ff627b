import { AwsError } from '../call';
import { type PolicyDocument, policySize } from './documents';

/** "IAM and STS quotas" of the IAM user guide, 2026-11: the defaults. Sizes are characters without white space. */
export const QUOTAS = {
  inlinePoliciesOfRole: 10_240,
  managedPolicy: 6_144,
  trustPolicy: 2_048,
  managedPoliciesOfRole: 10,
  roleName: 64,
  policyName: 128,
} as const;

export function checkInlinePolicies(role: string, documents: readonly PolicyDocument[]): void {
  const size = documents.reduce((sum, document) => sum + policySize(document), 0);
  if (size > QUOTAS.inlinePoliciesOfRole) {
    throw exceeded(`Maximum policy size of ${QUOTAS.inlinePoliciesOfRole} bytes exceeded for role ${role}`);
  }
}

export function checkManagedPolicy(document: PolicyDocument): void {
  if (policySize(document) > QUOTAS.managedPolicy) {
    throw exceeded(`Cannot exceed quota for PolicySize: ${QUOTAS.managedPolicy}`);
  }
}

export function checkTrustPolicy(document: PolicyDocument): void {
  if (policySize(document) > QUOTAS.trustPolicy) {
    throw exceeded(`Cannot exceed quota for ACLSizePerRole: ${QUOTAS.trustPolicy}`);
  }
}

export function checkAttachedPolicies(attached: number): void {
  if (attached > QUOTAS.managedPoliciesOfRole) {
    throw exceeded(`Cannot exceed quota for PoliciesPerRole: ${QUOTAS.managedPoliciesOfRole}`);
  }
}

/** A name as the API model describes it: `[\w+=,.@-]+`. */
export function checkName(member: string, value: unknown, longest: number): string {
  if (typeof value === 'string' && /^[\w+=,.@-]+$/.test(value) && value.length <= longest) return value;
  throw new AwsError(
    'ValidationError',
    `1 validation error detected: Value at '${member}' failed to satisfy constraint: Member must satisfy regular expression pattern: [\\w+=,.@-]+ and have at most ${longest} characters`,
    400,
  );
}

function exceeded(message: string): AwsError {
  return new AwsError('LimitExceededException', message, 409);
}

import { AwsError } from '../call';
import { type PolicyDocument, policySize } from './documents';

/** Default quotas ("IAM and STS quotas" in the IAM user guide, 2026-11). Sizes are in characters, without white space. */
export const QUOTAS = {
  inlinePoliciesOfRole: 10_240,
  trustPolicy: 2_048,
  roleName: 64,
  policyName: 128,
} as const;

export function checkInlinePolicies(role: string, documents: readonly PolicyDocument[]): void {
  const size = documents.reduce((sum, document) => sum + policySize(document), 0);
  if (size > QUOTAS.inlinePoliciesOfRole) {
    throw quotaExceeded(`Maximum policy size of ${QUOTAS.inlinePoliciesOfRole} bytes exceeded for role ${role}`);
  }
}

export function checkTrustPolicy(document: PolicyDocument): void {
  if (policySize(document) > QUOTAS.trustPolicy) {
    throw quotaExceeded(`Cannot exceed quota for ACLSizePerRole: ${QUOTAS.trustPolicy}`);
  }
}

/** Returns a name if it matches the pattern of the API model. Otherwise, throws. */
export function checkName(member: string, value: unknown, maxLength: number): string {
  if (typeof value === 'string' && /^[\w+=,.@-]+$/.test(value) && value.length <= maxLength) return value;
  throw new AwsError(
    'ValidationError',
    `1 validation error detected: Value at '${member}' failed to satisfy constraint: Member must satisfy regular expression pattern: [\\w+=,.@-]+ and have at most ${maxLength} characters`,
    400,
  );
}

function quotaExceeded(message: string): AwsError {
  return new AwsError('LimitExceededException', message, 409);
}

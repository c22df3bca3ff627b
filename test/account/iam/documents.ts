import { createHash } from 'node:crypto';
import { validateIdentityPolicy, validateResourcePolicy, validateTrustPolicy } from '@cloud-copilot/iam-policy';
import { AwsError } from '../call';

/** The JSON document of a policy. */
export interface PolicyDocument {
  readonly Version?: string;
  readonly Statement: readonly Record<string, unknown>[];
}

export type PolicyKind = 'identity' | 'resource' | 'trust';

const VALIDATORS = { identity: validateIdentityPolicy, resource: validateResourcePolicy, trust: validateTrustPolicy };

/** Parses a policy document. Throws the error of IAM for an invalid document. */
export function readDocument(text: unknown, kind: PolicyKind): PolicyDocument {
  if (typeof text !== 'string')
    throw malformedDocument(`the document must be a string with JSON, but is ${typeof text}.`);
  let document: PolicyDocument;
  try {
    document = JSON.parse(text) as PolicyDocument;
  } catch {
    throw malformedDocument('This policy contains invalid Json');
  }
  const [error] = VALIDATORS[kind](document);
  if (error !== undefined) throw malformedDocument(`${error.message}${error.path === '' ? '' : ` (${error.path})`}`);
  return { ...document, Statement: [document.Statement].flat() };
}

/** The size of a policy as IAM counts it for quotas: the number of characters without white space. */
export function policySize(document: PolicyDocument | string): number {
  return (typeof document === 'string' ? document : JSON.stringify(document)).replaceAll(/\s/g, '').length;
}

/** A digest of policy documents, which is the key for caching decisions. Simulated accounts with equal documents share cached decisions. */
export function digestOf(...documents: readonly unknown[]): string {
  return createHash('sha1').update(JSON.stringify(documents)).digest('base64');
}

function malformedDocument(message: string): AwsError {
  return new AwsError('MalformedPolicyDocumentException', message, 400);
}

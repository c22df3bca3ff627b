import { createHash } from 'node:crypto';
import { validateIdentityPolicy, validateResourcePolicy, validateTrustPolicy } from '@cloud-copilot/iam-policy';
import { AwsError } from '../call';

/** A policy as JSON. */
export interface PolicyDocument {
  readonly Version?: string;
  readonly Statement: readonly Record<string, unknown>[];
}

export type PolicyKind = 'identity' | 'resource' | 'trust';

const VALIDATE = { identity: validateIdentityPolicy, resource: validateResourcePolicy, trust: validateTrustPolicy };

/** The document in a request's text, or the error with which IAM rejects the text. */
export function readDocument(text: unknown, kind: PolicyKind): PolicyDocument {
  if (typeof text !== 'string') throw malformed(`the document must be a string with JSON, but is ${typeof text}.`);
  let document: PolicyDocument;
  try {
    document = JSON.parse(text) as PolicyDocument;
  } catch {
    throw malformed('This policy contains invalid Json');
  }
  const [error] = VALIDATE[kind](document);
  if (error !== undefined) throw malformed(`${error.message}${error.path === '' ? '' : ` (${error.path})`}`);
  return { ...document, Statement: [document.Statement].flat() };
}

/** The characters that count for a quota: all but white space. */
export function policySize(document: PolicyDocument | string): number {
  return (typeof document === 'string' ? document : JSON.stringify(document)).replaceAll(/\s/g, '').length;
}

/** The same for the same documents in every account, so that verdicts are shared. */
export function digestOf(...documents: readonly unknown[]): string {
  return createHash('sha1').update(JSON.stringify(documents)).digest('base64');
}

function malformed(message: string): AwsError {
  return new AwsError('MalformedPolicyDocumentException', message, 400);
}

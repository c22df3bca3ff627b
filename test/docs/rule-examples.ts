import { diffBlocks } from '../../scripts/markdown-blocks';
import { RulePage } from '../../site/rules';

/** The rule pages with a difference of code in a language: the code that violates the rule, and the fixed code. */
export function ruleExamples(pages: readonly RulePage[], language: string) {
  return pages.flatMap((page) => {
    const [example] = diffBlocks(page.text, language);
    return example ? [[page.id, { page, wrong: example.before, fixed: example.after }] as const] : [];
  });
}

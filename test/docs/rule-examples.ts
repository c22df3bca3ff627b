import { RulePage } from '../../site/rules';

/** The rule pages that contain code in a language, with the code that violates the rule and the fixed code. */
export function ruleExamples(pages: readonly RulePage[], language: string) {
  const blocks = new RegExp(`(?:Wrong|Fixed)[^\\n]*:\\n\\n\`\`\`${language}\\n([^]*?)^\`\`\`$`, 'gm');
  return pages.flatMap((page) => {
    const [wrong, fixed] = [...page.text.matchAll(blocks)].map(([, text]) => text);
    if (wrong && !fixed) throw new Error(`the page of ${page.id} shows what is wrong and not how to fix it`);
    return wrong ? [[page.id, { page, wrong, fixed }] as const] : [];
  });
}

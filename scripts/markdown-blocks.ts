import * as fs from 'fs';

/** The fenced code blocks of one language in a Markdown file. */
export function codeBlocks(file: string, language: string): string[] {
  const fence = new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\`$`, 'gm');
  return [...fs.readFileSync(file, 'utf8').matchAll(fence)].map((match) => match[1]);
}

/** The first fenced code block that contains a text. */
export function codeBlockWith(file: string, language: string, text: string): string {
  const block = codeBlocks(file, language).find((each) => each.includes(text));
  if (block === undefined) throw new Error(`${file} has no ${language} block with "${text}"`);
  return block;
}

if (require.main === module) {
  const [file, language, text = ''] = process.argv.slice(2);
  process.stdout.write(codeBlockWith(file, language, text));
}

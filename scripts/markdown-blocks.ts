import * as fs from 'fs';

/** A code block of the language `diff <language>`, such as an example on the page of a rule. */
export interface DiffBlock {
  readonly before: string;
  readonly after: string;
}

/** The fenced code blocks of one language in a text. */
function blocksIn(text: string, language: string): string[] {
  const fence = new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\`$`, 'gm');
  return [...text.matchAll(fence)].map((match) => match[1]);
}

/** The differences of code in one language in a text. */
export function diffBlocks(text: string, language: string): DiffBlock[] {
  return blocksIn(text, `diff ${language}`).map((block) => ({
    before: sideOf(block, '-'),
    after: sideOf(block, '+'),
  }));
}

function sideOf(block: string, mark: string): string {
  const lines = block.split('\n').filter((line) => line === '' || line.startsWith(' ') || line.startsWith(mark));
  return lines.map((line) => line.slice(1)).join('\n');
}

/** The fenced code blocks of one language in a Markdown file, with both sides of differences. */
export function codeBlocks(file: string, language: string): string[] {
  const text = fs.readFileSync(file, 'utf8');
  return [...blocksIn(text, language), ...diffBlocks(text, language).flatMap(({ before, after }) => [before, after])];
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

import * as fs from 'fs';

/** The fenced code blocks of one language in a Markdown file. */
export function codeBlocks(file: string, language: string): string[] {
  const fence = new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\`$`, 'gm');
  return [...fs.readFileSync(file, 'utf8').matchAll(fence)].map((match) => match[1]);
}

if (require.main === module) {
  const [file, language] = process.argv.slice(2);
  process.stdout.write(codeBlocks(file, language)[0]);
}

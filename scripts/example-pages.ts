/**
 * Writes the code of the example stacks to their pages in docs/examples: as separate apps that use the files of the repository, in TypeScript
 * and, translated by jsii-rosetta, in Python, and the functions of the examples. Requires a compiled library (.jsii).
 */
import * as fs from 'fs';
import * as path from 'path';
import * as prettier from 'prettier';
import { createExampleApp } from './example-app';
import { translateToPython } from './in-python';

const ROOT = path.join(__dirname, '..');
const PAGES = path.join(ROOT, 'docs', 'examples');
const CODE = /(?<=<!-- code:start -->\n)[^]*(?=<!-- code:end -->)/;
const HANDLER = /(?<=<!-- handler:start -->\n)[^]*(?=<!-- handler:end -->)/;

/** The function of an example, with the imports of an app. */
function handlerBlock(example: string): string {
  const source = fs.readFileSync(path.join(ROOT, 'bin', example, 'handler.ts'), 'utf8');
  return `\n\`\`\`ts\n${source.replace("'../../lib/client'", "'cdk-sagemaker-triton/client'")}\`\`\`\n\n`;
}

async function main(): Promise<void> {
  const options = { ...(await prettier.resolveConfig(PAGES)), parser: 'typescript' };
  const names = fs.readdirSync(PAGES).filter((name) => name !== 'README.md');
  const pages = names.map((name) => path.join(PAGES, name));
  const pagesWithoutMarkers = pages.filter((page) => !CODE.test(fs.readFileSync(page, 'utf8')));
  if (pagesWithoutMarkers.length > 0)
    throw new Error(`${pagesWithoutMarkers.join(', ')}: no place for code (code:start, code:end)`);
  const apps = await Promise.all(
    pages.map((page) => prettier.format(createExampleApp(path.basename(page, '.md')), options)),
  );
  const python = translateToPython(apps);
  pages.forEach((page, index) => {
    const details = `<details><summary>The same in Python</summary>\n\n\`\`\`python\n${python[index]}\n\`\`\`\n\n</details>`;
    const code = `\n\`\`\`ts\n${apps[index]}\`\`\`\n\n${details}\n\n`;
    fs.writeFileSync(
      page,
      fs
        .readFileSync(page, 'utf8')
        .replace(CODE, () => code)
        .replace(HANDLER, () => handlerBlock(path.basename(page, '.md'))),
    );
  });
  console.log(`${pages.length} pages of examples have the code of their stacks`);
}

void main();

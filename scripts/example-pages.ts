/**
 * Writes the code of the example stacks into their pages under docs/examples: each as an app of its own that starts from the
 * repository's files, in TypeScript and, as jsii-rosetta translates it, in Python. Requires a compiled library (.jsii).
 */
import * as fs from 'fs';
import * as path from 'path';
import * as prettier from 'prettier';
import { appOf } from './example-app';
import { inPython } from './in-python';

const ROOT = path.join(__dirname, '..');
const PAGES = path.join(ROOT, 'docs', 'examples');
const CODE = /(?<=<!-- code:start -->\n)[^]*(?=<!-- code:end -->)/;

async function main(): Promise<void> {
  const options = { ...(await prettier.resolveConfig(PAGES)), parser: 'typescript' };
  const names = fs.readdirSync(PAGES).filter((name) => name !== 'README.md');
  const pages = names.map((name) => path.join(PAGES, name));
  const bare = pages.filter((page) => !CODE.test(fs.readFileSync(page, 'utf8')));
  if (bare.length > 0) throw new Error(`${bare.join(', ')}: no place for code (code:start, code:end)`);
  const apps = await Promise.all(pages.map((page) => prettier.format(appOf(path.basename(page, '.md')), options)));
  const python = inPython(apps);
  pages.forEach((page, index) => {
    const details = `<details><summary>The same in Python</summary>\n\n\`\`\`python\n${python[index]}\n\`\`\`\n\n</details>`;
    const code = `\n\`\`\`ts\n${apps[index]}\`\`\`\n\n${details}\n\n`;
    fs.writeFileSync(
      page,
      fs.readFileSync(page, 'utf8').replace(CODE, () => code),
    );
  });
  console.log(`${pages.length} pages of examples have the code of their stacks`);
}

void main();

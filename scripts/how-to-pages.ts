/**
 * Writes Python code to the how-to guides: between `python:start` and `python:end`, the translation of the preceding TypeScript block.
 * Requires a compiled library (.jsii).
 */
import * as fs from 'fs';
import * as path from 'path';
import { translateToPython } from './in-python';

const DOCS = path.join(__dirname, '..', 'docs');
const PYTHON = /^```ts\n((?:(?!^```$)[^])*)^```\n\n<!-- python:start -->\n[^]*?<!-- python:end -->$/gm;

const pages = fs
  .readdirSync(DOCS)
  .filter((name) => name.endsWith('.md'))
  .map((name) => path.join(DOCS, name));
const blocks = pages.flatMap((page) =>
  [...fs.readFileSync(page, 'utf8').matchAll(PYTHON)].map(([pythonSection, code]) => ({ page, pythonSection, code })),
);
translateToPython(blocks.map(({ code }) => code)).forEach((python, index) => {
  const { page, pythonSection, code } = blocks[index];
  const details = `<details><summary>The same in Python</summary>\n\n\`\`\`python\n${python}\n\`\`\`\n\n</details>`;
  const block = `\`\`\`ts\n${code}\`\`\`\n\n<!-- python:start -->\n\n${details}\n\n<!-- python:end -->`;
  fs.writeFileSync(
    page,
    fs.readFileSync(page, 'utf8').replace(pythonSection, () => block),
  );
});
console.log(`${blocks.length} blocks of the how-to guides are in Python, too`);

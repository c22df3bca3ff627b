/**
 * Writes Python to the how-to guides: between `python:start` and `python:end`, the translation of the TypeScript block before it.
 * Requires a compiled library (.jsii).
 */
import * as fs from 'fs';
import * as path from 'path';
import { inPython } from './in-python';

const DOCS = path.join(__dirname, '..', 'docs');
const PYTHON = /^```ts\n((?:(?!^```$)[^])*)^```\n\n<!-- python:start -->\n[^]*?<!-- python:end -->$/gm;

const pages = fs
  .readdirSync(DOCS)
  .filter((name) => name.endsWith('.md'))
  .map((name) => path.join(DOCS, name));
const blocks = pages.flatMap((page) =>
  [...fs.readFileSync(page, 'utf8').matchAll(PYTHON)].map(([whole, code]) => ({ page, whole, code })),
);
inPython(blocks.map(({ code }) => code)).forEach((python, index) => {
  const { page, whole, code } = blocks[index];
  const details = `<details><summary>The same in Python</summary>\n\n\`\`\`python\n${python}\n\`\`\`\n\n</details>`;
  const block = `\`\`\`ts\n${code}\`\`\`\n\n<!-- python:start -->\n\n${details}\n\n<!-- python:end -->`;
  fs.writeFileSync(
    page,
    fs.readFileSync(page, 'utf8').replace(whole, () => block),
  );
});
console.log(`${blocks.length} blocks of the how-to guides are in Python, too`);

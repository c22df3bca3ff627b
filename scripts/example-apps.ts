/**
 * Writes the example stacks as separate apps that use the files of the repository, next to their pages in docs/examples: in TypeScript and,
 * translated by jsii-rosetta, in Python, and the functions of the examples. Requires a compiled library (.jsii).
 */
import * as fs from 'fs';
import * as path from 'path';
import * as prettier from 'prettier';
import { createExampleApp } from './example-app';
import { translateToPython } from './in-python';

const ROOT = path.join(__dirname, '..');
const PAGES = path.join(ROOT, 'docs', 'examples');

async function main(): Promise<void> {
  const options = { ...(await prettier.resolveConfig(PAGES)), parser: 'typescript' };
  const names = fs.readdirSync(PAGES).flatMap((file) => /^(?!README)(.*)\.md$/.exec(file)?.[1] ?? []);
  const apps = await Promise.all(names.map((name) => prettier.format(createExampleApp(name), options)));
  const python = translateToPython(apps);
  names.forEach((name, index) => {
    fs.writeFileSync(path.join(PAGES, `${name}.ts`), apps[index]);
    fs.writeFileSync(path.join(PAGES, `${name}.py`), `${python[index]}\n`);
    const handler = path.join(ROOT, 'bin', name, 'handler.ts');
    if (!fs.existsSync(handler)) return;
    const source = fs.readFileSync(handler, 'utf8').replace("'../../lib/client'", "'cdk-sagemaker-triton/client'");
    fs.writeFileSync(path.join(PAGES, `${name}-handler.ts`), source);
  });
  console.log(`${names.length} examples are apps in TypeScript and Python`);
}

void main();

import * as fs from 'fs';
import * as path from 'path';

const ROOT = path.join(__dirname, '..');
const MODULES = ['aws-cdk-lib', 'aws-cdk-lib/', 'constructs', 'cdk-sagemaker-triton'];

const read = (file: string): string => fs.readFileSync(path.join(ROOT, 'bin', file), 'utf8');
const literal = (...parts: string[]): string => `'${['model-artifacts', ...parts].join('/')}'`;

/** Returns the body of the function whose first line matches the pattern. */
function bodyAfter(source: string, headPattern: RegExp): string {
  const start = headPattern.exec(source);
  if (!start) throw new Error(`${headPattern} is not in\n${source}`);
  const remainder = source.slice(start.index + start[0].length);
  return remainder.slice(0, remainder.search(/^ {0,2}\}$/m));
}

/** Declares the sizes of the small substitute for T5 as constants. */
function constants(): string {
  const sizes: object = JSON.parse(fs.readFileSync(path.join(ROOT, 'model-artifacts/stand-ins/t5/sizes.json'), 'utf8'));
  return Object.entries(sizes)
    .map(([name, value]) => `const ${name} = ${value};`)
    .join('\n');
}

/** Converts a stack of bin/ to an app. Replaces calls of the helper functions of bin/ with the paths that they return if MODELS is not set. */
export function createExampleApp(name: string): string {
  const source = read(`${name}-stack.ts`);
  const models = read('vision-models.ts');
  const statements = bodyAfter(source, /super\(scope, id, props\);\n/)
    .replace(/^ *const \[.*\] = visionModels\(\);\n/m, () => bodyAfter(models, /visionModels\(\).*\{\n/))
    .replace(/^ *return \[.*\];\n/m, '')
    .replace(
      /exportedExamples\(`[^`]*`\)/,
      () => `[ModelExample.fromFile(${literal('stand-ins/t5/generate.examples/4-tokens.json')})]`,
    )
    .replace(/const \{ layers, heads, width \} = cacheSizes\(\w+\);/, constants)
    .replace(/artifact\(([^()]*)\)/g, (_, parts: string) =>
      literal(...parts.split(/,\s*/).map((part) => part.slice(1, -1))),
    )
    .replace(
      /path\.join\(__dirname, ([^()]*)\)/g,
      (_, parts: string) => `'${['bin', ...parts.split(/,\s*/).map((part) => part.slice(1, -1))].join('/')}'`,
    )
    .replace(/modelFolder\(this, '([^']+)', '([^']+)'\)/g, (_, model, form) => literal('stand-ins', model, form))
    .replace(/`\$\{'([^']*)'\}([^`$]*)`/g, "'$1$2'")
    .replace(/\bthis\b/g, 'stack');
  const [, stack] = /class (\w+)Stack /.exec(source) ?? [];
  const app = `const app = new App();\nconst stack = new Stack(app, '${stack}');\n${statements}\napp.synth();\n`;
  const addedImports = `import { App, Stack } from 'aws-cdk-lib'; import { ModelExample } from '../lib';`;
  return `${importsOf(source + models + addedImports, app)}\n${app}`;
}

/** The imports of the sources that the app uses. */
function importsOf(sources: string, app: string): string {
  const code = app.replace(/'[^']*'/g, '');
  const modules = new Map<string, Set<string>>();
  for (const [, names, from] of sources.matchAll(/import \{([^}]*)\} from '([^']+)'/g)) {
    if (from.startsWith('./')) continue;
    const module = from === '../lib' ? 'cdk-sagemaker-triton' : from;
    const usedNames = names.match(/\w+/g)?.filter((each) => new RegExp(`\\b${each}\\b(?!:)`).test(code)) ?? [];
    modules.set(module, new Set([...(modules.get(module) ?? []), ...usedNames]));
  }
  const rank = (module: string): number => MODULES.map((each) => module.startsWith(each)).lastIndexOf(true);
  return [...modules]
    .filter(([, names]) => names.size > 0)
    .sort(([a], [b]) => rank(a) - rank(b) || a.localeCompare(b))
    .map(([module, names]) => `import { ${[...names].sort().join(', ')} } from '${module}';\n`)
    .join('');
}

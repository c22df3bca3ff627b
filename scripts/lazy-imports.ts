import { createRequire } from 'module';

/** How TypeScript compiles an import, but for that of a namespace: with a name of its own, which stands before all that is used of it. */
const IMPORT = /^const (\w+_\d+) = ((?:__importDefault\()?require\("[^"]+"\)\)?);$/gm;

/** How TypeScript compiles `export * from`. */
const EXPORT_ALL = /^__exportStar\(require\("([^"]+)"\), exports\);$/gm;

/** The same module, which requires others when something of them is used for the first time: most apps use few of them. */
export function lazyImports(compiled: string, file: string): string {
  const names = [...compiled.matchAll(IMPORT)].map(([, name]) => name);
  const declared = compiled.replace(IMPORT, 'let $1_module; const $1 = () => ($1_module ??= $2);');
  const lazy = names.reduce(
    (code, name) => code.replace(new RegExp(`\\b${name}\\b(?=[.)])`, 'g'), () => `(${name}())`),
    declared,
  );
  return lazy.replace(EXPORT_ALL, (_, module: string) => lazyExports(module, file));
}

/** A property for each name that the module exports now, as aws-cdk-lib's own entry points have it. */
function lazyExports(module: string, file: string): string {
  return Object.keys(createRequire(file)(module))
    .map(
      (name) =>
        `Object.defineProperty(exports, "${name}", { enumerable: true, configurable: true, get: () => require("${module}").${name} });`,
    )
    .join('\n');
}

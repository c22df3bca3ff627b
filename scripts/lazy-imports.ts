import { createRequire } from 'module';

/** A compiled import, except a namespace import. TypeScript assigns the module to a variable. All uses of its exports begin with the variable. */
const IMPORT = /^const (\w+_\d+) = ((?:__importDefault\()?require\("[^"]+"\)\)?);$/gm;

/** A compiled `export * from`. */
const EXPORT_ALL = /^__exportStar\(require\("([^"]+)"\), exports\);$/gm;

/** Changes a compiled module so it loads other modules at their first use, because most apps use few of them. */
export function makeImportsLazy(compiled: string, file: string): string {
  const names = [...compiled.matchAll(IMPORT)].map(([, name]) => name);
  const declared = compiled.replace(IMPORT, 'let $1_module; const $1 = () => ($1_module ??= $2);');
  const lazy = names.reduce(
    (code, name) => code.replace(new RegExp(`\\b${name}\\b(?=[.)])`, 'g'), () => `(${name}())`),
    declared,
  );
  return lazy.replace(EXPORT_ALL, (_, module: string) => lazyExports(module, file));
}

/** Defines a getter for each name that the module exports, as the entry points of aws-cdk-lib do. */
function lazyExports(module: string, file: string): string {
  return Object.keys(createRequire(file)(module))
    .map(
      (name) =>
        `Object.defineProperty(exports, "${name}", { enumerable: true, configurable: true, get: () => require("${module}").${name} });`,
    )
    .join('\n');
}

/** How TypeScript compiles an import, but for that of a namespace: with a name of its own, which stands before all that is used of it. */
const IMPORT = /^const (\w+_\d+) = ((?:__importDefault\()?require\("[^"]+"\)\)?);$/gm;

/** The same module, which requires others when something of them is used for the first time: most apps use few of them. */
export function lazyImports(compiled: string): string {
  const names = [...compiled.matchAll(IMPORT)].map(([, name]) => name);
  const declared = compiled.replace(IMPORT, 'let $1_module; const $1 = () => ($1_module ??= $2);');
  return names.reduce(
    (code, name) => code.replace(new RegExp(`\\b${name}\\b(?=[.)])`, 'g'), () => `(${name}())`),
    declared,
  );
}

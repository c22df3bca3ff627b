/**
 * Decides which mutant is active. `scripts/mutants.ts` adds an import of this module to its copies of the sources. Some of them are bundled
 * for a browser, so this module imports nothing, and esbuild must not find the module of Node.js that it loads.
 */
const env: NodeJS.ProcessEnv = globalThis.process?.env ?? {};
const active = Number(env.MUTANT);
const reached = new Set<number>();

/** Whether the code runs as the mutant with this ID. If `MUTANTS_REACHED` names a file, records the ID there, from all processes. */
export function isActiveMutant(id: number): boolean {
  if (env.MUTANTS_REACHED && !reached.has(id)) {
    reached.add(id);
    const load = require;
    (load('node:fs') as typeof import('node:fs')).appendFileSync(env.MUTANTS_REACHED, `${id}\n`);
  }
  return id === active;
}

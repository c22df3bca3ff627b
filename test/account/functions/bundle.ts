import { createRequire } from 'node:module';
import { join } from 'node:path';
import { buildSync } from 'esbuild';
import type { Context } from 'aws-lambda';

const FOLDER = join(__dirname, '..', '..', '..', 'lambda');
const loadPackage = createRequire(join(FOLDER, 'index.ts'));

const bundles = new Map<string, string>();

export type Handler = (event: unknown, context: Context) => Promise<unknown>;

/** What a handler finds in its global scope instead of this process's own. */
export interface HandlerScope {
  readonly process: { readonly env: Record<string, string>; readonly stdout: { write(text: string): boolean } };
  readonly console: { log(...values: unknown[]): void };
  readonly fetch: (url: string, request: { readonly body: Buffer }) => Promise<{ ok: boolean; status: number }>;
}

/**
 * Loads a handler of `lambda/` with state of its own, as each execution environment of a function has it. Only the SDK's packages are
 * shared, so that their clients can be intercepted.
 */
export function loadHandler(name: string, { process, console, fetch }: HandlerScope): Handler {
  const module = { exports: {} as { handler: Handler } };
  const run = new Function('module', 'exports', 'require', 'process', 'console', 'fetch', bundleOf(name));
  run(module, module.exports, loadPackage, process, console, fetch);
  return module.exports.handler;
}

function bundleOf(name: string): string {
  const kept = bundles.get(name);
  if (kept !== undefined) return kept;
  const { outputFiles } = buildSync({
    entryPoints: [join(FOLDER, name, 'index.ts')],
    bundle: true,
    write: false,
    format: 'cjs',
    platform: 'node',
    target: 'node20',
    external: ['@aws-sdk/*', '@smithy/*'],
  });
  bundles.set(name, outputFiles[0].text);
  return outputFiles[0].text;
}

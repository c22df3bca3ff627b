import { createRequire } from 'node:module';
import { join } from 'node:path';
import { buildSync } from 'esbuild';
import type { Context } from 'aws-lambda';
import { Sender, withSimulatedClient } from './sdk-clients';
import { synchronousZlib } from './synchronous-zlib';

const LAMBDA_FOLDER = join(__dirname, '..', '..', '..', 'lambda');
const requireFromLambda = createRequire(join(LAMBDA_FOLDER, 'index.ts'));

type Bundle = (...globals: unknown[]) => void;

const bundles = new Map<string, Bundle>();

export type Handler = (event: unknown, context: Context) => Promise<unknown>;

/** Globals that a handler uses instead of the globals of this process. */
export interface HandlerScope {
  readonly process: { readonly env: Record<string, string>; readonly stdout: { write(text: string): boolean } };
  readonly console: { log(...values: unknown[]): void };
  readonly fetch: (url: string, request: { readonly body: Buffer }) => Promise<{ ok: boolean; status: number }>;
}

/** Loads a new instance of a handler from `lambda/` for an execution environment. The clients of the instance send requests with the sender. */
export function loadHandler(name: string, { process, console, fetch }: HandlerScope, sender: Sender): Handler {
  const loadPackage = (packageName: string): unknown =>
    packageName === 'zlib' ? synchronousZlib : withSimulatedClient(requireFromLambda(packageName), sender);
  const module = { exports: {} as { handler: Handler } };
  bundleOf(name)(module, module.exports, loadPackage, process, console, fetch);
  return module.exports.handler;
}

function bundleOf(name: string): Bundle {
  const cached = bundles.get(name);
  if (cached !== undefined) return cached;
  const { outputFiles } = buildSync({
    entryPoints: [join(LAMBDA_FOLDER, name, 'index.ts')],
    bundle: true,
    write: false,
    format: 'cjs',
    platform: 'node',
    target: 'node20',
    external: ['@aws-sdk/*', '@smithy/*'],
  });
  const globals = ['module', 'exports', 'require', 'process', 'console', 'fetch'];
  const bundle = new Function(...globals, outputFiles[0].text) as Bundle;
  bundles.set(name, bundle);
  return bundle;
}

import { readFileSync, statSync } from 'node:fs';
import { basename, dirname, isAbsolute, join } from 'node:path';
import { App, Stack } from 'aws-cdk-lib';
import { Template } from '../cloudformation/template';

/** A template and its assets, which `cdk deploy` would upload. */
export interface SynthesizedStack {
  readonly template: Template;
  readonly assets: readonly Asset[];
}

/** A file that `cdk deploy` would upload to the bootstrap bucket. */
export interface Asset {
  readonly key: string;
  readonly body: Buffer;
  /** For the code of a function: the name of its folder in `lambda/`. */
  readonly handler?: string;
}

/** Without copies of assets and stack traces, which take longer than the rest of the synthesis. */
const CONTEXT = Object.fromEntries(
  ['asset-staging', 'stack-trace', 'creation-stack-traces'].map((name) => [`aws:cdk:disable-${name}`, true]),
);
const LAMBDA_ASSETS = join('assets', 'lambda');

interface Manifest {
  readonly files: Record<
    string,
    {
      readonly source: { readonly path: string; readonly packaging: string };
      readonly destinations: Record<string, { readonly objectKey: string }>;
    }
  >;
}

/** Synthesizes a stack in this process. Reads assets from their original locations instead of copying them to the cloud assembly. */
export function synthesize(stackName: string, defineStack: (stack: Stack) => void): SynthesizedStack {
  const app = new App({ context: CONTEXT, analyticsReporting: false, treeMetadata: false });
  const stack = new Stack(app, 'App', { stackName });
  defineStack(stack);
  const { template, dependencies } = app.synth().getStackArtifact(stack.artifactId);
  const files = dependencies
    .filter(({ id }) => id.endsWith('.assets'))
    .map((artifact) => artifact as unknown as { file: string });
  return { template: template as Template, assets: files.flatMap(({ file }) => assetsOf(file)) };
}

function assetsOf(manifestFile: string): Asset[] {
  const { files } = JSON.parse(readFileSync(manifestFile, 'utf8')) as Manifest;
  return Object.values(files).flatMap(({ source, destinations }) => {
    const path = isAbsolute(source.path) ? source.path : join(dirname(manifestFile), source.path);
    return Object.values(destinations).map(({ objectKey }) => readAsset(objectKey, path));
  });
}

function readAsset(key: string, path: string): Asset {
  if (statSync(path).isFile()) return { key, body: readFileSync(path) };
  const handler = path.includes(LAMBDA_ASSETS) ? basename(path) : undefined;
  return { key, body: Buffer.from('an archive of a folder'), handler };
}

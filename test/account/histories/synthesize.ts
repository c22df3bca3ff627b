import { readFileSync, statSync } from 'node:fs';
import { basename, dirname, isAbsolute, join } from 'node:path';
import { App, Stack } from 'aws-cdk-lib';
import { Template } from '../cloudformation/template';

/** A stack as `cdk deploy` would upload it. */
export interface Synthesized {
  readonly template: Template;
  readonly assets: readonly Asset[];
}

export interface Asset {
  readonly key: string;
  readonly body: Buffer;
  /** The folder of `lambda/` whose bundle it is. */
  readonly handler?: string;
}

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

/** Synthesizes a stack in this process. Assets are read from where they lie. */
export function synthesize(stackName: string, define: (stack: Stack) => void): Synthesized {
  const app = new App({ context: { 'aws:cdk:disable-asset-staging': true }, analyticsReporting: false });
  const stack = new Stack(app, 'App', { stackName });
  define(stack);
  const assembly = app.synth();
  const { template, dependencies } = assembly.getStackArtifact(stack.artifactId);
  const files = dependencies
    .filter(({ id }) => id.endsWith('.assets'))
    .map((artifact) => artifact as unknown as { file: string });
  return { template: template as Template, assets: files.flatMap(({ file }) => assetsOf(file)) };
}

function assetsOf(manifestFile: string): Asset[] {
  const { files } = JSON.parse(readFileSync(manifestFile, 'utf8')) as Manifest;
  return Object.values(files).flatMap(({ source, destinations }) => {
    const path = isAbsolute(source.path) ? source.path : join(dirname(manifestFile), source.path);
    return Object.values(destinations).map(({ objectKey }) => asset(objectKey, path));
  });
}

function asset(key: string, path: string): Asset {
  if (statSync(path).isFile()) return { key, body: readFileSync(path) };
  const handler = path.includes(LAMBDA_ASSETS) ? basename(path) : undefined;
  return { key, body: Buffer.from('an archive of a folder'), handler };
}

import * as fs from 'fs';
import * as path from 'path';
import { App, Stack, Stage } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { Code, Function, Runtime } from 'aws-cdk-lib/aws-lambda';
import { ASSET_RESOURCE_METADATA_ENABLED_CONTEXT, DISABLE_ASSET_STAGING_CONTEXT } from 'aws-cdk-lib/cx-api';
import { assetPath } from '../../lib/files/assets';
import { HandlerCode } from '../../lib/cdk/handler-code';
import { hashFolder } from '../../scripts/hash-folder';

const HANDLER = 'scaling-registration';

interface SynthesizedFunction {
  readonly outdir: string;
  /** Location of the code in the asset manifest. */
  readonly source: { readonly path: string; readonly packaging: string };
  readonly metadata: Record<string, unknown>;
}

function synthesize(code: Code, context: Record<string, unknown> = {}, inStage = false): SynthesizedFunction {
  const app = new App({ postCliContext: { [DISABLE_ASSET_STAGING_CONTEXT]: false, ...context } }); // by default, tests disable staging
  const stack = new Stack(inStage ? new Stage(app, 'Beta') : app, 'Serving');
  new Function(stack, 'Function', { runtime: Runtime.NODEJS_24_X, handler: 'index.handler', code });
  const outdir = path.join(app.synth().directory, inStage ? 'assembly-Beta' : '');
  const manifest = fs.readdirSync(outdir).find((name) => name.endsWith('.assets.json')) ?? '';
  const { files } = JSON.parse(fs.readFileSync(path.join(outdir, manifest), 'utf8'));
  const [{ source }] = Object.values<SynthesizedFunction>(files).filter((file) => file.source.packaging === 'zip');
  const [{ Metadata }] = Object.values(Template.fromStack(stack).findResources('AWS::Lambda::Function'));
  return { outdir, source, metadata: Metadata };
}

function filesIn(folder: string): string[] {
  return fs.readdirSync(folder).sort();
}

test.each([false, true])('the code is a folder in the cloud assembly (stack in a stage: %s)', (inStage) => {
  const { outdir, source } = synthesize(new HandlerCode(HANDLER), {}, inStage);
  expect(source.path).toMatch(/^(\.\.\/)?asset\.[0-9a-f]{64}$/);
  expect(filesIn(path.join(outdir, source.path))).toEqual(filesIn(assetPath('lambda', HANDLER)));
});

test.each(fs.readdirSync(assetPath('lambda')))('the code of %s is named after the hash of its files', (handler) => {
  const { source } = synthesize(new HandlerCode(handler));
  expect(source.path).toBe(`asset.${hashFolder(assetPath('lambda', handler))}`);
});

test('the code is not copied if staging is disabled', () => {
  const { source } = synthesize(new HandlerCode(HANDLER), { [DISABLE_ASSET_STAGING_CONTEXT]: true });
  expect(source.path).toBe(assetPath('lambda', HANDLER));
});

test('the function has the same metadata as with Code.fromAsset', () => {
  const context = { [ASSET_RESOURCE_METADATA_ENABLED_CONTEXT]: true };
  const actual = synthesize(new HandlerCode(HANDLER), context);
  const withCodeFromAsset = synthesize(Code.fromAsset(assetPath('lambda', HANDLER)), context);
  expect(actual.metadata).toEqual({ ...withCodeFromAsset.metadata, 'aws:asset:path': actual.source.path });
  expect(synthesize(new HandlerCode(HANDLER)).metadata).toBeUndefined();
});

import { createRequire } from 'module';
import * as path from 'path';
import { App, Stack } from 'aws-cdk-lib';
import { Vpc } from 'aws-cdk-lib/aws-ec2';
import { Role } from 'aws-cdk-lib/aws-iam';
import { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import * as ts from 'typescript';
import * as library from '../../lib';
import { codeBlocks } from '../../scripts/markdown-blocks';

const ROOT = path.join(__dirname, '..', '..');
const PAGES = ['images.md', 'cpu.md', 'server.md', 'language-models.md'];
/** The folders of the repository do not contain the models of these blocks. */
const isRunnable = (block: string): boolean => !block.includes("'models/");
const blocks = PAGES.flatMap((page) =>
  codeBlocks(path.join(ROOT, 'docs', page), 'ts')
    .filter(isRunnable)
    .map((block, index): [string, number, string] => [page, index + 1, block]),
);

/** Returns values for the constants that the blocks declare without a value (`declare const`). */
function declaredValues() {
  const stack = new Stack(new App(), 'Stack', { env: { region: 'eu-west-1', account: '111122223333' } });
  const model = library.TritonModel.fromDirectory('model-artifacts/image-classifier/onnx');
  const caller = Role.fromRoleName(stack, 'Caller', 'caller');
  return {
    stack,
    model,
    candidate: model.withOverrides({ maxBatchSize: 4 }),
    story: library.TritonModel.fromDirectory('model-artifacts/word-stream/python'),
    caller,
    developer: caller,
    vpc: new Vpc(stack, 'Vpc'),
    credentialsFunction: LambdaFunction.fromFunctionName(stack, 'Credentials', 'credentials'),
    get endpoint() {
      return new library.TritonRealtimeEndpoint(stack, 'Declared', { model });
    },
  };
}

/** Runs a block of a page as a module. */
function runBlock(block: string): void {
  const { outputText } = ts.transpileModule(block, {
    compilerOptions: { module: ts.ModuleKind.CommonJS, target: ts.ScriptTarget.ES2022 },
  });
  const values: Record<string, unknown> = declaredValues();
  const names = [...block.matchAll(/^declare const (\w+):/gm)].map(([, name]) => name);
  const importModule = (name: string): unknown =>
    name === 'cdk-sagemaker-triton' ? library : createRequire(__filename)(name);
  new Function('require', 'exports', ...names, outputText)(importModule, {}, ...names.map((name) => values[name]));
}

test.each(PAGES)('%s has examples', (name) => {
  expect(blocks.some(([page]) => page === name)).toBe(true);
});

test.each(blocks)('%s: example %d is valid', (_page, _index, block) => {
  expect(() => runBlock(block)).not.toThrow();
});

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
const blocks = codeBlocks(path.join(ROOT, 'docs', 'hosting.md'), 'ts');

/** What the blocks declare without a value. */
function declared() {
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

/** Runs a block of the page as a module. */
function run(block: string): void {
  const { outputText } = ts.transpileModule(block, {
    compilerOptions: { module: ts.ModuleKind.CommonJS, target: ts.ScriptTarget.ES2022 },
  });
  const values: Record<string, unknown> = declared();
  const names = [...block.matchAll(/^declare const (\w+):/gm)].map(([, name]) => name);
  const load = (name: string): unknown => (name === 'cdk-sagemaker-triton' ? library : createRequire(__filename)(name));
  new Function('require', 'exports', ...names, outputText)(load, {}, ...names.map((name) => values[name]));
}

test('the page has examples', () => expect(blocks.length).toBeGreaterThan(5));

test.each(blocks.map((block, index) => [index + 1, block]))('example %d of hosting.md is accepted', (_, block) => {
  expect(() => run(block)).not.toThrow();
});

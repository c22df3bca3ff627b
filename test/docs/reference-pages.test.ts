import * as fs from 'fs';
import { createRequire } from 'module';
import * as os from 'os';
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
    bert: model,
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

/** Writes results for each configuration of the sweep on a page, on each of its instance types. Returns the path of the file. */
function writeSweepResults(sweep: string): string {
  const { InstanceType } = library as unknown as { InstanceType: Record<string, { readonly name: string }> };
  const instanceTypes = [...sweep.matchAll(/InstanceType\.(\w+)/g)].map(([, constant]) => InstanceType[constant].name);
  const configurations = [...sweep.matchAll(/\{ name: '([\w-]+)'/g)].map(([, name]) => name);
  const rows = configurations.flatMap((name) => instanceTypes.map((type) => `${name},${type},1,6000,100,1.2`));
  const columns =
    'configuration,instance_type,initial_instance_count,invocations_per_minute_per_instance,model_latency_ms,cost_per_hour_usd';
  const file = path.join(fs.mkdtempSync(path.join(os.tmpdir(), 'results-')), 'results.csv');
  fs.writeFileSync(file, [columns, ...rows].join('\n'));
  return file;
}

test('sizing.md: the endpoints use results that the sweep on the page measures', () => {
  const sizingBlocks = codeBlocks(path.join(ROOT, 'docs', 'sizing.md'), 'ts');
  const blockWith = (text: string): string => sizingBlocks.find((block) => block.includes(text)) ?? '';
  const usage = blockWith('results.scaling(');
  const results = writeSweepResults(blockWith('new InferenceRecommenderSweep('));
  expect(() => runBlock(usage.replace("'results.csv'", JSON.stringify(results)))).not.toThrow();
  const [, constant = '', measuredType] =
    /instanceType: InstanceType\.(\w+)[^]*instanceType: '([^']+)'/.exec(usage) ?? [];
  expect((library.InstanceType as unknown as Record<string, { name: string }>)[constant]?.name).toBe(measuredType);
});

test.each(PAGES)('%s has examples', (name) => {
  expect(blocks.some(([page]) => page === name)).toBe(true);
});

test.each(blocks)('%s: example %d is valid', (_page, _index, block) => {
  expect(() => runBlock(block)).not.toThrow();
});

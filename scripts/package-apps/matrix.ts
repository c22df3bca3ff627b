/** Runs apps that import the package with common tools, as CommonJS and as ES modules. The build workflow runs them on each supported version of Node.js. */
import { execFile } from 'child_process';
import * as fs from 'fs';
import * as path from 'path';
import { promisify } from 'util';
import { createApp, run } from '../fresh-app';

const KINDS = ['commonjs', 'module'] as const;
type Kind = (typeof KINDS)[number];

/** Tools, in major versions that run on all supported versions of Node.js. TypeScript 5 is for ts-jest, which does not support newer versions. */
const TOOLS = [
  'typescript@5',
  'newest-typescript@npm:typescript@latest',
  '@types/node@22',
  '@types/jest@30',
  'jest@30',
  'ts-jest@29',
  '@swc/core@1',
  '@swc/jest@0',
  'vitest@4',
  'tsx@4',
  'esbuild@0',
];

const IMPORTS = `
import { App, Stack } from 'aws-cdk-lib';
import { InstanceType, TritonModel, TritonRealtimeEndpoint } from 'cdk-sagemaker-triton';
import { fromInstanceType } from 'cdk-sagemaker-triton/alpha';
import { TritonRequest } from 'cdk-sagemaker-triton/client';
`;
const BODY = `
  const app = new App();
  const model = TritonModel.fromDirectory('../model-artifacts/image-classifier/onnx');
  const instanceType = fromInstanceType({ toString: () => InstanceType.G5_XLARGE.toString() });
  new TritonRealtimeEndpoint(new Stack(app, 'Serving'), 'Endpoint', { model, instanceType });
  const types = Object.values<{ Type: string }>(app.synth().getStackByName('Serving').template.Resources);
  if (!types.some(({ Type }) => Type === 'AWS::SageMaker::Endpoint')) throw new Error('no endpoint');
  let message = '';
  try {
    TritonModel.fromFile('model.onnx', { maxBatchSize: '8' } as never);
  } catch (error) {
    message = String(error);
  }
  if (!message.includes("maxBatchSize: got the text '8'")) throw new Error('types of arguments are not checked: ' + message);
  if (typeof TritonRequest !== 'function') throw new Error('no client');
`;

const FILES: Record<string, string> = {
  'app.ts': IMPORTS + BODY,
  'app.test.ts': `${IMPORTS}\ntest('synthesizes', () => {${BODY}});\n`,
  'tsconfig.json': JSON.stringify({
    compilerOptions: {
      module: 'nodenext',
      target: 'es2022',
      strict: true,
      isolatedModules: true,
      rootDir: '.',
      outDir: 'compiled',
      types: ['node', 'jest'],
    },
    include: ['*.ts'],
  }),
};

/** The Jest configuration for a transformer. */
function jestConfig(tool: 'ts-jest' | 'swc', kind: Kind): string {
  const esm = kind === 'module';
  const swc = {
    jsc: { parser: { syntax: 'typescript' }, target: 'es2022' },
    module: { type: esm ? 'es6' : 'commonjs' },
  };
  const transformer = tool === 'swc' ? ['@swc/jest', swc] : ['ts-jest', { useESM: esm }];
  return JSON.stringify({ extensionsToTreatAsEsm: esm ? ['.ts'] : [], transform: { '\\.ts$': transformer } });
}

const bin = (name: string, ...parts: string[]): string => path.join('..', 'node_modules', name, ...parts);
const jest = (config: string): string[] => [
  '--experimental-vm-modules',
  '--no-warnings',
  bin('jest', 'bin', 'jest.js'),
  `--config=${config}`,
  'app.test.ts',
];

/** The arguments of Node.js for each app. */
const APPS: Record<string, string[]> = {
  'TypeScript, compiled': ['compiled/app.js'],
  'Jest with ts-jest': jest('ts-jest.json'),
  'Jest with SWC': jest('swc.json'),
  Vitest: [bin('vitest', 'vitest.mjs'), 'run', '--globals', '--testTimeout=0', 'app.test.ts'],
  tsx: [bin('tsx', 'dist', 'cli.mjs'), 'app.ts'],
  esbuild: ['bundled.js'],
};

/** Writes, type-checks and builds the apps of a module kind. */
function prepare(folder: string, kind: Kind): void {
  const app = path.join(folder, kind);
  fs.mkdirSync(app);
  for (const [name, text] of Object.entries(FILES)) fs.writeFileSync(path.join(app, name), text);
  for (const tool of ['ts-jest', 'swc'] as const) {
    fs.writeFileSync(path.join(app, `${tool}.json`), jestConfig(tool, kind));
  }
  fs.writeFileSync(path.join(app, 'package.json'), JSON.stringify({ private: true, type: kind }));
  run(app, process.execPath, bin('newest-typescript', 'bin', 'tsc'), '-p', '.');
  const format = kind === 'module' ? 'esm' : 'cjs';
  const options = ['--bundle', '--platform=node', `--format=${format}`, '--packages=external', '--log-level=warning'];
  run(app, bin('.bin', 'esbuild'), 'app.ts', ...options, '--outfile=bundled.js');
}

/** The result of an app in a module kind: a cell of the table. */
interface Cell {
  readonly app: string;
  readonly kind: Kind;
  /** The output of a failed app. */
  readonly failure?: string;
}

async function runCell(folder: string, app: string, kind: Kind): Promise<Cell> {
  try {
    await promisify(execFile)(process.execPath, APPS[app], {
      cwd: path.join(folder, kind),
      env: { ...process.env, CDK_VALIDATION: 'false' },
    });
    return { app, kind };
  } catch (error) {
    const { stdout, stderr } = error as { stdout: string; stderr: string };
    return { app, kind, failure: `${stdout}${stderr}` };
  }
}

function renderTable(cells: Cell[]): string {
  const row = (values: string[]): string => `| ${values.join(' | ')} |`;
  const head = [`app on Node.js ${process.version}`, 'CommonJS', 'ES module'];
  const rows = Object.keys(APPS).map((app) => [
    app,
    ...KINDS.map((kind) => {
      const result = cells.find((each) => each.app === app && each.kind === kind);
      return result?.failure === undefined ? 'passed' : 'failed';
    }),
  ]);
  return [head, head.map(() => '---'), ...rows].map(row).join('\n');
}

/** Runs all apps with the package and its peer dependencies. Prints the results as a table, also to the summary of a GitHub workflow. */
export async function runMatrix(folder: string, packages: string[]): Promise<void> {
  createApp(folder, [...packages, ...TOOLS]);
  for (const kind of KINDS) prepare(folder, kind);
  const cells: Cell[] = [];
  for (const app of Object.keys(APPS)) {
    cells.push(...(await Promise.all(KINDS.map((kind) => runCell(folder, app, kind)))));
  }
  const text = renderTable(cells);
  console.log(text);
  const summary = process.env.GITHUB_STEP_SUMMARY;
  if (summary !== undefined) fs.appendFileSync(summary, `${text}\n`);
  const failures = cells.filter(({ failure }) => failure !== undefined);
  if (failures.length > 0) {
    throw new Error(failures.map(({ app, kind, failure }) => `${app}, ${kind}:\n${failure}`).join('\n\n'));
  }
}

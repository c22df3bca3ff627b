import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import { App, Stack } from 'aws-cdk-lib';
import { DISABLE_ASSET_STAGING_CONTEXT } from 'aws-cdk-lib/cx-api';
import { check } from '../../cli/check/check';
import { renderText } from '../../cli/check/formats/text';
import { consequencesOf } from '../../cli/consequences/consequences';
import { TritonModel, TritonRealtimeEndpoint } from '../../lib';
import { ARTIFACTS_FOLDER } from '../endpoint/fixtures';

// Tests an assembly with a model whose ONNX file is larger than 1 MB. The assembly is moved to a folder or host without the file.

let folder: string;
let weights: string;
beforeEach(() => {
  folder = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'moved-')));
  const model = path.join(folder, 'checkout', 'text-classifier');
  fs.cpSync(path.join(ARTIFACTS_FOLDER, 'text-classifier', 'onnx'), model, { recursive: true });
  weights = path.join(model, '1', 'model.onnx');
});
afterEach(() => fs.rmSync(folder, { recursive: true }));

function synthesize(context: Record<string, unknown> = {}): string {
  const postCliContext = { [DISABLE_ASSET_STAGING_CONTEXT]: false, ...context }; // the default in these tests is true
  const app = new App({ outdir: path.join(folder, 'checkout', 'cdk.out'), postCliContext });
  const model = TritonModel.fromDirectory(path.dirname(path.dirname(weights)));
  new TritonRealtimeEndpoint(new Stack(app, 'Serving'), 'Endpoint', { endpointName: 'classifier', model });
  return app.synth().directory;
}

function moveAssembly(assembly: string): string {
  const newPath = path.join(folder, 'cdk.out');
  fs.renameSync(assembly, newPath);
  return newPath;
}

const COPY = { 'cdk-sagemaker-triton:assetStaging': 'copy' };
const RULE_URL = '(https://cdk-sagemaker-triton.github.io/cdk-sagemaker-triton/rules/assembly.outside)';
const REPAIR_INSTRUCTION = "set the context key 'cdk-sagemaker-triton:assetStaging' to 'copy', and synthesize again";

describe('the check command', () => {
  test('warns about a file outside the assembly', () => {
    const assembly = synthesize();
    expect(renderText(check([assembly], {})).split('\n')).toEqual([
      `${assembly}: warning: got ${weights}; to deploy from a different host or folder, ${REPAIR_INSTRUCTION} ${RULE_URL}`,
      '0 errors and 1 warning in 1 cloud assembly',
    ]);
  });

  test('rejects an assembly whose files are missing', () => {
    const assembly = moveAssembly(synthesize());
    const missing = path.join(folder, 'text-classifier', '1', 'model.onnx');
    expect(renderText(check([assembly], {})).split('\n')).toEqual([
      `${assembly}: error: got ${missing}, which does not exist; allowed: a file in the assembly, so ${REPAIR_INSTRUCTION} ${RULE_URL}`,
      '1 error and 0 warnings in 1 cloud assembly',
    ]);
  });

  test('reports nothing about a moved assembly that contains all of its files', () => {
    expect(check([moveAssembly(synthesize(COPY))], {})).toEqual({
      findings: [],
      notes: [],
      failures: [],
      models: 0,
      assemblies: 1,
    });
  });

  test('warns about a link in the assembly to a file outside the assembly', () => {
    const assembly = synthesize(COPY);
    const [copy] = fs.readdirSync(assembly).filter((name) => name.endsWith('.onnx'));
    fs.rmSync(path.join(assembly, copy));
    fs.symlinkSync(weights, path.join(assembly, copy));
    expect(check([assembly], {}).findings).toMatchObject([{ ruleId: 'assembly.outside', severity: 'warning' }]);
  });

  test('warns about function code outside the assembly, and names the option that causes it', () => {
    const { findings } = check([synthesize({ ...COPY, [DISABLE_ASSET_STAGING_CONTEXT]: true })], {});
    expect(findings.length).toBeGreaterThan(0);
    for (const { message } of findings) expect(message).toMatch(/assets\/lambda\/.*synthesize without --no-staging$/);
  });

  test('has a note about a missing file that must already be in the bucket, such as a file that only the lock file lists', () => {
    const assembly = synthesize(COPY);
    const [copy] = fs.readdirSync(assembly).filter((name) => name.endsWith('.onnx'));
    fs.rmSync(path.join(assembly, copy));
    expect(check([assembly], {})).toMatchObject({
      findings: [],
      notes: [
        { message: expect.stringMatching(/\.onnx is missing: .* only if the bootstrap bucket already contains/) },
      ],
    });
  });
});

test('the consequences do not change if an assembly that contains all of its files is moved', () => {
  const assembly = synthesize(COPY);
  const before = consequencesOf(assembly);
  expect(consequencesOf(moveAssembly(assembly))).toEqual(before);
});

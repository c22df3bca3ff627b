import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import { App, Stack } from 'aws-cdk-lib';
import { DISABLE_ASSET_STAGING_CONTEXT } from 'aws-cdk-lib/cx-api';
import { check } from '../../cli/check/check';
import { renderText } from '../../cli/check/formats/text';
import { Subject } from '../../cli/consequences/consequence';
import { consequencesOf } from '../../cli/consequences/consequences';
import { TritonModel, TritonRealtimeEndpoint } from '../../lib';
import { ARTIFACTS } from '../endpoint/fixtures';

// A model whose ONNX file is larger than 1 MB, in an assembly that moves to where the file is not.

let folder: string;
let weights: string;
beforeEach(() => {
  folder = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'moved-')));
  const model = path.join(folder, 'checkout', 'text-classifier');
  fs.cpSync(path.join(ARTIFACTS, 'text-classifier', 'onnx'), model, { recursive: true });
  weights = path.join(model, '1', 'model.onnx');
});
afterEach(() => fs.rmSync(folder, { recursive: true }));

function synthesized(context: Record<string, unknown> = {}): string {
  const postCliContext = { [DISABLE_ASSET_STAGING_CONTEXT]: false, ...context }; // the tests' own is true
  const app = new App({ outdir: path.join(folder, 'checkout', 'cdk.out'), postCliContext });
  const model = TritonModel.fromDirectory(path.dirname(path.dirname(weights)));
  new TritonRealtimeEndpoint(new Stack(app, 'Serving'), 'Endpoint', { endpointName: 'classifier', model });
  return app.synth().directory;
}

function moved(assembly: string): string {
  const elsewhere = path.join(folder, 'cdk.out');
  fs.renameSync(assembly, elsewhere);
  return elsewhere;
}

const COPY = { 'cdk-sagemaker-triton:assetStaging': 'copy' };
const PAGE = '(https://cdk-sagemaker-triton.github.io/cdk-sagemaker-triton/rules/assembly.outside)';
const REPAIR = "set the context key 'cdk-sagemaker-triton:assetStaging' to 'copy', and synthesize again";

describe('check', () => {
  test('warns of a file that is outside of the assembly', () => {
    const assembly = synthesized();
    expect(renderText(check([assembly], {})).split('\n')).toEqual([
      `${assembly}: warning: got ${weights}; to deploy from a different host or folder, ${REPAIR} ${PAGE}`,
      '0 errors and 1 warning in 1 cloud assembly',
    ]);
  });

  test('refuses an assembly that has moved away from its files', () => {
    const assembly = moved(synthesized());
    const missing = path.join(folder, 'text-classifier', '1', 'model.onnx');
    expect(renderText(check([assembly], {})).split('\n')).toEqual([
      `${assembly}: error: got ${missing}, which does not exist; allowed: a file in the assembly, so ${REPAIR} ${PAGE}`,
      '1 error and 0 warnings in 1 cloud assembly',
    ]);
  });

  test('has nothing to say of an assembly with all of its files, wherever it is', () => {
    expect(check([moved(synthesized(COPY))], {})).toEqual({
      findings: [],
      notes: [],
      failures: [],
      models: 0,
      assemblies: 1,
    });
  });

  test('follows links: a link in the assembly stays behind, too', () => {
    const assembly = synthesized(COPY);
    const [copy] = fs.readdirSync(assembly).filter((name) => name.endsWith('.onnx'));
    fs.rmSync(path.join(assembly, copy));
    fs.symlinkSync(weights, path.join(assembly, copy));
    expect(check([assembly], {}).findings).toMatchObject([{ ruleId: 'assembly.outside', severity: 'warning' }]);
  });

  test('names the flag that leaves the code of functions outside', () => {
    const { findings } = check([synthesized({ ...COPY, [DISABLE_ASSET_STAGING_CONTEXT]: true })], {});
    expect(findings.length).toBeGreaterThan(0);
    for (const { message } of findings) expect(message).toMatch(/assets\/lambda\/.*synthesize without --no-staging$/);
  });

  test('has a note on a file that has to be in the bucket, as one of a lock', () => {
    const assembly = synthesized(COPY);
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

describe('consequences', () => {
  const sentences = (about: Subject, assembly: string, against?: string): string[] =>
    consequencesOf(assembly, { against })[0].consequences.flatMap((each) =>
      each.about === about ? [each.sentence] : [],
    );

  test('say what is uploaded from outside of the assembly', () => {
    const assembly = synthesized();
    expect(sentences('modelData', assembly)).toContain(
      `CDK uploads 1 file from outside the assembly: ${weights}. To deploy from a different host or folder, ` +
        "set the context key 'cdk-sagemaker-triton:assetStaging' to 'copy'.",
    );
    expect(sentences('modelData', assembly, assembly)).toEqual([]);
  });

  test('begin with the failure of an assembly that has moved away from its files', () => {
    const assembly = moved(synthesized());
    const [{ consequences }] = consequencesOf(assembly);
    const missing = path.join(folder, 'text-classifier', '1', 'model.onnx');
    expect(consequences[0]).toEqual({
      about: 'failure',
      sentence:
        `The assembly refers to ${missing}, which is neither in the assembly nor on this host: the deployment fails unless the asset ` +
        `bucket already contains the file. To repair the assembly, ${REPAIR}.`,
      facts: { missingFiles: [missing] },
    });
  });

  test('are the same for an assembly with all of its files, wherever it is', () => {
    const assembly = synthesized(COPY);
    const before = consequencesOf(assembly);
    expect(consequencesOf(moved(assembly))).toEqual(before);
    expect(sentences('failure', path.join(folder, 'cdk.out'))).toEqual([]);
  });
});

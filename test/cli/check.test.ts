import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import { checkCommand } from '../../cli/check';
import { check } from '../../cli/check/check';
import { renderGitHub } from '../../cli/check/formats/github';
import { renderJson } from '../../cli/check/formats/json';
import { renderSarif } from '../../cli/check/formats/sarif';
import { renderText } from '../../cli/check/formats/text';
import { InstanceType, TritonModel } from '../../lib';
import { DEFAULT_TRITON_RELEASE } from '../../lib/facts/triton-releases';
import { fixture } from '../model/folders';

let workFolder: string;
let previousFolder: string;
beforeEach(() => {
  previousFolder = process.cwd();
  workFolder = fs.mkdtempSync(path.join(os.tmpdir(), 'check-'));
  process.chdir(workFolder);
});
afterEach(() => {
  process.chdir(previousFolder);
  fs.rmSync(workFolder, { recursive: true });
});

const TENSORS = `input { name: "x" data_type: TYPE_FP32 dims: 4 }
output { name: "y" data_type: TYPE_FP32 dims: 4 }
`;
const FIL_TENSORS = `input { name: "input__0" data_type: TYPE_FP32 dims: [ -1, 4 ] }
output { name: "output__0" data_type: TYPE_FP32 dims: [ -1, 1 ] }
`;
const PYTHON = `backend: "python"\nmax_batch_size: 8\n${TENSORS}`;
const LARGE_BATCH = `${PYTHON}dynamic_batching {\n  preferred_batch_size: [ 4,\n    16 ]\n}\n`;
const ensembleOf = (composingModel: string, version = -1) => `platform: "ensemble"
${TENSORS}ensemble_scheduling {
  step { model_name: "${composingModel}" model_version: ${version} input_map { key: "x" value: "x" } output_map { key: "y" value: "y" } }
}`;

function write(files: Record<string, string>): void {
  for (const [file, text] of Object.entries(files)) {
    fs.mkdirSync(path.dirname(file), { recursive: true });
    fs.writeFileSync(file, text);
  }
}

/** Checks the paths. Returns a line for each finding (position, severity and rule) and for each note. */
function findingsIn(...paths: string[]): string[] {
  const { findings, notes } = check(paths, { backendRules: true });
  return [
    ...findings.map(({ file, line, column, severity, ruleId }) => `${file}:${line}:${column} ${severity} ${ruleId}`),
    ...notes.map(({ file, message }) => `${file} note: ${message}`),
  ];
}

describe('a config.pbtxt', () => {
  test('without errors has no findings', () => {
    write({ 'config.pbtxt': PYTHON });
    expect(check(['config.pbtxt'], {})).toEqual({ findings: [], notes: [], failures: [], models: 1 });
  });

  test('is checked without its model folder, and a finding contains the line and column of the value', () => {
    write({ 'm/config.pbtxt': `name: "other"\n${LARGE_BATCH}` });
    expect(findingsIn('m/config.pbtxt')).toEqual(['m/config.pbtxt:8:5 error dyn.preferred-max']);
  });

  test('has a finding for each misspelled field and value', () => {
    write({ 'config.pbtxt': `${PYTHON}max_batch_sise: 8\ninstance_group { kind: KIND_GPUU }\n` });
    expect(findingsIn('config.pbtxt')).toEqual([
      'config.pbtxt:5:1 error parse.text-proto',
      'config.pbtxt:6:24 error parse.text-proto',
    ]);
  });

  test('that is a template has a note instead of an error', () => {
    write({ 'config.pbtxt': 'max_batch_size: ${triton_max_batch_size}' });
    expect(findingsIn('config.pbtxt')).toEqual([
      'config.pbtxt note: this is a template, so it was not checked; check the file that is generated from it',
    ]);
  });

  test.each(['max_batch_size: $MAX_BATCH', 'max_batch_size: {{ batch }}'])(
    'that contains the placeholder %s is also recognized as a template',
    (text) => {
      write({ 'config.pbtxt': `# ${'$'}{comment}\n${text}` });
      expect(findingsIn('config.pbtxt')).toEqual([expect.stringMatching(/note: this is a template/)]);
    },
  );

  test('with a placeholder only in a string is not a template', () => {
    write({ 'config.pbtxt': `name: "$MODEL" # ${'$'}{comment}\nmax_batch_sise: 8` });
    expect(findingsIn('config.pbtxt')).toEqual(['config.pbtxt:2:1 error parse.text-proto']);
  });

  test('is checked with the rules of its backend, and a feature that a release removed is reported only if that release is selected', () => {
    write({ 'config.pbtxt': `platform: "tensorflow_savedmodel"\n${TENSORS}`, 'pt.pbtxt': 'backend: "pytorch"' });
    expect(findingsIn('pt.pbtxt')).toContain('pt.pbtxt:undefined:undefined error pt.inputs');
    expect(findingsIn('config.pbtxt')).toEqual([]);
    const { findings } = check(['config.pbtxt'], { backendRules: true, tritonRelease: '25.03' });
    expect(findings).toMatchObject([
      {
        ruleId: 'backend.tensorflow-removed',
        message: expect.stringContaining('use 24.09, the newest published release'),
      },
    ]);
  });
});

describe("a model's folder", () => {
  test('has a finding if the configuration and the files do not match', () => {
    write({ 'm/config.pbtxt': `${PYTHON}`, 'm/1/code.py': 'x' });
    expect(findingsIn('m')).toEqual(['m/config.pbtxt:undefined:undefined error repo.default-file']);
  });

  test('must have the same name as the model in the configuration', () => {
    write({ 'm/config.pbtxt': `name: "n"\n${PYTHON}`, 'm/1/model.py': 'x' });
    expect(findingsIn('m')).toEqual(['m/config.pbtxt:1:1 error name.directory']);
  });

  test('without weights: only the text of the configuration is checked, and a note reports that', () => {
    const labels = PYTHON.replace('dims: 4 }\n', 'dims: 4 }\n').replace(
      'output {',
      'output { label_filename: "labels.txt"',
    );
    write({ 'm/config.pbtxt': labels, 'm/1/.gitkeep': '' });
    expect(findingsIn('m')).toEqual([
      'm/config.pbtxt note: the folder has no model file, so only the text was checked',
    ]);
  });

  test.each(['ignore.txt', 'README.md', '.gitignore'])(
    'that contains only %s counts as a folder without weights',
    (file) => {
      write({ 'm/config.pbtxt': PYTHON, [`m/1/${file}`]: '' });
      expect(findingsIn('m')).toEqual([
        'm/config.pbtxt note: the folder has no model file, so only the text was checked',
      ]);
    },
  );

  test('with a LightGBM model is rejected because of its name, which a README does not have', () => {
    const text = `backend: "fil"\n${FIL_TENSORS}parameters { key: "model_type" value { string_value: "lightgbm" } }
      parameters { key: "output_class" value { string_value: "false" } }`;
    write({ 'm/config.pbtxt': text, 'm/1/nonhist.txt': 'tree\nversion=v4\n', 'n/config.pbtxt': text });
    expect(findingsIn('m')).toEqual([expect.stringMatching(/^m\/config\.pbtxt:\S+ error repo\.default-file$/)]);
    write({ 'n/1/readme.txt': 'Put the model here.', 'n/1/requirements.txt': 'lightgbm' });
    expect(findingsIn('n')).toEqual([
      'n/config.pbtxt note: the folder has no model file, so only the text was checked',
    ]);
  });

  test('without the engine that gpt_model_path names results in a warning, or in an error if no file keeps the folder in Git', () => {
    const parameter = 'parameters { key: "gpt_model_path" value { string_value: "/opt/ml/model/m/1" } }';
    write({ 'm/config.pbtxt': `backend: "tensorrtllm"\n${TENSORS}${parameter}`, 'm/1/.gitkeep': '' });
    expect(findingsIn('m')).toEqual([
      expect.stringMatching(/^m\/config\.pbtxt:\d+:1 warning llm\.engine$/),
      'm/config.pbtxt note: the folder has no model file, so only the text was checked',
    ]);
    fs.rmSync('m/1/.gitkeep'); // Git does not keep empty folders, so this is no checkout
    expect(findingsIn('m')).toContainEqual(expect.stringMatching(/ error llm\.engine$/));
  });

  test('that contains only a placeholder has a note that names it', () => {
    const text = `platform: "tensorrt_plan"\n${TENSORS}`;
    write({ 'm/config.pbtxt': text, 'm/1/put_here_model.plan': '\n' });
    expect(findingsIn('m')).toEqual([
      'm/config.pbtxt note: the folder has no model file, but the placeholder 1/put_here_model.plan, which has only a line break, so only the text was checked',
    ]);
    write({ 'm/1/put_here_model.plan': 'engine' });
    expect(findingsIn('m')).toEqual(['m/config.pbtxt:undefined:undefined error repo.default-file']);
  });

  test('that contains an empty version folder has a note with the file that keeps it', () => {
    write({ 'm/config.pbtxt': `backend: "tensorrtllm"\n${TENSORS}`, 'm/1/.keep': '' });
    fs.rmSync('m/1/.keep');
    expect(findingsIn('m')).toEqual([
      'm/config.pbtxt note: the folder has the empty version folder 1, which neither Git nor the archive of a model keeps; if the backend loads its files from elsewhere, add an empty file such as 1/.gitkeep, so only the text was checked',
    ]);
  });

  test('whose model file is a broken link has a note, because weights can be stored elsewhere', () => {
    write({ 'm/config.pbtxt': `backend: "onnxruntime"\n${TENSORS}`, 'm/1/.keep': '' });
    fs.symlinkSync('/nowhere/model.onnx', 'm/1/model.onnx');
    expect(findingsIn('m')).toEqual([
      'm/config.pbtxt note: 1/model.onnx is a broken link, so it was not compared with the text',
    ]);
  });

  test('may contain model.txt as the model file of LightGBM', () => {
    const lightgbm = 'parameters { key: "model_type" value { string_value: "lightgbm" } }';
    write({ 'm/config.pbtxt': `backend: "fil"\n${TENSORS}${lightgbm}`, 'm/1/model.txt': 'tree' });
    expect(findingsIn('m').filter((line) => line.includes('note'))).toEqual([]);
  });

  test('with the model file of a different backend has a finding that names the different backend', () => {
    write({ 'm/config.pbtxt': `platform: "onnxruntime_onnx"\n${TENSORS}`, 'm/1/model.py': 'x' });
    expect(check(['m'], {}).findings).toMatchObject([
      {
        message:
          "got 1/model.py; the onnxruntime backend looks for 1/model.onnx: set the backend to 'python', or add the file",
      },
    ]);
  });

  test('has a warning if its code calls a model whose name is part of the request', () => {
    const call = (name: string) => `class TritonPythonModel:\n  x = pb_utils.InferenceRequest(model_name=${name})`;
    write({ 'm/config.pbtxt': PYTHON, 'm/1/model.py': call('name_in(request)') });
    expect(findingsIn('m')).toEqual(['m/config.pbtxt:undefined:undefined warning sme.bls']);
    write({ 'm/1/model.py': call('"other"') });
    expect(findingsIn('m')).toEqual([]);
  });

  test('without the archive of its Python environment has a note', () => {
    const environment = '$$TRITON_MODEL_DIRECTORY/env.tar.gz';
    const parameter = `parameters { key: "EXECUTION_ENV_PATH" value { string_value: "${environment}" } }`;
    write({ 'm/config.pbtxt': PYTHON + parameter, 'm/1/model.py': 'x' });
    expect(findingsIn('m')).toEqual([
      'm/config.pbtxt note: env.tar.gz is missing, so the Python environment was not checked',
    ]);
  });

  test('with a Git LFS pointer has a note', () => {
    write({
      'm/config.pbtxt': `backend: "onnxruntime"\n${TENSORS}`,
      'm/1/model.onnx': 'version https://git-lfs.github.com/spec/v1\noid sha256:00\nsize 3\n',
    });
    expect(findingsIn('m')).toEqual([
      'm/config.pbtxt note: 1/model.onnx is missing or a Git LFS pointer, so it was not compared with the text',
    ]);
  });

  test('of an ensemble without a version folder has a note, and its composing models may be missing', () => {
    write({ 'm/config.pbtxt': ensembleOf('absent') });
    expect(findingsIn('m')).toEqual([expect.stringMatching(/note: the ensemble has no version folder/)]);
    fs.mkdirSync('m/1');
    expect(findingsIn('m')).toEqual([]);
  });
});

describe('the check reports nothing about', () => {
  test('folders of editors and notebooks', () => {
    write({ 'm/config.pbtxt': PYTHON, 'm/1/model.py': 'x', 'm/.ipynb_checkpoints/config.pbtxt': '' });
    expect(findingsIn('m')).toEqual([]);
  });

  test('a model without a backend in its configuration, if the name of the model ends with the backend', () => {
    write({ 'model.dali/config.pbtxt': TENSORS, 'model.dali/1/model.dali': 'x' });
    expect(findingsIn('model.dali')).toEqual([]);
  });

  test('a precision that only the newest TensorRT ignores, if no release is selected', () => {
    const accelerator = '{ name: "tensorrt" parameters { key: "precision_mode" value: "FP16" } }';
    const optimization = `optimization { execution_accelerators { gpu_execution_accelerator ${accelerator} } }`;
    write({ 'config.pbtxt': `backend: "onnxruntime"\n${TENSORS}${optimization}` });
    expect(findingsIn('config.pbtxt')).toEqual([]);
    const { findings } = check(['config.pbtxt'], { backendRules: true, tritonRelease: '26.08' });
    expect(findings).toMatchObject([{ ruleId: 'onnx.strong-typing' }]);
  });
});

describe('a repository', () => {
  describe('of the ONNX Runtime backend with only inputs or only outputs', () => {
    // Triton then sets max_batch_size if the graph accepts batches. A model of this library lists both.
    const input = (dims: string) =>
      ['token_ids', 'attn_mask']
        .map((name) => `input { name: "${name}" data_type: TYPE_INT32 dims: ${dims} }`)
        .join(' ');
    const output = (dims: string) => `output { name: "logits" data_type: TYPE_FP32 dims: ${dims} }`;

    function messages(text: string, file = 'text.onnx'): string[] {
      write({ 'm/config.pbtxt': `backend: "onnxruntime" ${text}`, 'm/1/model.onnx': '' });
      fs.copyFileSync(fixture(file), 'm/1/model.onnx');
      return check(['m'], { backendRules: true }).findings.map(({ ruleId, message }) => `${ruleId}: ${message}`);
    }

    test('must not list the batch dimension', () => {
      expect(messages(output('[ -1, 2 ]'))).toEqual([
        "onnx.io-dims: got [-1, 2] for 'logits'; allowed: [2] after the batch dimension, as in the graph of 1/model.onnx: Triton sets max_batch_size, " +
          'because the configuration lists outputs but no inputs; list both, or leave out the first dimension',
      ]);
      expect(messages(input('[ -1, 8 ]'))).toEqual([
        expect.stringMatching(/got \[-1, 8\] for 'token_ids'; .* lists inputs but no outputs; list both/),
        expect.stringMatching(/got \[-1, 8\] for 'attn_mask'/),
      ]);
    });

    test('is accepted without the batch dimension, with both lists, and if the graph accepts no batches', () => {
      expect(messages(input('[ 8 ]'))).toEqual([]);
      expect(messages(output('[ 2 ]'))).toEqual([]);
      expect(messages(`${input('[ -1, 8 ]')} ${output('[ -1, 2 ]')}`)).toEqual([]);
      expect(messages(input('[ 1, 8 ]'), 'text-fixed-batch.onnx')).toEqual([]);
    });
  });

  test('is checked for missing models of ensembles, and a composing model needs no configuration', () => {
    write({
      'models/good/config.pbtxt': ensembleOf('member'),
      'models/bad/config.pbtxt': ensembleOf('absent'),
      'models/member/1/model.onnx': fs.readFileSync(
        path.join(previousFolder, 'test/model/fixtures/text.onnx'),
        'latin1',
      ),
    });
    expect(findingsIn('models').filter((line) => line.includes('ens.'))).toEqual([
      'models/bad/config.pbtxt:5:10 error ens.step-exists',
    ]);
  });

  test('below the checked folder has only a warning about a missing composing model, because the server may load further models', () => {
    write({
      'here/a/models/bad/config.pbtxt': ensembleOf('absent'),
      'here/a/models/bad/1/.gitkeep': '',
      'here/node_modules/b/m/config.pbtxt': 'oops',
    });
    expect(findingsIn('here')).toEqual(['here/a/models/bad/config.pbtxt:5:10 warning ens.step-exists']);
  });

  test('must have models with the names of their folders, including ensembles without a version folder', () => {
    const files = { 'models/e/config.pbtxt': `name: "other"\n${ensembleOf('m')}`, 'models/m/config.pbtxt': PYTHON };
    write(files);
    expect(findingsIn('models').filter((line) => line.includes('name.'))).toEqual([
      'models/e/config.pbtxt:1:1 warning name.directory', // a script may still rename the folder
    ]);
    write({ 'models/m/1/model.py': 'x' });
    expect(findingsIn('models')).toContain('models/e/config.pbtxt:1:1 error name.directory');
  });

  test('has a finding or a note about each folder that Triton cannot load', () => {
    write({ 'models/m/config.pbtxt': PYTHON, 'models/m/1/model.py': 'x', 'models/docs/page.md': 'x' });
    write({ 'models/unknown/1/weights.bin': 'x' });
    expect(findingsIn('models')).toEqual([
      'models/unknown:undefined:undefined error backend.required',
      'models/docs note: the folder has neither a config.pbtxt nor a version folder; a server that loads all of this repository would end with an error',
    ]);
    // If the repository is below the given folder, folders next to the models may contain anything.
    expect(findingsIn('.').filter((line) => line.includes('docs'))).toEqual([]);
  });

  test('has a finding about an ensemble step whose model version has no folder', () => {
    write({
      'models/e/config.pbtxt': ensembleOf('member', 7),
      'models/e/1/.gitkeep': '',
      'models/member/config.pbtxt': `backend: "python"\n${TENSORS}`,
      'models/member/1/model.py': 'x',
    });
    expect(findingsIn('models')).toEqual(['models/e/config.pbtxt:5:31 error ens.step-version']);
    write({ 'models/member/7/model.py': 'x' });
    expect(findingsIn('models')).toEqual([]);
    fs.rmSync('models/member/1', { recursive: true });
    fs.rmSync('models/member/7', { recursive: true });
    write({ 'models/member/1/.gitkeep': '' }); // a checkout without the model files
    expect(findingsIn('models').filter((line) => line.includes('ens.'))).toEqual([]);
  });

  test('has only one finding about a composing model whose configuration cannot be parsed', () => {
    write({ 'models/e/config.pbtxt': ensembleOf('member'), 'models/member/config.pbtxt': 'oops' });
    fs.mkdirSync('models/e/1');
    expect(findingsIn('models')).toEqual(['models/member/config.pbtxt:1:1 error parse.text-proto']);
  });
});

test('a link to a parent folder does not cause duplicate findings', () => {
  write({ 'models/m/config.pbtxt': LARGE_BATCH, 'models/m/1/model.py': 'x' });
  fs.symlinkSync('..', 'models/m/up');
  expect(findingsIn('models').filter((line) => line.includes('dyn.'))).toEqual([
    'models/m/config.pbtxt:7:5 error dyn.preferred-max',
  ]);
});

describe('an output format', () => {
  const result = () => {
    write({ 'models/a, b/config.pbtxt': LARGE_BATCH, 'models/c/config.pbtxt': PYTHON, 'models/c/1/model.py': 'x' });
    return check(['models'], {});
  };
  const message = 'preferred batch size 16 is above max_batch_size 8; use sizes from 1 to 8, or raise max_batch_size';
  const page = 'https://cdk-sagemaker-triton.github.io/cdk-sagemaker-triton/rules/dyn.preferred-max';

  test('text: prints a line for each finding, with the URL of the documentation of its rule, and a summary', () => {
    expect(renderText(result())).toBe(
      [
        `models/a, b/config.pbtxt:7:5: error: dynamic_batching.preferred_batch_size[1]: ${message} (${page})`,
        'models/a, b/config.pbtxt: note: the folder has no model file, so only the text was checked',
        '1 error and 0 warnings in 2 models',
      ].join('\n'),
    );
  });

  test('lists only the first findings and the number of omitted findings, except json, which lists all findings', () => {
    write({ 'models/m/config.pbtxt': `backend: "python"\n${'input { data_type: TYPE_FP32 dims: 1 }\n'.repeat(50)}` });
    const longResult = check(['models'], {});
    const countIn = (rendered: string): number => rendered.match(/an input needs a name/g)?.length ?? 0;
    expect([renderText, renderGitHub, renderJson].map((render) => countIn(render(longResult)))).toEqual([20, 20, 50]);
    expect(countIn(renderSarif(longResult, '1.2.3'))).toBe(20);
    expect(renderSarif(longResult, '1.2.3')).toContain('"text": "input[…].name: … and 30 more"');
    expect(renderText(longResult)).toContain('models/m/config.pbtxt: error: input[…].name: … and 30 more (http');
    expect(renderGitHub(longResult)).toMatch(
      /::error file=models\/m\/config\.pbtxt,title=io\.name::input\[…\]\.name: … and 30 more/,
    );
    expect(renderText(longResult)).toMatch(/50 errors and \d+ warnings in 1 model$/);
  });

  test('json: contains the data of findings and notes', () => {
    expect(JSON.parse(renderJson(result()))).toMatchObject({
      models: 2,
      findings: [{ file: 'models/a, b/config.pbtxt', line: 7, column: 5, severity: 'error', message, page }],
      notes: [{ file: 'models/a, b/config.pbtxt' }],
    });
  });

  test('github: prints workflow commands with escaped separators', () => {
    const [finding, note] = renderGitHub(result()).split('\n');
    expect(finding).toMatch(
      /^::error file=models\/a%2C b\/config\.pbtxt,line=7,col=5,title=dyn\.preferred-max::dynamic_batching/,
    );
    expect(note).toMatch(/^::notice file=models\/a%2C b\/config\.pbtxt::the folder has no model file/);
  });

  test.each([renderText, renderGitHub])('$name: a name with a line break adds no line', (render) => {
    write({ 'models/a\n::error::b/config.pbtxt': LARGE_BATCH });
    expect(render(check(['models'], {})).split('\n')).toHaveLength(3);
  });

  /** The numbers in comments are sections of the SARIF 2.1.0 specification. */
  test('sarif: contains all required members, and the position of the finding', () => {
    const log = JSON.parse(renderSarif(result(), '1.2.3'));
    expect(log.version).toBe('2.1.0'); // 3.13.2
    const [run] = log.runs; // 3.13.4
    const { driver } = run.tool; // 3.14.6, 3.18.2
    expect(driver).toMatchObject({ name: 'triton-check', version: '1.2.3' }); // 3.19.8
    expect(driver.rules).toMatchObject([{ id: 'dyn.preferred-max', helpUri: page }]); // 3.49.3
    expect(run.invocations).toMatchObject([{ executionSuccessful: true }]); // 3.20.14
    expect(run.results).toEqual([
      {
        ruleId: 'dyn.preferred-max', // 3.27.5
        ruleIndex: 0, // 3.27.6: of tool.driver.rules
        level: 'error', // 3.27.10: none, note, warning or error
        message: { text: `dynamic_batching.preferred_batch_size[1]: ${message}` }, // 3.27.11
        locations: [
          {
            physicalLocation: {
              artifactLocation: { uri: 'models/a%2C%20b/config.pbtxt' }, // 3.4.3: a valid URI
              region: { startLine: 7, startColumn: 5 }, // 3.30: numbers from 1
            },
          },
        ],
      },
    ]);
  });
});

describe('the command', () => {
  /** Runs the command. Returns the exit status and the output. */
  async function run(...args: string[]): Promise<{ status: unknown; output: string }> {
    const lines: string[] = [];
    const spies = (['log', 'error'] as const).map((name) =>
      jest.spyOn(console, name).mockImplementation((...[line]) => void lines.push(line)),
    );
    const previousStatus = process.exitCode;
    try {
      await checkCommand('check')
        .exitOverride()
        .configureOutput({ writeErr: (text) => lines.push(text) })
        .parseAsync(args, { from: 'user' });
      return { status: process.exitCode, output: lines.join('\n') };
    } finally {
      process.exitCode = previousStatus;
      spies.forEach((spy) => spy.mockRestore());
    }
  }

  test('exits with 1 if there are errors, 0 if there are only warnings, and 2 if nothing could be checked', async () => {
    write({ 'bad.pbtxt': LARGE_BATCH, 'warned.pbtxt': TENSORS, 'empty/README.md': '' });
    expect(await run('bad.pbtxt', 'warned.pbtxt')).toMatchObject({
      status: 1,
      output: expect.stringContaining('1 error and 1 warning in 2 models for Triton 26.08'),
    });
    expect(await run('warned.pbtxt')).toMatchObject({ status: 0 });
    expect(await run('empty')).toEqual({
      status: 2,
      output: 'error: empty has no config.pbtxt, nor has any folder below it',
    });
    expect(await run('nowhere')).toEqual({ status: 2, output: 'error: nowhere does not exist' });
  });

  test('notes what is inferred for a model folder without a config.pbtxt', async () => {
    write({ 'model/labels.txt': '', 'model/1/model.onnx': '' });
    fs.copyFileSync(fixture('text.onnx'), 'model/1/model.onnx');
    expect(await run('model')).toEqual({
      status: 0,
      output: expect.stringMatching(
        /^model: note: the folder has no config\.pbtxt; with TritonModel\.fromDirectory, model 'model': read from model \(model file model\.onnx\): backend onnxruntime; maxBatchSize 4 .*; inputs 'token_ids', 'attn_mask'; outputs 'logits'\n0 errors and 0 warnings in 1 model for Triton 26\.08$/,
      ),
    });
  });

  test.each([
    ['1/net.onnx', 1, /warning: backend: .*; TritonModel\.fromDirectory sets it/],
    ['net.onnx', 1, /note: .*model file net\.onnx.*backend onnxruntime/],
  ])('a folder with %s, which the library accepts, has no errors', async (file, models, line) => {
    write({ [`net/${file}`]: '' });
    fs.copyFileSync(fixture('text.onnx'), `net/${file}`);
    const { status, output } = await run('net');
    expect(output).toMatch(line);
    expect([status, output]).toEqual([0, expect.stringMatching(`0 errors and \\d warnings? in ${models} model`)]);
  });

  test('a model file is not a configuration', async () => {
    write({ 'bert.onnx': '\b\u0009' });
    expect((await run('bert.onnx')).output).toContain('this is a binary file; allowed: the text of a config.pbtxt, or');
  });

  test('if one path cannot be checked, still checks the other paths, and exits with 2', async () => {
    write({ 'bad.pbtxt': LARGE_BATCH, 'empty/README.md': '' });
    expect(await run('empty', 'bad.pbtxt')).toEqual({
      status: 2,
      output: expect.stringMatching(
        /bad\.pbtxt:.* error: .*\nerror: empty has no config\.pbtxt.*\n1 error and 0 warnings in 1 model for Triton 26\.08$/,
      ),
    });
  });

  test('reports paths that could not be checked in each format', async () => {
    const printed = async (format: string): Promise<string> => (await run('nowhere', '--format', format)).output;
    const failure = { file: 'nowhere', message: 'nowhere does not exist' };
    expect(JSON.parse(await printed('json'))).toEqual({
      models: 0,
      release: '26.08',
      findings: [],
      notes: [],
      failures: [failure],
    });
    expect(JSON.parse(await printed('sarif')).runs[0].invocations).toMatchObject([
      {
        executionSuccessful: false,
        toolExecutionNotifications: [{ level: 'error', message: { text: failure.message } }],
      },
    ]);
    expect(await printed('github')).toBe('::error file=nowhere::nowhere does not exist');
  });

  test('writes SARIF to a file, unless a path could not be checked', async () => {
    write({ 'bad.pbtxt': LARGE_BATCH });
    const { output } = await run('bad.pbtxt', '--sarif-file', 'check.sarif');
    expect(output).toMatch(/^bad\.pbtxt:7:5: error: /);
    expect(JSON.parse(fs.readFileSync('check.sarif', 'utf8')).runs[0].results).toHaveLength(1);
    expect(await run('nowhere', '--sarif-file', 'other.sarif')).toMatchObject({ status: 2 });
    expect(fs.existsSync('other.sarif')).toBe(false);
  });

  test('applies the rules of a release, of an instance type, and of a number of GPUs', async () => {
    const metrics = 'model_metrics { }';
    write({ 'c.pbtxt': `${PYTHON}${metrics}\ninstance_group { kind: KIND_GPU gpus: 1 }` });
    expect((await run('c.pbtxt')).output).not.toContain('ig.gpu-id');
    expect((await run('c.pbtxt', '--release', '24.09')).output).toContain('24.09');
    expect((await run('c.pbtxt', '--gpu-count', '1')).output).toContain('error: instance_group[0].gpus[0]: gpu 1');
    expect((await run('c.pbtxt', '--instance-type', 'ml.g5.xlarge')).output).toContain('gpu 1 does not exist');
    expect((await run('c.pbtxt', '--instance-type', 'ml.g5.12xlarge')).status).toBe(0);
    expect((await run('c.pbtxt', '--instance-type', 'ml.c6i.large')).output).toContain('there is no GPU');
  });

  test('judges by the default release of an endpoint, with the packages of its image, as synthesis does', async () => {
    write({
      'm/config.pbtxt': PYTHON,
      'm/1/model.py': 'import pandas\nclass TritonPythonModel:\n    def execute(self, requests):\n        return []\n',
    });
    const options = ['m', '--instance-type', 'ml.g5.xlarge'];
    const { output } = await run(...options);
    expect(output).toMatch(/pandas.*\/py\.import\)/);
    expect(output).toContain(` in 1 model for Triton ${DEFAULT_TRITON_RELEASE}`);
    expect((await run(...options, '--release', '25.09')).output).toContain(' in 1 model for Triton 25.09');
    const newest = (await run('m')).output;
    expect(newest).toMatch(/^0 errors and 0 warnings in 1 model for Triton 26\.08$/);

    const model = TritonModel.fromDirectory('m');
    const synthesized = model.validate({ tritonRelease: DEFAULT_TRITON_RELEASE, instanceType: InstanceType.G5_XLARGE });
    const json = JSON.parse((await run(...options, '--format', 'json')).output);
    expect(json.release).toBe(DEFAULT_TRITON_RELEASE);
    expect(json.findings.map(({ ruleId }: { ruleId: string }) => ruleId)).toEqual(
      synthesized.map(({ ruleId }) => ruleId),
    );
  });

  test.each([
    ['--release', '2409'],
    ['--release', '99.99'],
    ['--instance-type', 'g5.xlarge'],
    ['--instance-type', 'ml.g5.xlrge'],
    ['--gpu-count', '-1'],
    ['--format', 'xml'],
  ])('rejects %s %s', async (option, value) => {
    await expect(run('.', option, value)).rejects.toThrow(option);
  });
});

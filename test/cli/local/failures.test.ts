import * as fs from 'node:fs';
import * as path from 'node:path';
import { AssemblyAssets } from '../../../cli/assembly/assets';
import type { LocalVariant } from '../../../cli/local/local-variants';
import { describeExit } from '../../../cli/local/exit-reason';
import { describeFailure } from '../../../cli/local/describe-failure';
import { NotRunError, notRunReason, VariantOutcome, withSkippedModels } from '../../../cli/local/outcome';
import { renderSummary, VariantReport } from '../../../cli/local/report';
import { SmokeTestFiles } from '../../../cli/local/smoke-test-files';
import { folderWith } from '../../model/folders';

let folder: string;
beforeEach(() => (folder = folderWith({})));

function writeFile(name: string, content: string): string {
  const filePath = path.join(folder, name);
  fs.mkdirSync(path.dirname(filePath), { recursive: true });
  fs.writeFileSync(filePath, content);
  return filePath;
}

test.each<[string, Parameters<typeof describeExit>, string]>([
  ['without a signal', [3, null], 'it ended with status 3'],
  ['by a signal', [null, 'SIGTERM'], 'it was ended by the signal SIGTERM'],
  ['by a signal, which the launcher reports as an exit status', [139, null], 'it was ended by the signal SIGSEGV'],
  [
    'perhaps by the kernel',
    [137, null],
    'it was ended by the signal SIGKILL, which the kernel sends when the memory of the host is exhausted',
  ],
])('the exit of a server is described if it ended %s', (_, exit, sentence) => {
  expect(describeExit(...exit)).toBe(sentence);
});

describe('the reason for a failed run', () => {
  const variant = { networkIsolation: false } as LocalVariant;
  const AWS_IMAGE = 'account.dkr.ecr.us-east-1.amazonaws.com/sagemaker-tritonserver:26.05-py3';
  const messageWithout = (module: string): string =>
    `ModuleNotFoundError: No module named ${module}\nAt:\n  /x/model.py(1): <module>`;
  const outcomeWithout = (module: string, image = AWS_IMAGE, text = messageWithout(module)): { outcome: string } =>
    describeFailure(new Error(text), { network: false, variant: { ...variant, image } as LocalVariant });
  const reasonFor = (error: Error, network = false, isolated = false): { outcome: string; reason: string } =>
    describeFailure(error, { network, variant: { ...variant, networkIsolation: isolated } });

  test('is the text after NOT RUN in the log of a program that runs models', () => {
    const log =
      '"ERROR: Failed to create instance: RuntimeError: NOT RUN: torch 1.13 is older\\n\\n\\nAt:\\n /x/model.py(3)"';
    expect(notRunReason(log)).toBe('torch 1.13 is older');
    expect(reasonFor(new Error(log))).toEqual({ outcome: 'NOT RUN', reason: 'torch 1.13 is older' });
    expect(reasonFor(new NotRunError('no archive'))).toEqual({ outcome: 'NOT RUN', reason: 'no archive' });
  });

  test('is a module that the image contains and this host lacks', () => {
    expect(outcomeWithout("'pydantic'")).toEqual({
      outcome: 'NOT RUN',
      reason: expect.stringMatching(
        /^the image contains the Python module pydantic, which the Python of this run lacks; install it there: \S+python -m pip install/,
      ),
    });
    const escaped = String.raw`{"error":"ModuleNotFoundError: No module named 'pydantic'\n\nAt:\n  /x/model.py(1)"}`;
    expect(outcomeWithout('', AWS_IMAGE, escaped)).toMatchObject({ outcome: 'NOT RUN' });
  });

  test.each(['cv2', '_helpers', 'tomllib', 'formatter', 'winreg', 'numpy.nonexistent'])(
    'is not a missing module that the image also lacks (%s)',
    (module) => {
      const image = AWS_IMAGE.replace('26.05', '24.09');
      expect(outcomeWithout(`'${module}'`, image)).toMatchObject({ outcome: 'FAILED' });
    },
  );

  test('is not a module that the model hides, that an image of the user contains, or whose absence the model handles', () => {
    const handled = "ModuleNotFoundError: No module named 'pydantic'\nValueError: no weights\n\nAt:\n  /x/model.py(3)";
    const outcomes = [
      outcomeWithout("'numpy.linalg'; 'numpy' is not a package"),
      outcomeWithout("'numpy'; 'numpy' is not a package"),
      outcomeWithout("'pydantic'", 'myimage:latest'),
      outcomeWithout('', AWS_IMAGE, handled),
      outcomeWithout("'pydantic'", AWS_IMAGE, `${messageWithout("'pydantic'")}\n${handled}`),
    ];
    expect(outcomes.map(({ outcome }) => outcome)).toEqual(Array(5).fill('FAILED'));
  });

  test('is the missing GPU of this host, if the endpoint has GPUs', () => {
    for (const message of [
      'AssertionError: Torch not compiled with CUDA enabled',
      'RuntimeError: Found no NVIDIA driver on your system.',
      "RuntimeError: Could not run 'aten::empty' with arguments from the 'CUDA' backend.",
      'CUDARuntimeError: cudaErrorNoDevice: no CUDA-capable device is detected',
    ]) {
      const error = new Error(`Failed to create instance:\n${message}\nAt:\n  /x/model.py(3): initialize`);
      const outcomeOn = (onCpu: boolean): { outcome: string; reason: string } =>
        describeFailure(error, { network: false, variant: { ...variant, image: AWS_IMAGE, onCpu } });
      expect(outcomeOn(false)).toEqual({
        outcome: 'NOT RUN',
        reason: `the model requires a GPU, which the endpoint has and this host lacks: ${message}`,
      });
      expect(outcomeOn(true).outcome).toBe('FAILED');
    }
  });

  test('is the missing disk space if the disk is full', () => {
    const { outcome, reason } = reasonFor(Object.assign(new Error('ENOSPC: write'), { code: 'ENOSPC' }));
    expect([outcome, reason]).toEqual(['NOT RUN', expect.stringMatching(/^there is no space left .*TMPDIR/)]);
  });

  test('mentions the private network if a download fails, unless the model uses the network of the host', () => {
    const error = new Error('<urlopen error [Errno -3] Temporary failure in name resolution>');
    expect(reasonFor(error).reason).toContain('--network gives it the network of this host');
    expect(reasonFor(error, true).reason).toBe(error.message);
    expect(reasonFor(error, false, true).reason).toContain('as on the endpoint, whose models have network isolation');
    expect(reasonFor(new Error('no weights')).reason).toBe('no weights');
  });
});

test('the last line of the output contains the number of variants with each outcome', () => {
  const reports = ['PASSED', 'NOT EXECUTED', 'PASSED', 'FAILED'].map((outcome) => ({ outcome }) as VariantReport);
  expect(renderSummary(reports)).toBe('2 passed, 1 not executed, 1 failed, 0 not tested, 0 not run');
});

describe('a model that a stand-in replaces', () => {
  const skippedModels = { models: 2, notRun: [], notExecuted: ['plan was not executed'] };

  test('does not hide that the other models passed', () => {
    expect(withSkippedModels('PASSED', '2 of 2 responses are correct', skippedModels)).toEqual({
      outcome: 'NOT EXECUTED',
      reason: '1 of 2 models passed. plan was not executed',
    });
  });

  test.each<[VariantOutcome, string, VariantOutcome]>([
    ['NOT TESTED', 'NOT TESTED: the model rejects zeros', 'NOT TESTED'],
    ['PASSED', '1 of 1 responses are correct. NOT TESTED: the model rejects zeros', 'NOT EXECUTED'],
    ['FAILED', 'the response is wrong', 'FAILED'],
  ])('does not hide that the outcome of the other models is %s (%s)', (outcome, reason, expected) => {
    expect(withSkippedModels(outcome, reason, skippedModels)).toEqual({
      outcome: expected,
      reason: `${reason}. plan was not executed`,
    });
  });
});

test('expected responses are removed only from models that a stand-in replaces', () => {
  const model = (name: string): object => ({
    name,
    maxBatchSize: 0,
    inputs: [],
    outputs: [],
    targetModel: `${name}.tar.gz`,
  });
  const example = { request: { inputs: [] }, response: { outputs: [] }, absoluteTolerance: 0, relativeTolerance: 0 };
  const plan = { models: [model('onnx'), model('plan')], examples: { onnx: [example], plan: [example] } };
  const assets = new AssemblyAssets(folder);
  assets.add('assets/plan.json', writeFile('plan.json', JSON.stringify(plan)));
  const smokeTest = { PlanBucket: 'assets', PlanKey: 'plan.json', Spec: '{"models":[]}' };
  const tests = new SmokeTestFiles({ smokeTest } as unknown as LocalVariant, assets);
  const changedPlan = tests.adaptFile(JSON.stringify(plan), {
    isReplacedByStandIn: ({ name }) => name === 'plan',
    isSkipped: () => false,
  });
  expect(JSON.parse(changedPlan).examples).toEqual({ onnx: [example], plan: [{ ...example, response: undefined }] });
});

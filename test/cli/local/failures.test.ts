import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import { AssemblyFiles } from '../../../cli/assembly-files';
import type { LocalVariant } from '../../../cli/local/assembly';
import { describeExit, oomKills } from '../../../cli/local/exit-reason';
import { describeFailure } from '../../../cli/local/failure';
import { NotRun, notRunReason, Outcome, withModelsAside } from '../../../cli/local/outcome';
import { pythonFindings } from '../../../cli/local/python-findings';
import { renderSummary, VariantReport } from '../../../cli/local/report';
import { TestFiles } from '../../../cli/local/test-files';

let folder: string;
beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'failures-'));
});
afterEach(() => fs.rmSync(folder, { recursive: true }));

function file(name: string, content: string): string {
  const written = path.join(folder, name);
  fs.mkdirSync(path.dirname(written), { recursive: true });
  fs.writeFileSync(written, content);
  return written;
}

describe('how a server ended', () => {
  test.each<[string, Parameters<typeof describeExit>, string]>([
    ['by itself', [3, null, 0, 0], 'it ended with status 3'],
    ['by a signal', [null, 'SIGTERM', 0, 0], 'it was ended by the signal SIGTERM'],
    ['by a signal that the launcher passes on', [139, null, 0, 0], 'it was ended by the signal SIGSEGV'],
    [
      'by the kernel, which has no memory left',
      [137, null, 4, 5],
      'it was ended by the signal SIGKILL, since the kernel reports that this host was out of memory',
    ],
    [
      'by another signal while the kernel kills another process',
      [139, null, 4, 5],
      'it was ended by the signal SIGSEGV',
    ],
    [
      'by SIGKILL, where the kernel says nothing',
      [137, null, undefined, undefined],
      'it was ended by the signal SIGKILL',
    ],
  ])('%s', (_, exit, words) => {
    expect(describeExit(...exit)).toBe(words);
  });

  test("the kernel's count of processes that it killed", () => {
    expect(oomKills(file('vmstat', 'pgfault 12\noom_kill 7\npgfree 3\n'))).toBe(7);
    expect(oomKills(file('vmstat', 'pgfault 12\n'))).toBeUndefined();
    expect(oomKills(path.join(folder, 'nothing'))).toBeUndefined();
  });
});

describe('what ended a run', () => {
  const variant = { networkIsolation: false } as LocalVariant;
  const of = (error: Error, network = false, isolated = false): { outcome: string; reason: string } =>
    describeFailure(error, { network, variant: { ...variant, networkIsolation: isolated } });

  test('a program that runs models says that this machine is the reason, in a line of the log', () => {
    const log =
      '"ERROR: Failed to create instance: RuntimeError: NOT RUN: torch 1.13 is older\\n\\n\\nAt:\\n /x/model.py(3)"';
    expect(notRunReason(log)).toBe('torch 1.13 is older');
    expect(of(new Error(log))).toEqual({ outcome: 'NOT RUN', reason: 'torch 1.13 is older' });
    expect(of(new NotRun('no archive'))).toEqual({ outcome: 'NOT RUN', reason: 'no archive' });
  });

  test('a full disk is the reason of this machine, too', () => {
    const { outcome, reason } = of(Object.assign(new Error('ENOSPC: write'), { code: 'ENOSPC' }));
    expect([outcome, reason]).toEqual(['NOT RUN', expect.stringMatching(/^there is no space left .*TMPDIR/)]);
  });

  test('a model that cannot download names the private network, unless it has the network of the machine', () => {
    const error = new Error('<urlopen error [Errno -3] Temporary failure in name resolution>');
    expect(of(error).reason).toContain('--network gives it the network of this host');
    expect(of(error, true).reason).toBe(error.message);
    expect(of(error, false, true).reason).toContain('as on the endpoint, whose models have network isolation');
    expect(of(new Error('no weights')).reason).toBe('no weights');
  });
});

test('the last line counts the variants of each outcome', () => {
  const reports = ['PASSED', 'NOT EXECUTED', 'PASSED', 'FAILED'].map((outcome) => ({ outcome }) as VariantReport);
  expect(renderSummary(reports)).toBe('2 passed, 1 not executed, 1 failed, 0 not tested, 0 not run');
});

describe('a model that a stand-in serves', () => {
  const aside = { models: 2, notRun: [], notExecuted: ['plan was not executed'] };

  test('leaves the others as passed', () => {
    expect(withModelsAside('PASSED', '2 of 2 responses are correct', aside)).toEqual({
      outcome: 'NOT EXECUTED',
      reason: '1 of 2 models passed. plan was not executed',
    });
  });

  test.each<[Outcome, string, Outcome]>([
    ['NOT TESTED', 'NOT TESTED: the model rejects zeros', 'NOT TESTED'],
    ['PASSED', '1 of 1 responses are correct. NOT TESTED: the model rejects zeros', 'NOT EXECUTED'],
    ['FAILED', 'the response is wrong', 'FAILED'],
  ])('does not hide that others are %s (%s)', (outcome, reason, expected) => {
    expect(withModelsAside(outcome, reason, aside)).toEqual({
      outcome: expected,
      reason: `${reason}. plan was not executed`,
    });
  });
});

test('expected values are taken away only from the models that stand-ins answer for', () => {
  const model = (name: string): object => ({
    name,
    maxBatchSize: 0,
    inputs: [],
    outputs: [],
    targetModel: `${name}.tar.gz`,
  });
  const example = { request: { inputs: [] }, response: { outputs: [] }, absoluteTolerance: 0, relativeTolerance: 0 };
  const plan = { models: [model('onnx'), model('plan')], examples: { onnx: [example], plan: [example] } };
  const objects = new AssemblyFiles([folder]);
  objects.add('assets/plan.json', file('plan.json', JSON.stringify(plan)));
  const smokeTest = { PlanBucket: 'assets', PlanKey: 'plan.json', Spec: '{"models":[]}' };
  const tests = new TestFiles({ smokeTest } as unknown as LocalVariant, objects);
  const changed = tests.changedFile(JSON.stringify(plan), {
    standsIn: ({ name }) => name === 'plan',
    leftOut: () => false,
    completed: (each) => each,
  });
  expect(JSON.parse(changed).examples).toEqual({ onnx: [example], plan: [{ ...example, response: undefined }] });
});

describe('what synth says of the Python of a model is said here, too', () => {
  const variant = { image: 'account.dkr.ecr.us-east-1.amazonaws.com/sagemaker-tritonserver:24.09-py3' } as LocalVariant;
  const findings = (environment: string): [string, string][] => {
    const parameter = `parameters { key: "EXECUTION_ENV_PATH" value { string_value: "${environment}" } }`;
    file('model/config.pbtxt', `backend: "python"\n${parameter}\n`);
    file('model/1/model.py', 'class TritonPythonModel: pass\n');
    const models = [{ name: 'model', backend: 'python', standIn: false }];
    return pythonFindings(folder, models, variant).map(({ severity, ruleId }) => [severity, ruleId]);
  };

  test('an environment that is not in the folder is an error, which the container would have', () => {
    expect(findings('$$TRITON_MODEL_DIRECTORY/env.tar.gz')).toEqual([['error', 'py.env-path']]);
  });

  test('one that may be in the image is a difference', () => {
    expect(findings('/opt/env.tar.gz')).toEqual([['warning', 'py.env-path']]);
  });
});

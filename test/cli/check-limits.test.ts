import * as fs from 'node:fs';
import * as path from 'node:path';
import { check } from '../../cli/check/check';
import { renderGitHub } from '../../cli/check/formats/github';
import { renderSarif } from '../../cli/check/formats/sarif';
import { renderText } from '../../cli/check/formats/text';
import { LimitName, LIMITS, withLimits } from '../../lib/findings/limits';
import { readPackedEnvironment } from '../../lib/model/folder/readers/python-environment';
import { contentOf, folderWith } from '../model/folders';
import { archiveOf } from '../model/python-environment-files';
import { REPOSITORIES } from '../proofs/hostile/repositories';

const TENSORS = `input { name: "x" data_type: TYPE_FP32 dims: 4 }\noutput { name: "y" data_type: TYPE_FP32 dims: 4 }\n`;
const PYTHON = `backend: "python"\nmax_batch_size: 8\n${TENSORS}`;
const MODEL = { 'm/config.pbtxt': PYTHON, 'm/1/model.py': 'class TritonPythonModel: pass' };
const ONNX = { 'm/config.pbtxt': 'platform: "onnxruntime_onnx"', 'm/1/model.onnx': contentOf('text.onnx') };
const TORCHSCRIPT = {
  'm/config.pbtxt': `platform: "pytorch_libtorch"\n${TENSORS}`,
  'm/1/model.pt': contentOf('text.pt'),
};
const LOCK = JSON.stringify({ files: [{ path: '1/model.py', bytes: 1, sha256: 'a'.repeat(64) }] });

/** Checks a folder with the limits. Returns the notes about exceeded limits. */
function notesAboutLimits(folder: string, limits: Partial<Record<LimitName, number>>): string[] {
  const { notes, failures } = withLimits(limits, () => check([folder], { backendRules: true, tritonRelease: '25.03' }));
  expect(failures).toEqual([]);
  return notes.filter(({ overLimit }) => overLimit).map(({ message }) => message);
}

test.each<[LimitName, number, Record<string, string | Buffer>]>([
  ['entries', 1, { 'a/1': '', 'b/1': '', ...MODEL }],
  ['depth', 1, { 'a/b/c/d': '', ...MODEL }],
  ['modelEntries', 1, MODEL],
  ['modelDepth', 1, MODEL],
  ['onnxFields', 3, ONNX],
  ['onnxTensors', 1, ONNX],
  ['onnxDimensions', 0, ONNX],
  ['onnxTextBytes', 1, ONNX],
  ['onnxNamesBytes', 1, ONNX],
  ['zipDirectoryBytes', 1, TORCHSCRIPT],
  ['zipMemberBytes', 1, TORCHSCRIPT],
  ['arguments', 0, TORCHSCRIPT],
  ['pythonBytes', 1, MODEL],
  ['stubBytes', 1, { ...MODEL, 'm/triton_python_backend_stub': 'stub' }],
  ['lockBytes', 1, { ...MODEL, 'm/triton-model.lock': LOCK }],
  ['lockFiles', 0, { ...MODEL, 'm/triton-model.lock': LOCK }],
])('if the limit %s is exceeded, a note reports what was not checked', (name, limit, files) => {
  const folder = folderWith(files);
  expect(notesAboutLimits(folder, {})).toEqual([]);
  const [note, ...others] = notesAboutLimits(folder, { [name]: limit });
  expect(others).toEqual([]);
  expect(note).toContain('not checked: ');
  expect(note).toContain(`${LIMITS[name].unit}; the limit of ${LIMITS[name].subject} is ${limit} (https://`);
});

test('if a model exceeds a limit, the other models are still checked, and the result has no failures', () => {
  const longConfig = `${PYTHON}#${'x'.repeat(LIMITS.configBytes.maximum)}`;
  const folder = folderWith({
    'long/config.pbtxt': longConfig,
    'wrong/config.pbtxt': 'backend: "python"\nmax_batch_size: -1',
  });
  const result = check([folder], {});
  expect(result.findings).toContainEqual(expect.objectContaining({ ruleId: 'batch.nonneg' }));
  expect(result.notes[0].overLimit).toBe(true);
  expect(result.failures).toEqual([]);
  expect(renderText(result)).toMatch(/long: note: not checked: .* bytes; .*\n1 part not checked because of limits/s);
  expect(renderGitHub(result)).toContain('::notice ');
  expect(JSON.parse(renderSarif(result, '1')).runs[0].invocations[0].toolExecutionNotifications[0].level).toBe('note');
});

test('listing the files of an archive causes an error after the time limit', () => {
  const file = path.join(folderWith({ 'env.tar': archiveOf('bin/activate') }), 'env.tar');
  expect(() => withLimits({ listingSeconds: 0 }, () => readPackedEnvironment(file))).toThrow(/seconds to list/);
});

test('a link to a folder outside the checked folder is not followed, and a note reports the link', () => {
  const folder = folderWith(MODEL);
  fs.symlinkSync('/', path.join(folder, 'root'));
  const { notes, models } = check([folder], {});
  expect(models).toBe(1);
  expect(notes[0].message).toBe(
    `${folder}/root links to a folder outside ${folder}, which was not checked; pass that folder itself`,
  );
});

test('a file name that is not UTF-8 causes a finding', () => {
  const folder = folderWith(MODEL);
  fs.writeFileSync(Buffer.concat([Buffer.from(`${folder}/m/1/caf`), Buffer.from([0xe9])]), '');
  const { findings, failures } = check([folder], {});
  expect(failures).toEqual([]);
  expect(findings).toMatchObject([
    { ruleId: 'files.link', message: expect.stringMatching(/a name that is not UTF-8 text/) },
  ]);
});

test('the check lists only the first findings of a rule, and the number of omitted findings', () => {
  const folder = folderWith({});
  REPOSITORIES['100,000 preferred batch sizes'](folder);
  const { findings } = withLimits({ ruleFindings: 5 }, () => check([folder], {}));
  const matching = findings.filter(({ ruleId }) => ruleId === 'dyn.preferred-max');
  expect(matching).toHaveLength(6);
  expect(matching[5].message).toBe('99986 more findings are not listed');
});

import * as fs from 'node:fs';
import * as path from 'node:path';
import { check } from '../../cli/check/check';
import { renderGitHub } from '../../cli/check/formats/github';
import { renderSarif } from '../../cli/check/formats/sarif';
import { renderText } from '../../cli/check/formats/text';
import { LimitName, LIMITS, LIMITS_OF_CHECK, withLimits } from '../../lib/findings/limits';
import { readPackedEnvironment } from '../../lib/model/readers/python-environment';
import { contentOf, folderWith } from '../model/folders';
import { HOSTILE } from './hostile/inputs';

const TENSORS = `input { name: "x" data_type: TYPE_FP32 dims: 4 }\noutput { name: "y" data_type: TYPE_FP32 dims: 4 }\n`;
const PYTHON = `backend: "python"\nmax_batch_size: 8\n${TENSORS}`;
const MODEL = { 'm/config.pbtxt': PYTHON, 'm/1/model.py': 'class TritonPythonModel: pass' };
const ONNX = { 'm/config.pbtxt': 'platform: "onnxruntime_onnx"', 'm/1/model.onnx': contentOf('text.onnx') };
const SCRIPT = { 'm/config.pbtxt': `platform: "pytorch_libtorch"\n${TENSORS}`, 'm/1/model.pt': contentOf('text.pt') };
const LOCK = JSON.stringify({ files: [{ path: '1/model.py', bytes: 1, sha256: 'a'.repeat(64) }] });

/** The notes about limits in a folder. */
function unchecked(folder: string, limits: Partial<Record<LimitName, number>>): string[] {
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
  ['zipDirectoryBytes', 1, SCRIPT],
  ['zipMemberBytes', 1, SCRIPT],
  ['arguments', 0, SCRIPT],
  ['pythonBytes', 1, MODEL],
  ['stubBytes', 1, { ...MODEL, 'm/triton_python_backend_stub': 'stub' }],
  ['lockBytes', 1, { ...MODEL, 'm/triton-model.lock': LOCK }],
  ['lockFiles', 0, { ...MODEL, 'm/triton-model.lock': LOCK }],
])('more than the limit %s is not checked, which a note says', (name, most, files) => {
  const folder = folderWith(files);
  expect(unchecked(folder, {})).toEqual([]);
  const [note, ...others] = unchecked(folder, { [name]: most });
  expect(others).toEqual([]);
  expect(note).toContain('not checked: ');
  expect(note).toContain(`${LIMITS[name].unit}; the limit of ${LIMITS[name].subject} is ${most} (https://`);
});

test('a model beyond a limit leaves the others checked, and does not change the exit status', () => {
  const long = `${PYTHON}#${'x'.repeat(LIMITS_OF_CHECK.configBytes)}`;
  const folder = folderWith({
    'long/config.pbtxt': long,
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

test('an archive is listed as long as time is left', () => {
  const file = path.join(folderWith({ 'env.tar': Buffer.alloc(1024) }), 'env.tar');
  expect(() => withLimits({ listingSeconds: 0 }, () => readPackedEnvironment(file))).toThrow(/seconds to list/);
});

test('a link out of the given folder is not followed', () => {
  const folder = folderWith(MODEL);
  fs.symlinkSync('/', path.join(folder, 'root'));
  const { notes, models } = check([folder], {});
  expect(models).toBe(1);
  expect(notes[0].message).toBe(
    `${folder}/root links to a folder outside ${folder}, which was not checked; pass that folder itself`,
  );
});

test('a file name that is not UTF-8 is a finding in words', () => {
  const folder = folderWith(MODEL);
  fs.writeFileSync(Buffer.concat([Buffer.from(`${folder}/m/1/caf`), Buffer.from([0xe9])]), '');
  const { findings, failures } = check([folder], {});
  expect(failures).toEqual([]);
  expect(findings).toMatchObject([
    { ruleId: 'files.link', message: expect.stringMatching(/a name that is not UTF-8 text/) },
  ]);
});

test('of the findings of a rule the first are listed, and the number of the others', () => {
  const folder = folderWith({});
  HOSTILE['300,000 preferred batch sizes'](folder);
  const { findings } = withLimits({ ruleFindings: 5 }, () => check([folder], {}));
  const found = findings.filter(({ ruleId }) => ruleId === 'dyn.preferred-max');
  expect(found).toHaveLength(6);
  expect(found[5].message).toBe('299986 more findings are not listed');
});

test('the page of check lists the limits', () => {
  const page = fs.readFileSync(path.join(__dirname, '..', '..', 'docs', 'check.md'), 'utf8');
  const rows = Object.entries(LIMITS).map(([name, { most, unit, subject }]) => {
    const value = { [name]: most, ...LIMITS_OF_CHECK }[name] ?? most;
    return `| ${subject} | ${unit} | ${value.toLocaleString('en-US')} |`;
  });
  expect(page).toContain(rows.join('\n'));
});

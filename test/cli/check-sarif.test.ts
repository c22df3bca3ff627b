import * as fs from 'node:fs';
import * as path from 'node:path';
import Ajv from 'ajv';
import { CheckResult, LocatedFinding } from '../../cli/check/finding';
import { renderSarif } from '../../cli/check/formats/sarif';
import { Severity } from '../../lib/findings/finding';

// The schema is in draft 4. What it uses of draft 4 means the same in draft 7, but for `id`.
const {
  $schema: _draft,
  id: _id,
  ...schema
} = JSON.parse(fs.readFileSync(path.join(__dirname, 'sarif', 'sarif-schema-2.1.0.json'), 'utf8'));
const ajv = new Ajv({ strict: false, allErrors: true });
const reference = (text: string): boolean =>
  /^[\w.~:/?#[\]@!$&'()*+,;=%-]*$/.test(text) && !/%(?![0-9A-F]{2})/i.test(text);
ajv.addFormat('uri-reference', reference);
ajv.addFormat('uri', (text: string) => /^[a-z][a-z0-9+.-]*:/i.test(text) && reference(text));
ajv.addFormat('date-time', true); // a report has none
const validate = ajv.compile(schema);

const CLEAN: CheckResult = { findings: [], notes: [], failures: [], models: 1 };

function finding(given: Partial<LocatedFinding>): LocatedFinding {
  const { ERROR: severity } = Severity;
  return {
    ruleId: 'dyn.preferred-max',
    severity,
    field: 'dynamic_batching',
    message: 'too large',
    file: 'm/config.pbtxt',
    ...given,
  };
}

test.each<[string, Partial<CheckResult>]>([
  ['without findings', {}],
  ['with findings at a place, and of a whole file', { findings: [finding({ line: 7, column: 5 }), finding({})] }],
  [
    'with warnings of several rules',
    { findings: [finding({ severity: Severity.WARNING }), finding({ ruleId: 'io.name' })] },
  ],
  [
    'with a list too long to print',
    { findings: Array.from({ length: 50 }, (_, n) => finding({ field: `input[${n}].name` })) },
  ],
  ['with notes', { notes: [{ file: 'm/config.pbtxt', message: 'the folder has no model file' }] }],
  ['of a path that could not be checked', { failures: [{ file: 'nowhere', message: 'nowhere does not exist' }] }],
  ['of files with spaces, quotes and other scripts', { findings: [finding({ file: '../a b/"ü"/文/100%.pbtxt' })] }],
  ['of absolute paths', { findings: [finding({ file: '/srv/my models/config.pbtxt' })] }],
])('a report %s is valid SARIF 2.1.0', (_, result) => {
  const log = JSON.parse(renderSarif({ ...CLEAN, ...result }, '1.2.3'));
  expect(validate(log) ? [] : validate.errors).toEqual([]);
});

test('the schema rejects what is no SARIF', () => {
  const log = JSON.parse(renderSarif({ ...CLEAN, findings: [finding({ file: 'x' })] }, '1.2.3'));
  log.runs[0].results[0].level = 'fatal';
  expect(validate(log)).toBe(false);
});

/** https://docs.github.com/en/code-security/reference/code-scanning/sarif-files/sarif-support-for-code-scanning, read 2026-11-23 */
test('each rule has the texts that code scanning of GitHub requires', () => {
  const { rules } = JSON.parse(renderSarif({ ...CLEAN, findings: [finding({})] }, '1.2.3')).runs[0].tool.driver;
  const described = { text: expect.stringContaining('https://') };
  expect(rules).toEqual([
    {
      id: 'dyn.preferred-max',
      shortDescription: { text: 'dyn.preferred-max' },
      fullDescription: described,
      help: described,
      helpUri: expect.stringMatching(/dyn\.preferred-max$/),
    },
  ]);
});

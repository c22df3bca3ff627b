import * as fs from 'node:fs';
import * as path from 'node:path';
import Ajv from 'ajv';
import { CheckResult, LocatedFinding } from '../../cli/check/result';
import { renderSarif } from '../../cli/check/formats/sarif';
import { Severity } from '../../lib/findings/finding';

// The schema uses JSON Schema draft 4. Ajv supports draft 7, in which the keywords of the schema have the same meaning, except `id`.
const {
  $schema: _draft,
  id: _id,
  ...schema
} = JSON.parse(fs.readFileSync(path.join(__dirname, 'sarif', 'sarif-schema-2.1.0.json'), 'utf8'));
const ajv = new Ajv({ strict: false, allErrors: true });
const isUriReference = (text: string): boolean =>
  /^[\w.~:/?#[\]@!$&'()*+,;=%-]*$/.test(text) && !/%(?![0-9A-F]{2})/i.test(text);
ajv.addFormat('uri-reference', isUriReference);
ajv.addFormat('uri', (text: string) => /^[a-z][a-z0-9+.-]*:/i.test(text) && isUriReference(text));
ajv.addFormat('date-time', true); // reports contain no date-time values
const validate = ajv.compile(schema);

const CLEAN: CheckResult = { findings: [], notes: [], failures: [], models: 1 };

function finding(overrides: Partial<LocatedFinding>): LocatedFinding {
  return {
    ruleId: 'dyn.preferred-max',
    severity: Severity.ERROR,
    field: 'dynamic_batching',
    message: 'too large',
    file: 'm/config.pbtxt',
    ...overrides,
  };
}

test.each<[string, Partial<CheckResult>]>([
  ['without findings', {}],
  [
    'with findings about a position, and about a whole file',
    { findings: [finding({ line: 7, column: 5 }), finding({})] },
  ],
  [
    'with a warning and an error of different rules',
    { findings: [finding({ severity: Severity.WARNING }), finding({ ruleId: 'io.name' })] },
  ],
  ['with notes', { notes: [{ file: 'm/config.pbtxt', message: 'the folder has no model file' }] }],
  ['about a path that could not be checked', { failures: [{ file: 'nowhere', message: 'nowhere does not exist' }] }],
  [
    'about file names with spaces, quotes and non-Latin characters',
    { findings: [finding({ file: '../a b/"ü"/文/100%.pbtxt' })] },
  ],
  ['about absolute paths', { findings: [finding({ file: '/srv/my models/config.pbtxt' })] }],
])('a report %s is valid SARIF 2.1.0', (_, result) => {
  const log = JSON.parse(renderSarif({ ...CLEAN, ...result }, '1.2.3'));
  expect(validate(log) ? [] : validate.errors).toEqual([]);
});

test('the validation rejects an invalid report', () => {
  const log = JSON.parse(renderSarif({ ...CLEAN, findings: [finding({ file: 'x' })] }, '1.2.3'));
  log.runs[0].results[0].level = 'fatal';
  expect(validate(log)).toBe(false);
});

/** https://docs.github.com/en/code-security/reference/code-scanning/sarif-files/sarif-support-for-code-scanning, read 2026-11-23 */
test('each rule has the descriptions that GitHub code scanning requires', () => {
  const { rules } = JSON.parse(renderSarif({ ...CLEAN, findings: [finding({})] }, '1.2.3')).runs[0].tool.driver;
  const description = { text: expect.stringContaining('https://') };
  expect(rules).toEqual([
    {
      id: 'dyn.preferred-max',
      shortDescription: { text: 'dyn.preferred-max' },
      fullDescription: description,
      help: description,
      helpUri: expect.stringMatching(/dyn\.preferred-max$/),
    },
  ]);
});

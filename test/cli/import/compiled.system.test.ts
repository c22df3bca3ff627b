import { execFileSync } from 'node:child_process';
import * as path from 'node:path';
import { Language } from '../../../cli/app/code';
import { compilerErrors, describeError } from '../../compiler-errors';
import { callsOf, resourcesOf } from './deployed-template';
import { Calls } from './described';
import { ENDPOINTS } from './described-endpoints';
import { configsOf, EXAMPLES, templateOf } from './examples';
import { importCalls } from './written-app';

// The written apps compile, also with the types of the library, which the other tests do not check.

const ROOT = path.join(__dirname, '..', '..', '..');

let endpoints: { calls: Calls; configs: Record<string, string> }[];
beforeAll(async () => {
  const templates = await Promise.all(EXAMPLES.map(templateOf));
  const deployed = templates.flatMap((template) =>
    resourcesOf(template, 'SageMaker::Endpoint').map(([id]) => callsOf(template, id)),
  );
  endpoints = [...Object.values(ENDPOINTS), ...deployed.map((calls) => ({ calls, configs: configsOf(calls) }))];
});

/** The source files of all apps, with paths as if they were in folders of the repository. */
function sourcesIn(language: Language, extension: string): [file: string, code: string][] {
  return endpoints.flatMap(({ calls, configs }, index) =>
    [...importCalls(calls, configs, language).files]
      .filter(([name]) => name.endsWith(extension))
      .map(([name, code]): [string, string] => [path.join(ROOT, `app-${index}`, name), code]),
  );
}

test('apps in TypeScript', () => {
  const sources = new Map(sourcesIn('typescript', '.ts'));
  expect(sources.size).toBeGreaterThan(40);
  expect(compilerErrors(sources).map(describeError)).toEqual([]);
});

test('apps in Python have valid syntax', () => {
  const sources = sourcesIn('python', '.py');
  const program = 'import ast, json, sys\nfor name, code in json.load(sys.stdin): ast.parse(code, name)';
  expect(() => execFileSync('python3', ['-c', program], { input: JSON.stringify(sources) })).not.toThrow();
});

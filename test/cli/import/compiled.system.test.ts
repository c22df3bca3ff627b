import { execFileSync } from 'node:child_process';
import * as path from 'node:path';
import { importEndpoint } from '../../../cli/import/import-endpoint';
import { appFiles } from '../../../cli/import/write-app';
import { Language } from '../../../cli/init/syntax';
import { compilerErrors, describeError } from '../../compiler-errors';
import { callsOf, resourcesOf } from './deployed-template';
import { descriptionOf, ENDPOINTS } from './described-endpoints';
import { configsOf, EXAMPLES, templateOf } from './examples';

// The written apps compile, also with the types of the library, which the other tests do not check.

const ROOT = path.join(__dirname, '..', '..', '..');

let endpoints: ReturnType<typeof importEndpoint>[];
beforeAll(async () => {
  const templates = await Promise.all(EXAMPLES.map(templateOf));
  const deployed = templates.flatMap((template) =>
    resourcesOf(template, 'SageMaker::Endpoint').map(([id]) => callsOf(template, id)),
  );
  endpoints = [
    ...Object.values(ENDPOINTS).map(({ calls, configs }) => importEndpoint(descriptionOf(calls, configs))),
    ...deployed.map((calls) => importEndpoint(descriptionOf(calls, configsOf(calls)))),
  ];
});

/** The source files of all apps, with paths as if they were in folders of the repository. */
function sourcesIn(language: Language, extension: string): [file: string, code: string][] {
  return endpoints.flatMap((endpoint, index) =>
    [...appFiles(endpoint, language)]
      .filter(([name]) => name.endsWith(extension))
      .map(([name, code]): [string, string] => [path.join(ROOT, `app-${index}`, name), code]),
  );
}

test('apps in TypeScript', () => {
  const sources = new Map(sourcesIn('typescript', '.ts'));
  expect(sources.size).toBeGreaterThan(50);
  expect(compilerErrors(sources).map(describeError)).toEqual([]);
});

test('apps in Python have valid syntax, and no line is too long', () => {
  const sources = sourcesIn('python', '.py');
  const program = 'import ast, json, sys\nfor name, code in json.load(sys.stdin): ast.parse(code, name)';
  expect(() => execFileSync('python3', ['-c', program], { input: JSON.stringify(sources) })).not.toThrow();
  const longLines = sources
    .flatMap(([, code]) => code.split('\n'))
    .filter((line) => line.length > 120 && !line.includes('"'));
  expect(longLines).toEqual([]);
});

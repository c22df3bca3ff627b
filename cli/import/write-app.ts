import * as fs from 'fs';
import * as path from 'path';
import { assetPath } from '../../lib/files/assets';
import { writeAtomically } from '../../lib/files/write-atomically';
import { version } from '../../package.json';
import { Language } from '../init/syntax';
import { renderApp, renderStack } from './code/files';
import { ImportedEndpoint } from './import-endpoint';
import { renderNotCarriedOver } from './not-carried-over';
import { renderReadme } from './readme';

/**
 * Writes the app to a new folder, completely or not at all.
 *
 * @returns the written files
 * @throws if the folder exists
 */
export function writeApp(folder: string, endpoint: ImportedEndpoint, language: Language): string[] {
  if (fs.existsSync(folder)) {
    throw new Error(
      `--output: ${folder} exists, and import does not change existing folders; allowed: a folder that does not exist`,
    );
  }
  fs.mkdirSync(path.dirname(folder), { recursive: true });
  const files = appFiles(endpoint, language);
  writeAtomically(folder, (temporary) => {
    for (const [name, content] of files) {
      const file = path.join(temporary, name);
      fs.mkdirSync(path.dirname(file), { recursive: true });
      fs.writeFileSync(file, content);
    }
  });
  return [...files.keys()].sort();
}

/** The files of the app, by their path. */
export function appFiles(endpoint: ImportedEndpoint, language: Language): Map<string, string> {
  const { context, configurations, notCarriedOver } = endpoint;
  const stackId = stackIdOf(context.endpointName);
  const [stackFile, appFile] =
    language === 'python' ? ['endpoint_stack.py', 'app.py'] : ['endpoint-stack.ts', 'app.ts'];
  return new Map([
    [stackFile, renderStack(endpoint, language)],
    [appFile, renderApp(endpoint, stackId, language)],
    ['README.md', renderReadme(endpoint, stackId, language)],
    ['NOT-CARRIED-OVER.md', renderNotCarriedOver(context.endpointName, notCarriedOver, language)],
    ...configurations,
    ...templateFiles(context.endpointName, language),
  ]);
}

/** The name of the stack, such as `MyEndpointStack` for `my-endpoint`. */
export function stackIdOf(endpointName: string): string {
  const words = endpointName.split('-').filter((word) => word !== '');
  const name = words.map((word) => word[0].toUpperCase() + word.slice(1)).join('');
  return `${/^[A-Za-z]/.test(name) ? name : `Endpoint${name}`}Stack`;
}

/** The files that `init` also writes, without those of its test. */
function templateFiles(endpointName: string, language: Language): [name: string, content: string][] {
  const read = (name: string): string =>
    fs.readFileSync(assetPath('cli', 'templates', language, name), 'utf8').replaceAll('0.0.0', version);
  const common: [string, string][] = [
    ['cdk.json', read('cdk.json')],
    ['.gitignore', read('gitignore')],
  ];
  if (language === 'python')
    return [...common, ['requirements.txt', read('requirements.txt').replace(/^pytest.*\n/m, '')]];
  const { dependencies, devDependencies } = JSON.parse(read('package.json'));
  const { compilerOptions } = JSON.parse(read('tsconfig.json'));
  const tools = Object.entries(devDependencies).filter(([name]) => !/jest|swc/.test(name));
  return [
    ...common,
    [
      'package.json',
      toJson({
        name: endpointName.toLowerCase(),
        private: true,
        dependencies,
        devDependencies: Object.fromEntries(tools),
      }),
    ],
    ['tsconfig.json', toJson({ compilerOptions: { ...compilerOptions, types: ['node'] }, include: ['*.ts'] })],
  ];
}

const toJson = (value: unknown): string => `${JSON.stringify(value, undefined, 2)}\n`;

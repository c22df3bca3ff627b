import { indent, Language } from '../app/code';
import { fillTemplate, templateFiles, toClassName } from '../app/folder';
import { formatCount } from '../output/words';
import { ImportedEndpoint } from './import-endpoint';
import { renderNotCarriedOver } from './not-carried-over';

/** What differs between the languages: the files, the commands in the README, and the lines of the constructor of the stack. */
const LANGUAGES = {
  typescript: {
    stackFile: 'endpoint-stack.ts',
    appFile: 'app.ts',
    setup: 'npm install',
    cdk: 'npx cdk',
    own: 'npx cdk-sagemaker-triton',
    classes: ['Construct', 'Stack', 'StackProps'],
    toLines: (statement: string) => `${indent(statement, '    ')};\n`,
  },
  python: {
    stackFile: 'endpoint_stack.py',
    appFile: 'app.py',
    setup: 'python3 -m venv .venv\n.venv/bin/pip install -r requirements.txt',
    cdk: 'npx aws-cdk@2',
    own: '.venv/bin/cdk-sagemaker-triton',
    classes: ['Construct', 'Stack'],
    toLines: (statement: string) => `${indent(statement, '        ')}\n`,
  },
};

/** The files of the app, by their path. */
export function appFiles(endpoint: ImportedEndpoint): Map<string, string> {
  const { code, endpointName, account, region, statements, notCarriedOver, deletions } = endpoint;
  const { stackFile, appFile, classes, toLines, ...commands } = LANGUAGES[code.language];
  const values = {
    ...{ ...commands, stackFile, account, region },
    endpoint: endpointName,
    stackId: `${toClassName(endpointName, 'Endpoint')}Stack`,
    header: code.header(...classes),
    statements: statements.map(toLines).join(''),
    settings: formatCount(notCarriedOver.length, 'setting'),
    latencyObjective: code.name('latencyObjective'),
    endpointName: code.name('endpointName'),
    newName: `${endpointName.slice(0, 61).replace(/(?<!-)-+$/, '')}-2`,
    deletions: indent(`\`\`\`sh\n${deletions.join('\n')}\n\`\`\``, '   '),
  };
  const templates = templateFiles('import');
  const fill = (name: string): string => fillTemplate(templates.get(name) ?? '', values);
  return new Map([
    [stackFile, fill(`stack-${code.language}`)],
    [appFile, fill(`app-${code.language}`)],
    ['README.md', fill('README.md')],
    ['NOT-CARRIED-OVER.md', renderNotCarriedOver(endpointName, notCarriedOver, code)],
    ...endpoint.configurations,
    ...filesOfInit(code.language, endpointName.toLowerCase()),
  ]);
}

/** The files that `init` also writes, without those of its test. */
function filesOfInit(language: Language, name: string): [name: string, content: string][] {
  const templates = templateFiles(language);
  const read = (file: string): string => templates.get(file) ?? '';
  const common = ['cdk.json', '.gitignore'].map((file): [string, string] => [file, read(file)]);
  if (language === 'python')
    return [...common, ['requirements.txt', read('requirements.txt').replace(/^pytest.*\n/m, '')]];
  const { dependencies, devDependencies: all } = JSON.parse(read('package.json'));
  const devDependencies = Object.fromEntries(Object.entries(all).filter(([tool]) => !/jest|swc/.test(tool)));
  return [
    ...common,
    ['package.json', `${JSON.stringify({ name, private: true, dependencies, devDependencies }, undefined, 2)}\n`],
    ['tsconfig.json', read('tsconfig.json').replace('"jest", ', '')],
  ];
}

import { templateFiles, toClassName } from '../app/folder';
import { indent } from '../app/code';
import { ImportedEndpoint } from './import-endpoint';
import { renderNotCarriedOver } from './not-carried-over';
import { renderReadme } from './readme';

/** The files of the app, by their path. */
export function appFiles(endpoint: ImportedEndpoint): Map<string, string> {
  const { code, endpointName, configurations, notCarriedOver } = endpoint;
  const stackId = `${toClassName(endpointName, 'Endpoint')}Stack`;
  const sources = code.language === 'python' ? pythonFiles(endpoint, stackId) : typescriptFiles(endpoint, stackId);
  return new Map([
    ...sources,
    ['README.md', renderReadme(endpoint, stackId)],
    ['NOT-CARRIED-OVER.md', renderNotCarriedOver(endpointName, notCarriedOver, code)],
    ...configurations,
  ]);
}

function typescriptFiles(endpoint: ImportedEndpoint, stackId: string): [name: string, content: string][] {
  const { code, account, region, statements, endpointName } = endpoint;
  const templates = templateFiles('typescript');
  const { dependencies, devDependencies } = JSON.parse(templates.get('package.json') ?? '');
  const tools = Object.entries(devDependencies).filter(([name]) => !/jest|swc/.test(name));
  const name = endpointName.toLowerCase();
  const manifest = { name, private: true, dependencies, devDependencies: Object.fromEntries(tools) };
  return [
    ...kept(templates, 'cdk.json', '.gitignore'),
    ['package.json', `${JSON.stringify(manifest, undefined, 2)}\n`],
    ['tsconfig.json', (templates.get('tsconfig.json') ?? '').replace('"jest", ', '')],
    [
      'endpoint-stack.ts',
      `${code.header('Construct', 'Stack', 'StackProps')}
export class EndpointStack extends Stack {
  public constructor(scope: Construct, id: string, props?: StackProps) {
    super(scope, id, props);
${statements.map((each) => `${indent(each, '    ')};\n`).join('')}  }
}
`,
    ],
    [
      'app.ts',
      `import { App } from 'aws-cdk-lib';
import { EndpointStack } from './endpoint-stack';

new EndpointStack(new App(), '${stackId}', { env: { account: '${account}', region: '${region}' } });
`,
    ],
  ];
}

function pythonFiles({ code, account, region, statements }: ImportedEndpoint, stackId: string): [string, string][] {
  const templates = templateFiles('python');
  return [
    ...kept(templates, 'cdk.json', '.gitignore'),
    ['requirements.txt', (templates.get('requirements.txt') ?? '').replace(/^pytest.*\n/m, '')],
    [
      'endpoint_stack.py',
      `${code.header('Construct', 'Stack')}

class EndpointStack(Stack):
    def __init__(self, scope: Construct, construct_id: str, **kwargs) -> None:
        super().__init__(scope, construct_id, **kwargs)
${statements.map((each) => `${indent(each, '        ')}\n`).join('')}`,
    ],
    [
      'app.py',
      `from aws_cdk import App, Environment

from endpoint_stack import EndpointStack

app = App()
EndpointStack(app, "${stackId}", env=Environment(account="${account}", region="${region}"))
app.synth()
`,
    ],
  ];
}

const kept = (templates: Map<string, string>, ...names: string[]): [string, string][] =>
  names.map((name) => [name, templates.get(name) ?? '']);

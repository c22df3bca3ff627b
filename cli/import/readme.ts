import { fillTemplate, templateFiles } from '../app/folder';
import { indent } from '../app/code';
import { shellWord } from '../output/shell-word';
import { formatCount } from '../output/words';
import { ImportedEndpoint } from './import-endpoint';

/** The commands of each language. */
const COMMANDS = {
  typescript: {
    setup: 'npm install',
    cdk: 'npx cdk',
    own: 'npx cdk-sagemaker-triton',
    stackFile: 'endpoint-stack.ts',
  },
  python: {
    setup: 'python3 -m venv .venv\n.venv/bin/pip install -r requirements.txt',
    cdk: 'npx aws-cdk@2',
    own: '.venv/bin/cdk-sagemaker-triton',
    stackFile: 'endpoint_stack.py',
  },
};

/** The README of the app: how to check it, and how to move to the endpoint of its stack. */
export function renderReadme(endpoint: ImportedEndpoint, stackId: string): string {
  const { code, endpointName, notCarriedOver, deletions } = endpoint;
  const commands = COMMANDS[code.language];
  return fillTemplate(templateFiles('import').get('README.md') ?? '', {
    ...commands,
    endpoint: endpointName,
    settings: formatCount(notCarriedOver.length, 'setting'),
    latencyObjective: code.name('latencyObjective'),
    endpointName: code.name('endpointName'),
    newName: `${endpointName.slice(0, 61).replace(/(?<!-)-+$/, '')}-2`,
    copyArchives: copyStep(endpoint, stackId, commands.cdk),
    deletions: shellBlock(deletions),
  });
}

/** A multi-model endpoint reads its archives from the prefix of the app. */
function copyStep({ archives }: ImportedEndpoint, stackId: string, cdk: string): string {
  if (archives === undefined) return '';
  const prefix = `"$(node -p "require('./cdk.out/${stackId}.template.json').Outputs.ModelPrefix.Value")"`;
  const source = shellWord(`s3://${archives.bucket}/${archives.key}`);
  return `1. Copy the archives of the models to the prefix of the app, so that each \`TargetModel\` exists before the new instances start. Whatever writes archives to the old prefix must write them to the new one:

${shellBlock([`${cdk} synth --quiet`, `aws s3 sync ${source} ${prefix}`])}
`;
}

const shellBlock = (commands: string[]): string => indent(`\`\`\`sh\n${commands.join('\n')}\n\`\`\``, '   ');

import { Language } from '../init/syntax';
import { nameIn } from './code/render';
import { shellWord } from '../output/shell-word';
import { parseS3Uri } from './map/context';
import { ImportedEndpoint } from './import-endpoint';

/** The commands of a language. */
interface Commands {
  readonly language: Language;
  readonly setup: string;
  readonly cdk: string;
  readonly own: string;
  readonly stackFile: string;
}

const COMMANDS: Record<Language, Commands> = {
  typescript: {
    language: 'typescript',
    setup: 'npm install',
    cdk: 'npx cdk',
    own: 'npx cdk-sagemaker-triton',
    stackFile: 'endpoint-stack.ts',
  },
  python: {
    language: 'python',
    setup: 'python3 -m venv .venv\n.venv/bin/pip install -r requirements.txt',
    cdk: 'npx aws-cdk@2',
    own: '.venv/bin/cdk-sagemaker-triton',
    stackFile: 'endpoint_stack.py',
  },
};

/** The README of the app: how to check it, and how to move to the endpoint of its stack. */
export function renderReadme(endpoint: ImportedEndpoint, stackId: string, language: Language): string {
  const commands = COMMANDS[language];
  return [introduction(endpoint, commands), moveToNewEndpoint(endpoint, stackId, commands)].join('\n');
}

function introduction(
  { context, configurations, notCarriedOver }: ImportedEndpoint,
  { language, setup, cdk, own, stackFile }: Commands,
): string {
  const hasModels = configurations.size > 0;
  return `# ${context.endpointName} on Amazon SageMaker

A CDK app with the settings of the existing endpoint. \`${stackFile}\` describes the endpoint${hasModels ? ', and `models/` has the configurations of its models' : ''}. The app
does not reproduce ${notCarriedOver.length === 1 ? '1 setting' : `${notCarriedOver.length} settings`}: read [NOT-CARRIED-OVER.md](NOT-CARRIED-OVER.md) first.

\`\`\`sh
${setup}
${cdk} synth --quiet
${own} preflight cdk.out    # the first deployment starts a second fleet: is the quota large enough?
\`\`\`

The library adds alarms, a dashboard, a probe, a smoke test after each deployment, and rollbacks. It also sets what the endpoint leaves to SageMaker:
the log level INFO, timeouts for large models, and, if the CUDA version of the image requires it, a newer inference AMI. Before the first deployment,
set \`${nameIn(language, 'latencyObjective')}\` to the latency that you expect, because the smoke test and the alarms use a p99 of 1 second by default, and add requests with
expected responses to the model ([examples](https://cdk-sagemaker-triton.github.io/cdk-sagemaker-triton/smoke-test)).
`;
}

function shellBlock(commands: string[]): string {
  return `   \`\`\`sh\n${commands.map((command) => `   ${command}\n`).join('')}   \`\`\`\n`;
}

/** A multi-model endpoint reads its archives from the prefix of the app. */
function copyStep(archives: string, stackId: string, { cdk }: Commands): string {
  const { bucket = '', key = '' } = parseS3Uri(archives) ?? {};
  const prefix = `"$(node -p "require('./cdk.out/${stackId}.template.json').Outputs.ModelPrefix.Value")"`;
  return `Copy the archives of the models to the prefix of the app, so that each \`TargetModel\` exists before the new instances start:

${shellBlock([`${cdk} synth --quiet`, `aws s3 sync ${shellWord(`s3://${bucket}/${key}`)} ${prefix}`])}
   Whatever writes archives to the old prefix must write them to the new one.
`;
}

function moveToNewEndpoint(
  { context, after, leftovers, archives }: ImportedEndpoint,
  stackId: string,
  commands: Commands,
): string {
  const { language, cdk, stackFile } = commands;
  const steps = [
    `Change \`${nameIn(language, 'endpointName')}\` in \`${stackFile}\`, such as to \`${context.endpointName.slice(0, 61).replace(/(?<!-)-+$/, '')}-2\`.`,
    ...(archives === undefined ? [] : [copyStep(archives, stackId, commands)]),
    `Run \`${cdk} deploy\`.`,
    'Send requests to the new endpoint. Change dashboards, alarms and permissions on the old name.',
    `Delete the old endpoint, and what no other endpoint uses:\n\n${shellBlock([...after, `aws sagemaker delete-endpoint --endpoint-name ${context.endpointName}`, ...leftovers])}`,
  ];
  return `## Move to a new endpoint

Both endpoints run, and are billed, until all callers use the new one.

${steps.map((step, index) => `${index + 1}. ${step}`).join('\n')}`;
}

import { Language } from '../init/syntax';
import { nameIn } from './code/render';
import { shellWord } from '../output/shell-word';
import { parseS3Uri } from './map/context';
import { hasComponents, ImportedEndpoint } from './import-endpoint';

/** Whether CloudFormation can import an endpoint. Unknown if CloudFormation was not asked. */
export type Importability = 'yes' | 'no' | 'unknown';

/** The commands of a language. */
interface Commands {
  readonly language: Language;
  readonly setup: string;
  readonly cdk: string;
  readonly own: string;
  readonly importApp: string;
  readonly stackFile: string;
}

const COMMANDS: Record<Language, Commands> = {
  typescript: {
    language: 'typescript',
    setup: 'npm install',
    cdk: 'npx cdk',
    own: 'npx cdk-sagemaker-triton',
    importApp: 'npx tsx import/app.ts',
    stackFile: 'endpoint-stack.ts',
  },
  python: {
    language: 'python',
    setup: 'python3 -m venv .venv\n.venv/bin/pip install -r requirements.txt',
    cdk: 'npx aws-cdk@2',
    own: '.venv/bin/cdk-sagemaker-triton',
    importApp: '.venv/bin/python import/app.py',
    stackFile: 'endpoint_stack.py',
  },
};

/** The README of the app: how to check it, and how to take over the endpoint. */
export function renderReadme(
  endpoint: ImportedEndpoint,
  stackId: string,
  language: Language,
  importability: Importability,
): string {
  const commands = COMMANDS[language];
  return [
    introduction(endpoint, commands),
    ...(importability === 'no' ? [] : [takeover(endpoint, stackId, commands, importability)]),
    ...(importability === 'yes' ? [] : [besides(endpoint, stackId, commands, importability)]),
  ].join('\n');
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

function takeover(
  endpoint: ImportedEndpoint,
  stackId: string,
  commands: Commands,
  importability: Importability,
): string {
  const { context, before, after, leftovers, archives } = endpoint;
  const { cdk, importApp, stackFile } = commands;
  const condition = importability === 'unknown' ? ', if CloudFormation can import endpoints' : '';
  const steps = [
    importStep(endpoint, stackId, cdk, importApp),
    ...(archives === undefined ? [] : [copyStep(archives, stackId, commands)]),
    ...(before.length === 0 ? [] : [stepPolicyStep(before)]),
    hasComponents(endpoint) ? deployComponentsStep(cdk) : deployStep(cdk),
    `${hasComponents(endpoint) ? '' : `Remove \`takeover\` from \`${stackFile}\`. `}Delete what the app replaces, unless another endpoint uses it:\n\n${shellBlock([...after, ...leftovers])}`,
  ];
  return `## Take over the endpoint under its name${condition}

${steps.map((step, index) => `${index + 1}. ${step}`).join('\n')}
From the first deployment on, \`${cdk} destroy\` deletes ${context.endpointName}.
`;
}

function importStep(endpoint: ImportedEndpoint, stackId: string, cdk: string, importApp: string): string {
  const commands = [
    `${cdk} bootstrap    # once in an account and Region, version 12 or later`,
    `${cdk} import ${stackId} --app "${importApp}" --resource-mapping import/resource-mapping.json`,
  ];
  return `Import the endpoint into a new stack. The stack contains only the resources that exist, as they are, and retains them if it is deleted:

${shellBlock(commands)}
   This step has not been tested on AWS. CloudFormation creates no instances, but AWS does not document whether it updates the endpoint with its current
   configuration after the import, which would replace the instances without an interruption. Try it with a test endpoint first.${hasComponents(endpoint) ? '' : LOG_GROUP_NOTE}
`;
}

const LOG_GROUP_NOTE = ` If the log group of the
   endpoint does not exist, remove it from \`import/resource-mapping.json\`.`;

/** A takeover does not support step scaling policies. */
function stepPolicyStep(before: string[]): string {
  return `Delete the step scaling policies, which a rollback could not restore. Until the deployment has completed, they do not scale the endpoint:

${shellBlock(before)}`;
}

function deployStep(cdk: string): string {
  return `Deploy the app. SageMaker starts a second fleet, shifts the traffic to it, and rolls back if an alarm fires. The scaling of the app replaces the
   existing scaling policies and scheduled actions:

${shellBlock([`${cdk} deploy`])}
   If the deployment fails, CloudFormation restores the previous configuration and its scaling, and the endpoint continues to serve requests.
`;
}

function deployComponentsStep(cdk: string): string {
  return `Deploy the app. It creates its components beside the existing ones:

${shellBlock([`${cdk} deploy`])}
   If the deployment fails, CloudFormation restores the previous configuration. Send the requests to the new components before you continue.
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

function besides(
  endpoint: ImportedEndpoint,
  stackId: string,
  commands: Commands,
  importability: Importability,
): string {
  const { context, after, leftovers, archives } = endpoint;
  const { language, cdk, stackFile } = commands;
  const reason =
    importability === 'no'
      ? 'CloudFormation cannot import AWS::SageMaker::Endpoint in this Region (GetTemplateSummary does not list the type).'
      : 'If `cdk import` reports that the type is not supported, nothing has changed. Delete the empty stack, if there is one.';
  const steps = [
    `Change \`${nameIn(language, 'endpointName')}\` in \`${stackFile}\`, such as to \`${context.endpointName.slice(0, 61).replace(/(?<!-)-+$/, '')}-2\`${hasComponents(endpoint) ? '' : ', and remove `takeover`'}.`,
    ...(archives === undefined ? [] : [copyStep(archives, stackId, commands)]),
    `Run \`${cdk} deploy\`.`,
    'Send requests to the new endpoint. Change dashboards, alarms and permissions on the old name.',
    `Delete the old endpoint, and what no other endpoint uses:\n\n${shellBlock([...after, `aws sagemaker delete-endpoint --endpoint-name ${context.endpointName}`, ...leftovers])}`,
  ];
  return `## ${importability === 'no' ? 'Move to a new endpoint' : 'Otherwise: move to a new endpoint'}

${reason} Both endpoints then run, and are billed, until all callers use the new one.

${steps.map((step, index) => `${index + 1}. ${step}`).join('\n')}`;
}

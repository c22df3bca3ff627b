import * as fs from 'node:fs';
import * as path from 'node:path';
import { CloudFormationClient, CreateStackCommand } from '@aws-sdk/client-cloudformation';
import { App, DefaultStackSynthesizer, Stack } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { LocalCommand } from '../cli/local/command';
import { AwsEmulator, CliRun } from './aws-emulator';

const BOOTSTRAP_TEMPLATE = require.resolve('aws-cdk/lib/api/bootstrap/bootstrap-template.yaml');
// moto reads a template from its own S3 only if the URL of the template contains "localhost".
const QUALIFIER = 'localhost';
export const ENVIRONMENT = { account: '123456789012', region: 'us-east-1' };

/** The synthesizer of stacks that are deployed to the emulator. */
export function synthesizer(): DefaultStackSynthesizer {
  return new DefaultStackSynthesizer({ qualifier: QUALIFIER, generateBootstrapVersionRule: false });
}

/** Name of the only stack of the app. */
export const STACK = 'Serving';

/** Starts an emulated account to which CDK apps can be deployed. */
export async function startBootstrappedEmulator(folder: string): Promise<AwsEmulator> {
  const emulator = await AwsEmulator.start(folder);
  // Replaces `cdk bootstrap`, which takes seconds to start.
  await new CloudFormationClient(emulator.clientSettings).send(
    new CreateStackCommand({
      StackName: 'CDKToolkit',
      TemplateBody: fs.readFileSync(BOOTSTRAP_TEMPLATE, 'utf8'),
      Parameters: [{ ParameterKey: 'Qualifier', ParameterValue: QUALIFIER }],
      Capabilities: ['CAPABILITY_NAMED_IAM'],
    }),
  );
  return emulator;
}

/** An app with one endpoint. */
interface ServedApp {
  /** Folder of the synthesized app. */
  readonly assembly: string;
  readonly endpointName: string;
}

/**
 * Starts a real Triton server that serves the models of an app for the emulator's functions.
 *
 * @returns a function that stops the server
 */
export async function serveModels(
  emulator: AwsEmulator,
  { assembly, endpointName }: ServedApp,
): Promise<() => Promise<void>> {
  const local = new LocalCommand([assembly, '--keep']);
  const [, url] = await local.waitForOutput(/AWS_ENDPOINT_URL=(\S+)\s/);
  emulator.redirectInvocations(endpointName, url);
  return async () => {
    local.child.kill('SIGINT');
    await local.waitForEnd();
  };
}

/** Runs an action while a real Triton server serves the models of an app for the emulator's functions. */
export async function whileModelsAreServed<T>(
  emulator: AwsEmulator,
  app: ServedApp,
  action: () => Promise<T>,
): Promise<T> {
  const stop = await serveModels(emulator, app);
  return action().finally(stop);
}

/** One version of the app to deploy. */
export interface RevisionProps extends ServedApp {
  readonly addEndpoint: (stack: Stack) => void;
  readonly context?: Record<string, unknown>;
}

/** One version of an app with one endpoint. The constructor synthesizes the app. */
export class Revision {
  public readonly resources: Record<string, { Type: string; Properties: Record<string, unknown> }>;

  private assembly: string;

  constructor(
    private readonly emulator: AwsEmulator,
    props: RevisionProps,
  ) {
    this.assembly = props.assembly;
    const app = new App({ outdir: props.assembly, context: props.context });
    const stack = new Stack(app, STACK, { env: ENVIRONMENT, synthesizer: synthesizer() });
    props.addEndpoint(stack);
    this.resources = Template.fromStack(stack).toJSON().Resources;
  }

  /** Moves the synthesized app to a different folder. */
  public moveTo(assembly: string): this {
    fs.mkdirSync(path.dirname(assembly), { recursive: true });
    fs.renameSync(this.assembly, assembly);
    this.assembly = assembly;
    return this;
  }

  /** Deploys, with a server that `serveModels` has started. */
  public deployWithServer(): Promise<CliRun> {
    return this.emulator.cdk('deploy', `--app=${this.assembly}`, '--method=direct', '--require-approval=never');
  }

  /** Uploads the assets of a deployment. */
  public publishAssets(): Promise<CliRun> {
    return this.emulator.cdk('publish-assets', '--unstable=publish-assets', `--app=${this.assembly}`);
  }

  /** Properties of the resources of a type. */
  public propertiesOfType(type: string): Record<string, unknown>[] {
    return Object.values(this.resources)
      .filter(({ Type }) => Type === type)
      .map(({ Properties }) => Properties);
  }

  public destroy(): Promise<CliRun> {
    return this.emulator.cdk('destroy', `--app=${this.assembly}`, '--force');
  }
}

/** Output of the CLI if the command failed, otherwise undefined. */
export function failureOutput({ status, output }: CliRun): string | undefined {
  return status === 0 ? undefined : output;
}

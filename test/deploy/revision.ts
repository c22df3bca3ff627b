import * as fs from 'node:fs';
import * as path from 'node:path';
import { CloudFormationClient, CreateStackCommand } from '@aws-sdk/client-cloudformation';
import { App, DefaultStackSynthesizer, Stack } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { LocalCommand } from '../cli/local/command';
import { AwsEmulator, CliRun } from './aws-emulator';

const BOOTSTRAP_TEMPLATE = require.resolve('aws-cdk/lib/api/bootstrap/bootstrap-template.yaml');
// moto takes a template's URL for one of its own only with "localhost" in it.
const QUALIFIER = 'localhost';
const ENVIRONMENT = { account: '123456789012', region: 'us-east-1' };

/** The only stack. */
export const STACK = 'Serving';

/** An account that apps can be deployed to. */
export async function bootstrappedEmulator(folder: string): Promise<AwsEmulator> {
  const emulator = await AwsEmulator.start(folder);
  // What `cdk bootstrap` does, which takes seconds only to start.
  await new CloudFormationClient(emulator.client).send(
    new CreateStackCommand({
      StackName: 'CDKToolkit',
      TemplateBody: fs.readFileSync(BOOTSTRAP_TEMPLATE, 'utf8'),
      Parameters: [{ ParameterKey: 'Qualifier', ParameterValue: QUALIFIER }],
      Capabilities: ['CAPABILITY_NAMED_IAM'],
    }),
  );
  return emulator;
}

/** Does something while a real Triton server serves an app's models, and the emulator's functions ask it. */
export async function whileServed<T>(
  emulator: AwsEmulator,
  { assembly, endpointName }: { readonly assembly: string; readonly endpointName: string },
  action: () => Promise<T>,
): Promise<T> {
  const local = new LocalCommand([assembly, '--keep', '--requests', '1']);
  const [, url] = await local.says(/AWS_ENDPOINT_URL=(\S+)/);
  emulator.invokeAt(endpointName, url);
  try {
    return await action();
  } finally {
    local.child.kill('SIGINT');
    await local.end();
  }
}

/** What is deployed at once. */
export interface RevisionProps {
  /** Where the synthesized app goes. */
  readonly assembly: string;
  readonly endpointName: string;
  readonly addEndpoint: (stack: Stack) => void;
  readonly context?: Record<string, unknown>;
}

/** A synthesized app of one endpoint. */
export class Revision {
  public readonly resources: Record<string, { Type: string; Properties: Record<string, unknown> }>;

  private assembly: string;

  constructor(
    private readonly emulator: AwsEmulator,
    private readonly props: RevisionProps,
  ) {
    this.assembly = props.assembly;
    const app = new App({ outdir: props.assembly, context: props.context });
    const synthesizer = new DefaultStackSynthesizer({ qualifier: QUALIFIER, generateBootstrapVersionRule: false });
    const stack = new Stack(app, STACK, { env: ENVIRONMENT, synthesizer });
    props.addEndpoint(stack);
    this.resources = Template.fromStack(stack).toJSON().Resources;
  }

  /** The same assembly in another folder. */
  public moveTo(assembly: string): this {
    fs.mkdirSync(path.dirname(assembly), { recursive: true });
    fs.renameSync(this.assembly, assembly);
    this.assembly = assembly;
    return this;
  }

  /** Deploys, while a real Triton server serves the models. */
  public deploy(): Promise<CliRun> {
    const { assembly } = this;
    return whileServed(this.emulator, { ...this.props, assembly }, () =>
      this.emulator.cdk('deploy', `--app=${assembly}`, '--method=direct', '--require-approval=never'),
    );
  }

  /** Uploads what a deployment would upload. */
  public publishAssets(): Promise<CliRun> {
    return this.emulator.cdk('publish-assets', '--unstable=publish-assets', `--app=${this.assembly}`);
  }

  /** Properties of the resources of a type. */
  public ofType(type: string): Record<string, unknown>[] {
    return Object.values(this.resources)
      .filter(({ Type }) => Type === type)
      .map(({ Properties }) => Properties);
  }

  public destroy(): Promise<CliRun> {
    return this.emulator.cdk('destroy', `--app=${this.assembly}`, '--force');
  }
}

/** What the CLI said when it failed. */
export function errorOf({ status, output }: CliRun): string | undefined {
  return status === 0 ? undefined : output;
}

import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import { CloudFormationClient, ListStackResourcesCommand, StackResourceSummary } from '@aws-sdk/client-cloudformation';
import { ListObjectsV2Command, S3Client } from '@aws-sdk/client-s3';
import {
  DescribeEndpointCommand,
  DescribeEndpointConfigCommand,
  DescribeEndpointConfigOutput,
  DescribeEndpointOutput,
  DescribeModelCommand,
  SageMakerClient,
} from '@aws-sdk/client-sagemaker';
import { App, DefaultStackSynthesizer, Stack } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { ModelExample, TritonModelProps, TritonRealtimeEndpoint } from '../../lib';
import { ARTIFACTS, classifier } from '../endpoint/fixtures';
import { LocalCommand } from '../local/command';
import { AwsEmulator, CliRun, Inventory } from './aws-emulator';

// The CDK CLI deploys to an emulator of AWS, and the stack's own smoke test asks a real Triton server.
jest.setTimeout(240_000);

const STACK = 'Serving';
const ENDPOINT = 'classifier';
const ENVIRONMENT = { account: '123456789012', region: 'us-east-1' };

/** What the emulator gives a name and nothing else: not proven here. */
const ONLY_NAMED = ['AWS::CloudWatch::CompositeAlarm', 'AWS::S3::BucketPolicy'];

let folder: string;
let emulator: AwsEmulator;
let empty: Inventory;
beforeAll(async () => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'deploy-'));
  emulator = await AwsEmulator.start(folder);
  await emulator.bootstrap(ENVIRONMENT);
  empty = emulator.inventory();
});
afterAll(async () => {
  await emulator.stop();
  fs.rmSync(folder, { recursive: true });
});

const EXAMPLE = path.join(ARTIFACTS, 'image-classifier', 'onnx.example.json');

/** A synthesized app of one endpoint. */
class Revision {
  public readonly resources: Record<string, { Type: string; Properties: Record<string, unknown> }>;
  private readonly assembly: string;
  private local?: LocalCommand;

  constructor(name: string, model: Partial<TritonModelProps>) {
    this.assembly = path.join(folder, name);
    const app = new App({ outdir: this.assembly });
    // moto takes a template's URL for one of its own only with "localhost" in it.
    const synthesizer = new DefaultStackSynthesizer({ qualifier: 'localhost', generateBootstrapVersionRule: false });
    const stack = new Stack(app, STACK, { env: ENVIRONMENT, synthesizer });
    new TritonRealtimeEndpoint(stack, 'Classifier', { endpointName: ENDPOINT, model: classifier(model) });
    this.resources = Template.fromStack(stack).toJSON().Resources;
  }

  /** Serves the model with a real Triton server until `stop`, and deploys. */
  public async deploy(): Promise<CliRun> {
    this.local = new LocalCommand([this.assembly, '--keep', '--requests', '1']);
    const [, url] = await this.local.says(/AWS_ENDPOINT_URL=(\S+)/);
    emulator.invokeAt(ENDPOINT, url);
    try {
      return await emulator.cdk('deploy', `--app=${this.assembly}`, '--method=direct', '--require-approval=never');
    } finally {
      this.local.child.kill('SIGINT');
      await this.local.end();
    }
  }

  /** Properties of the resources of a type. */
  public ofType(type: string): Record<string, unknown>[] {
    return Object.values(this.resources)
      .filter(({ Type }) => Type === type)
      .map(({ Properties }) => Properties);
  }

  public destroy(): Promise<CliRun> {
    return emulator.cdk('destroy', `--app=${this.assembly}`, '--force');
  }
}

/** What the CLI said when it failed. */
const errorOf = ({ status, output }: CliRun): string | undefined => (status === 0 ? undefined : output);

const rightAnswers = (): Partial<TritonModelProps> => ({ examples: [ModelExample.fromFile(EXAMPLE)] });

async function deployedResources(): Promise<StackResourceSummary[]> {
  const answer = await new CloudFormationClient(emulator.client).send(
    new ListStackResourcesCommand({ StackName: STACK }),
  );
  return answer.StackResourceSummaries ?? [];
}

async function describeEndpoint(): Promise<{ endpoint: DescribeEndpointOutput; config: DescribeEndpointConfigOutput }> {
  const client = new SageMakerClient(emulator.client);
  const endpoint = await client.send(new DescribeEndpointCommand({ EndpointName: ENDPOINT }));
  const { EndpointConfigName } = endpoint;
  return { endpoint, config: await client.send(new DescribeEndpointConfigCommand({ EndpointConfigName })) };
}

describe('deploy, update, destroy', () => {
  const revisions: Revision[] = [];
  const runs: CliRun[] = [];
  const described: Awaited<ReturnType<typeof describeEndpoint>>[] = [];
  let deployed: StackResourceSummary[];
  beforeAll(async () => {
    for (const maxBatchSize of [16, 8]) {
      const revision = new Revision(`batch-${maxBatchSize}`, { ...rightAnswers(), maxBatchSize });
      revisions.push(revision);
      runs.push(await revision.deploy());
      described.push(await describeEndpoint());
    }
    deployed = await deployedResources();
  });

  test('the stack is created when the shipped smoke test got right answers from a real Triton server', () => {
    expect(runs[0]).toMatchObject({ status: 0, output: expect.stringContaining('CREATE_COMPLETE') });
    expect(emulator.log).toMatch(/Create \w+SmokeTest\w+: SUCCESS: 1 of 1 answers are right/);
  });

  test('the endpoint is as the template asks', () => {
    const { endpoint, config } = described[0];
    expect(endpoint).toMatchObject({ EndpointStatus: 'InService', EndpointName: ENDPOINT });
    const [asked] = revisions[0].ofType('AWS::SageMaker::EndpointConfig');
    const [{ ModelName }] = config.ProductionVariants ?? [];
    expect(config.ProductionVariants).toEqual([{ ...(asked.ProductionVariants as object[])[0], ModelName }]);
  });

  test('another model comes as a new configuration of the same endpoint, and is tested again', () => {
    const [before, after] = described;
    expect(runs[1]).toMatchObject({ status: 0, output: expect.stringContaining('UPDATE_COMPLETE') });
    expect(after.endpoint.EndpointArn).toBe(before.endpoint.EndpointArn);
    expect(after.config.EndpointConfigName).not.toBe(before.config.EndpointConfigName);
    expect(emulator.log).toMatch(/Update \w+SmokeTest\w+: SUCCESS: 1 of 1 answers are right/);
  });

  test('the files that the endpoint serves are where its model says', async () => {
    const [{ ModelName }] = described[1].config.ProductionVariants ?? [];
    const { PrimaryContainer } = await new SageMakerClient(emulator.client).send(
      new DescribeModelCommand({ ModelName }),
    );
    const [, Bucket, Prefix] =
      /^s3:\/\/([^/]+)\/(.+)$/.exec(PrimaryContainer?.ModelDataSource?.S3DataSource?.S3Uri ?? '') ?? [];
    const { Contents = [] } = await new S3Client({ ...emulator.client, forcePathStyle: true }).send(
      new ListObjectsV2Command({ Bucket, Prefix }),
    );
    expect(Contents.map(({ Key = '' }) => Key.slice(Prefix.length)).sort()).toEqual([
      'image-classifier/1/model.onnx',
      'image-classifier/config.pbtxt',
    ]);
  });

  test('every resource of the template was made; what the emulator passes over is known', () => {
    const { resources } = revisions[1];
    expect(deployed.map(({ LogicalResourceId }) => LogicalResourceId).sort()).toEqual(Object.keys(resources).sort());
    const named = deployed.filter(({ PhysicalResourceId }) => PhysicalResourceId?.startsWith('recorded:'));
    expect([...new Set(named.map(({ ResourceType }) => ResourceType))].sort()).toEqual(ONLY_NAMED);
    // Nor does the emulator know blue/green: when it does, this fails and the deployment's policy can be tested here.
    expect(described[1].endpoint).not.toHaveProperty('LastDeploymentConfig');
  });

  test('nothing is left after destroy', async () => {
    expect(errorOf(await revisions[1].destroy())).toBeUndefined();
    expect(emulator.inventory()).toEqual(empty);
  });
});

test('a wrong answer fails the deployment, in the words of the smoke test', async () => {
  const { request } = ModelExample.fromFile(EXAMPLE);
  const [output] = JSON.parse(fs.readFileSync(EXAMPLE, 'utf8')).response.outputs;
  const response = { outputs: [{ ...output, data: output.data.map((value: number) => value + 1) }] };
  const revision = new Revision('wrong', { examples: [ModelExample.of({ request, response })] });
  const { status, output: said } = await revision.deploy();
  expect(status).not.toBe(0);
  expect(said).toMatch(/Endpoint classifier does not answer as it should.*10 of 10 values differ from the example's/);
  expect(errorOf(await revision.destroy())).toBeUndefined();
  expect(emulator.inventory()).toEqual(empty);
});

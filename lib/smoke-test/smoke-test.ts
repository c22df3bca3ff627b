import { createHash } from 'crypto';
import * as fs from 'fs';
import * as path from 'path';
import { ArnFormat, CustomResource, Duration, FileAssetPackaging, RemovalPolicy, Stack, Stage } from 'aws-cdk-lib';
import { Effect, PolicyDocument, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Architecture, Code, Function, Runtime } from 'aws-cdk-lib/aws-lambda';
import { LogGroup, RetentionDays } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import { TritonModel } from '../model';
import { exampleFile, modelSpec } from './test-plan';

/** The handler, bundled when the library is built. */
const HANDLER = path.join(__dirname, '..', '..', 'assets', 'lambda', 'smoke-test');

/** Properties of `SmokeTest`. */
export interface SmokeTestProps {
  /** Name of the endpoint. */
  readonly endpointName: string;
  /** The models that must answer. */
  readonly models: TritonModel[];
  /** Changes whenever model, config, image or variants do; a change runs the test again. */
  readonly contentHash: string;
}

/**
 * Invokes the endpoint once it is up, and fails the deployment when an answer is wrong in name, data type, shape or,
 * where the model has examples, value.
 *
 * A custom resource of our own instead of `triggers.Trigger`: it stays quiet while the stack rolls back or is deleted, and
 * runs again only when something that matters changed.
 */
export class SmokeTest extends Construct {
  /** The function that sends the requests. */
  public readonly handler: Function;

  constructor(scope: Construct, id: string, props: SmokeTestProps) {
    super(scope, id);
    const examples = this.addExamples(props.models);
    const logGroup = new LogGroup(this, 'LogGroup', {
      retention: RetentionDays.ONE_MONTH,
      removalPolicy: RemovalPolicy.DESTROY,
    });
    this.handler = new Function(this, 'Handler', {
      description: `Smoke test of the endpoint ${props.endpointName}`,
      runtime: Runtime.NODEJS_22_X,
      architecture: Architecture.ARM_64,
      code: Code.fromAsset(HANDLER),
      handler: 'index.handler',
      timeout: Duration.minutes(15),
      memorySize: 512,
      logGroup,
      role: this.createRole(props.endpointName, logGroup, examples),
    });
    new CustomResource(this, 'Resource', {
      resourceType: 'Custom::TritonSmokeTest',
      serviceToken: this.handler.functionArn,
      serviceTimeout: Duration.minutes(15),
      properties: {
        EndpointName: props.endpointName,
        ContentHash: props.contentHash,
        Spec: JSON.stringify({ models: props.models.map(modelSpec) }),
        ...(examples && { ExamplesBucket: examples.bucketName, ExamplesKey: examples.objectKey }),
      },
    });
  }

  /** The examples travel as an object of their own: they may be larger than a custom resource's properties. */
  private addExamples(models: TritonModel[]): { bucketName: string; objectKey: string } | undefined {
    const content = exampleFile(models);
    const assembly = Stage.of(this);
    if (content === undefined || assembly === undefined) return undefined;
    const hash = createHash('sha256').update(content).digest('hex');
    const file = path.join(assembly.assetOutdir, `asset.${hash}.json`);
    fs.writeFileSync(file, content);
    return Stack.of(this).synthesizer.addFileAsset({
      fileName: path.relative(assembly.outdir, file),
      packaging: FileAssetPackaging.FILE,
      sourceHash: hash,
      displayName: 'Smoke test examples',
    });
  }

  private createRole(
    endpointName: string,
    logGroup: LogGroup,
    examples?: { bucketName: string; objectKey: string },
  ): Role {
    const stack = Stack.of(this);
    const allow = (action: string, resource: string): PolicyStatement =>
      new PolicyStatement({ effect: Effect.ALLOW, actions: [action], resources: [resource] });
    const arnOf = (service: string, resource: string, resourceName: string): string =>
      stack.formatArn({ service, resource, resourceName });
    const statements = [
      allow('sagemaker:InvokeEndpoint', arnOf('sagemaker', 'endpoint', endpointName)),
      allow('cloudformation:DescribeStacks', stack.stackId),
      new PolicyStatement({
        actions: ['logs:CreateLogStream', 'logs:PutLogEvents'],
        resources: [logGroup.logGroupArn],
      }),
    ];
    if (examples) {
      const object = stack.formatArn({
        service: 's3',
        region: '',
        account: '',
        resource: examples.bucketName,
        resourceName: examples.objectKey,
        arnFormat: ArnFormat.SLASH_RESOURCE_NAME,
      });
      statements.push(allow('s3:GetObject', object));
    }
    return new Role(this, 'Role', {
      assumedBy: new ServicePrincipal('lambda.amazonaws.com'),
      inlinePolicies: { SmokeTest: new PolicyDocument({ statements }) },
    });
  }
}

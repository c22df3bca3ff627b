import { ArnFormat, CustomResource, Duration, Stack } from 'aws-cdk-lib';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { Function } from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';
import { TritonModel } from '../model';
import { FUNCTIONS } from '../platform/nag-reasons';
import { LatencyObjective } from '../platform';
import { logGroupNameOf } from '../platform/endpoint-names';
import { addJsonAsset, addLateJsonAsset, JsonAsset } from './json-asset';
import { SmokeTestOptions } from './smoke-test-options';
import { IEndpointTest } from './endpoint-test';
import { TargetedModel } from './targeted-model';
import { createTestFunction } from './test-function';
import { examplesByModel, GenerateType, modelSpec, targetPlan } from './test-plan';

const DEFAULT_MEASURED_REQUESTS = 100;
const DEFAULT_WARMUP_REQUESTS = 5;
const TIMEOUT = Duration.minutes(15);
/** What of the function's time can be given to models that have to be loaded. */
const MULTI_MODEL_TIMEOUT = Duration.minutes(13);

/** CloudFormation waits as long for an endpoint that has to start its first instance. */
const QUEUE_TIMEOUT = Duration.hours(1);

/** How an asynchronous endpoint is asked. */
export interface RequestQueue {
  /** Where requests are put. */
  readonly bucketName: string;
  readonly prefix: string;
  /** What puts requests and reads answers. */
  readonly statements: PolicyStatement[];
}

/** Properties of `SmokeTest`. */
export interface SmokeTestProps extends SmokeTestOptions {
  /** Name of the endpoint. */
  readonly endpointName: string;

  /**
   * Name of the endpoint configuration that the endpoint has to serve. An endpoint that serves another was rolled back, and fails the
   * test.
   *
   * @default - not checked
   */
  readonly endpointConfigName?: string;

  /** The models that must answer; none for a multi-model endpoint. */
  readonly models: TritonModel[];

  /**
   * The kind of generate request that the server takes.
   *
   * @default - it takes tensors
   */
  readonly generate?: GenerateType;

  /**
   * The models of a multi-model endpoint: those that are in the list when the stack is synthesized.
   *
   * @default - not a multi-model endpoint
   */
  readonly targetModels?: TargetedModel[];

  /**
   * How an asynchronous endpoint is asked.
   *
   * @default - it answers at once
   */
  readonly queue?: RequestQueue;

  /** Changes whenever model, config, image or variants do; a change runs the test again. */
  readonly contentHash: string;

  /**
   * Names of the production variants, each of which is asked.
   *
   * @default - whichever variant SageMaker chooses
   */
  readonly variantNames?: string[];

  /**
   * Names of the shadow variants. Nobody can ask them: their metrics have to show requests and no errors.
   *
   * @default - none
   */
  readonly shadowVariantNames?: string[];
}

/**
 * Invokes the endpoint once it is up, and fails the deployment when an answer is wrong in name, data type, shape or, where the model has
 * examples, value; when it comes too late; or when it comes from another configuration than the deployed one.
 *
 * A custom resource of our own instead of `triggers.Trigger`: it stays quiet while the stack rolls back or is deleted, and
 * runs again only when something that matters changed.
 */
export class SmokeTest extends Construct implements IEndpointTest {
  /** The function that sends the requests. */
  public readonly handler: Function;

  /** The test itself: what it depends on is there before the first request. */
  public readonly resource: CustomResource;

  constructor(scope: Construct, id: string, props: SmokeTestProps) {
    super(scope, id);
    const { endpointName, endpointConfigName, queue } = props;
    const examples = this.examplesAsset(props);
    const plan = this.planAsset(props);
    const { handler, policy } = createTestFunction(this, {
      endpointName,
      description: `Smoke test of the endpoint ${endpointName}`,
      timeout: TIMEOUT,
      isStream: props.generate === 'generate_stream',
      isQueued: queue !== undefined,
      reasons: FUNCTIONS.smokeTest,
      statements: [
        ...this.readStackAndLog(endpointName),
        ...(queue?.statements ?? []),
        ...(props.shadowVariantNames ? [readMetrics()] : []),
        ...[examples, plan].flatMap((asset) => asset?.read ?? []),
      ],
    });
    this.handler = handler;
    this.resource = new CustomResource(this, 'Resource', {
      resourceType: 'Custom::TritonSmokeTest',
      serviceToken: this.handler.functionArn,
      serviceTimeout: queue ? QUEUE_TIMEOUT : TIMEOUT,
      properties: {
        EndpointName: endpointName,
        EndpointConfigName: endpointConfigName,
        ContentHash: props.contentHash,
        Spec: JSON.stringify(specOf(props)),
        ...(queue && { InputBucket: queue.bucketName, InputPrefix: queue.prefix }),
        ...(examples && { ExamplesBucket: examples.bucketName, ExamplesKey: examples.objectKey }),
        ...(plan && { PlanBucket: plan.bucketName, PlanKey: plan.objectKey }),
      },
    });
    this.resource.node.addDependency(policy.ready);
  }

  private examplesAsset({ models, requests }: SmokeTestProps): JsonAsset | undefined {
    const examples = examplesByModel(models, requests);
    return Object.keys(examples).length > 0 ? addJsonAsset(this, examples, 'Smoke test examples') : undefined;
  }

  /** There may be more models than fit into a resource's properties. */
  private planAsset({ targetModels, requests, sampledModels }: SmokeTestProps): JsonAsset | undefined {
    return (
      targetModels && addLateJsonAsset(this, () => targetPlan(targetModels, requests, sampledModels), 'Smoke test plan')
    );
  }

  private readStackAndLog(endpointName: string): PolicyStatement[] {
    const stack = Stack.of(this);
    const logGroup = stack.formatArn({
      service: 'logs',
      resource: 'log-group',
      resourceName: `${logGroupNameOf(endpointName)}:*`,
      arnFormat: ArnFormat.COLON_RESOURCE_NAME,
    });
    return [
      new PolicyStatement({ actions: ['cloudformation:DescribeStacks'], resources: [stack.stackId] }),
      new PolicyStatement({ actions: ['logs:DescribeLogStreams', 'logs:GetLogEvents'], resources: [logGroup] }),
    ];
  }
}

/** The action supports no resource. */
function readMetrics(): PolicyStatement {
  return new PolicyStatement({ actions: ['cloudwatch:GetMetricData'], resources: ['*'] });
}

function specOf(props: SmokeTestProps): object {
  const {
    models,
    generate,
    targetModels,
    requests,
    variantNames,
    shadowVariantNames,
    queue,
    latencyObjective,
    logPayloads,
  } = props;
  const timeout = props.timeout ?? (targetModels && MULTI_MODEL_TIMEOUT);
  return {
    models: models.map((model) => modelSpec(model, requests, generate)),
    variants: variantNames,
    shadowVariants: shadowVariantNames,
    // How long a request waits in a queue says nothing of the model.
    latency: queue ? undefined : latencyObjective && latencySpec(latencyObjective, props),
    timeoutSeconds: timeout?.toSeconds(),
    logPayloads,
  };
}

function latencySpec({ percentile, limit }: LatencyObjective, options: SmokeTestOptions): object | undefined {
  const requests = options.measuredRequests ?? DEFAULT_MEASURED_REQUESTS;
  if (requests === 0) return undefined;
  return {
    percentile,
    milliseconds: limit.toMilliseconds(),
    requests,
    concurrency: options.concurrentRequests ?? 1,
    warmup: options.warmupRequests ?? DEFAULT_WARMUP_REQUESTS,
  };
}

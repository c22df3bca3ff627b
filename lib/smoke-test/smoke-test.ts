import { CustomResource, Duration } from 'aws-cdk-lib';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { Construct } from 'constructs';
import { TritonModel } from '../model';
import { LatencyObjective } from '../platform';
import type { LatencySpec, TestSpec } from '../contracts/smoke-test-properties';
import { addJsonAsset, addJsonAssetAtSynthesis } from './json-asset';
import { SmokeTestOptions } from './smoke-test-options';
import { TestFunction } from './test-function';
import { ComponentTestProps } from './tested-component';
import { examplesByModel, GenerateType, modelSpec, TargetedModel, multiModelTestPlan } from './test-plan';

const MEASURED_REQUESTS = 100;
const WARMUP_REQUESTS = 5;
/** Default timeout of the test of a multi-model endpoint, whose models must be loaded first. */
const MULTI_MODEL_TIMEOUT = Duration.minutes(13);

/**
 * Timeout of the custom resource. The test might have to wait for a deployment in express mode, or for the first instance.
 */
const TIMEOUT = Duration.hours(1);

/** The S3 location for requests to an asynchronous endpoint. */
export interface RequestLocation {
  /** Bucket and prefix of the requests. */
  readonly bucketName: string;
  readonly prefix: string;
  /** Permissions to write requests and to read responses. */
  readonly statements: PolicyStatement[];
}

/** Properties of `SmokeTest`. */
export interface SmokeTestProps extends SmokeTestOptions, ComponentTestProps {
  /** Name of the endpoint. */
  readonly endpointName: string;

  /**
   * Expected name of the endpoint configuration. The test fails if the endpoint has a different configuration, because SageMaker then
   * rolled the endpoint back.
   *
   * @default - not checked
   */
  readonly endpointConfigName?: string;

  /**
   * Whether at most one instance or copy serves the models, so that a sequence can have several requests.
   *
   * @default false
   */
  readonly hasOneServer?: boolean;

  /** The models to test. Empty for a multi-model endpoint. */
  readonly models: TritonModel[];

  /**
   * Type of the generate requests.
   *
   * @default - requests contain tensors
   */
  readonly generateType?: GenerateType;

  /**
   * The models of a multi-model endpoint, read at synthesis.
   *
   * @default - not a multi-model endpoint
   */
  readonly targetModels?: TargetedModel[];

  /**
   * S3 location for requests to an asynchronous endpoint.
   *
   * @default - not an asynchronous endpoint
   */
  readonly queue?: RequestLocation;

  /** Hash of model, configuration, image and variants. The test runs again when the hash changes. */
  readonly contentHash: string;

  /**
   * Names of the production variants to test.
   *
   * @default - requests do not specify a variant
   */
  readonly variantNames?: string[];
}

/**
 * Invokes the endpoint after it is deployed. The deployment fails if a response has an incorrect name, data type, shape or, for examples, value,
 * if a response exceeds the latency objective, or if the endpoint has a different configuration than the deployed one. The test of an inference
 * component instead compares the model of the inference component.
 *
 * Unlike `triggers.Trigger`, this custom resource does nothing while the stack rolls back or is deleted, and runs again only if relevant
 * properties change.
 */
export class SmokeTest extends Construct {
  /** The function that sends the requests. */

  /** Custom resource that runs the test. All resources on which it depends are deployed before the first request. */
  public readonly resource: CustomResource;

  constructor(scope: Construct, id: string, props: SmokeTestProps) {
    super(scope, id);
    const { endpointName, endpointConfigName, inferenceComponentName, modelName, queue, targetModels } = props;
    const testFunction = TestFunction.of(this);
    const exampleFile = examplesByModel(props.models);
    const examples =
      Object.keys(exampleFile).length > 0 ? addJsonAsset(this, exampleFile, 'Smoke test examples') : undefined;
    // The plan of a multi-model endpoint can exceed the size limit of custom resource properties.
    const plan =
      targetModels &&
      addJsonAssetAtSynthesis(this, () => multiModelTestPlan(targetModels), 'Smoke test plan', testFunction);
    const permissions = testFunction.allowTest({
      endpointName,
      inferenceComponentName,
      isStream: props.generateType === 'generate_stream',
      isQueued: queue !== undefined,
    });
    testFunction.allowAssets(examples, plan);
    this.resource = new CustomResource(this, 'Resource', {
      resourceType: 'Custom::TritonSmokeTest',
      serviceToken: testFunction.function.functionArn,
      serviceTimeout: TIMEOUT,
      properties: {
        EndpointName: endpointName,
        EndpointConfigName: endpointConfigName,
        ModelName: modelName,
        ContentHash: props.contentHash,
        Spec: JSON.stringify(specOf(props)),
        ...(queue && { InputBucket: queue.bucketName, InputPrefix: queue.prefix }),
        ...(examples && { ExamplesBucket: examples.bucketName, ExamplesKey: examples.objectKey }),
        ...(plan && { PlanBucket: plan.bucketName, PlanKey: plan.objectKey }),
      },
    });
    this.resource.node.addDependency(permissions, testFunction.allowSelfInvocation());
    if (queue) this.resource.node.addDependency(testFunction.allowQueue(this, queue.statements));
  }
}

function specOf(props: SmokeTestProps): TestSpec {
  const { targetModels, queue, latencyObjective } = props;
  // The models of a multi-model endpoint are complete only at synthesis.
  const hasSequences =
    targetModels || props.models.some(({ examples }) => examples.some((each) => each._nextSteps.length));
  const timeout = props.timeout ?? (targetModels && MULTI_MODEL_TIMEOUT);
  return {
    models: props.models.map((model) => modelSpec(model, props.generateType)),
    variants: props.variantNames,
    inferenceComponent: props.inferenceComponentName,
    scalesToZero: props.scalesToZero,
    hasOneServer: hasSequences ? props.hasOneServer : undefined,
    // The time in a queue is not part of the latency of the model.
    latency: queue ? undefined : latencyObjective && latencySpec(latencyObjective),
    timeoutSeconds: timeout?.toSeconds(),
    logPayloads: props.logPayloads,
  };
}

function latencySpec({ percentile, _milliseconds: milliseconds }: LatencyObjective): LatencySpec {
  return { percentile, milliseconds, requests: MEASURED_REQUESTS, warmup: WARMUP_REQUESTS };
}

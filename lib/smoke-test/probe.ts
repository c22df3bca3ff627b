import { Duration } from 'aws-cdk-lib';
import { EventField, Rule, RuleTargetInput, Schedule } from 'aws-cdk-lib/aws-events';
import { LambdaFunction } from 'aws-cdk-lib/aws-events-targets';
import { Function } from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';
import { TritonModel } from '../model';
import { FUNCTIONS } from '../platform/nag-reasons';
import { DEFAULT_PROBE_INTERVAL, ProbeOptions } from './probe-options';
import { addJsonAsset, addLateJsonAsset } from './json-asset';
import { IEndpointTest } from './endpoint-test';
import { TargetedModel } from './targeted-model';
import { createTestFunction } from './test-function';
import { examplesByModel, GenerateType, modelSpec, targetPlan } from './test-plan';

/** SageMaker waits 60 s for a container. */
const TIMEOUT = Duration.seconds(90);

/** For streams SageMaker waits 8 minutes (developer guide, "Model Hosting FAQs", read 2026-11-22). */
const STREAM_TIMEOUT = Duration.minutes(9);

/** Properties of `Probe`. */
export interface ProbeProps extends ProbeOptions {
  /** Name of the endpoint. */
  readonly endpointName: string;
  /**
   * Name of the endpoint configuration whose answers can be judged. Another one's, such as those of the old fleet while a deployment
   * replaces it, are not.
   */
  readonly endpointConfigName: string;
  /** Name of the variant that the metrics are published for. */
  readonly variantName: string;
  /**
   * Whether requests name the variant, for one of several.
   *
   * @default false
   */
  readonly targetVariant?: boolean;
  /**
   * Whether a deployment lets old and new fleet share the traffic for a while. Then nobody knows which of them answered, and nothing is
   * published for the new configuration before the deployment has ended.
   *
   * @default false
   */
  readonly sharesTraffic?: boolean;
  /** The models that must answer; several take turns. None for a multi-model endpoint. */
  readonly models: TritonModel[];
  /**
   * The kind of generate request that the server takes.
   *
   * @default - it takes tensors
   */
  readonly generate?: GenerateType;

  /**
   * The models of a multi-model endpoint, those that are in the list when the stack is synthesized; twenty of them take turns. One
   * that is being loaded counts neither as a right answer nor as a wrong one.
   *
   * @default - not a multi-model endpoint
   */
  readonly targetModels?: TargetedModel[];
}

/**
 * Asks the endpoint every few minutes, and each minute while it is updating, and publishes what the client sees: `ProbeSuccess` (1 or
 * 0), `EndToEndLatency` (microseconds) and, with a planned latency, `LatencyDrift` (percent above it), in the namespace
 * `TritonOnSageMaker` with the dimensions `EndpointName` and `VariantName`, and
 * `ProbeSuccess` again with `EndpointConfigName` while all traffic goes to the configuration that the probe knows.
 *
 * It refers to the endpoint by its name only, so that the endpoint may depend on it: a deployment's rollback alarm needs the probe of the
 * new configuration before the new fleet takes over.
 */
export class Probe extends Construct implements IEndpointTest {
  /** The function that sends the requests. */
  public readonly handler: Function;

  constructor(scope: Construct, id: string, props: ProbeProps) {
    super(scope, id);
    const { endpointName, endpointConfigName, variantName, models, generate, targetModels, plannedLatency } = props;
    const isStream = generate === 'generate_stream';
    const plan = { models: models.map((model) => modelSpec(model, [], generate)), examples: examplesByModel(models) };
    const asset = targetModels
      ? addLateJsonAsset(this, () => targetPlan(targetModels), 'Probe plan')
      : addJsonAsset(this, plan, 'Probe plan');
    const { handler } = createTestFunction(this, {
      endpointName,
      description: `Probe of the endpoint ${endpointName}`,
      timeout: isStream ? STREAM_TIMEOUT : TIMEOUT,
      isStream,
      reasons: FUNCTIONS.probe,
      statements: asset ? [asset.read] : [],
    });
    this.handler = handler;
    // The next minute is as good. A rule's target says how often EventBridge delivers an event, the function how often Lambda repeats one
    // that threw: twice unless it is told otherwise, so that one failure would be counted three times.
    const once = { retryAttempts: 0, maxEventAge: Duration.minutes(1) };
    this.handler.configureAsyncInvoke(once);
    const target = new LambdaFunction(this.handler, {
      ...once,
      event: RuleTargetInput.fromObject({
        time: EventField.time,
        endpointName,
        endpointConfigName,
        variantName,
        targetVariant: props.targetVariant,
        sharesTraffic: props.sharesTraffic,
        intervalMinutes: (props.interval ?? DEFAULT_PROBE_INTERVAL).toMinutes(),
        plannedMilliseconds: plannedLatency?.toMilliseconds(),
        planBucket: asset?.bucketName,
        planKey: asset?.objectKey,
      }),
    });
    new Rule(this, 'Schedule', {
      description: `Invokes the endpoint ${endpointName}`,
      schedule: Schedule.rate(Duration.minutes(1)), // the handler lets those pass that are not due
      targets: [target],
    });
  }
}

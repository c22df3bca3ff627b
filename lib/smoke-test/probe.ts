import { Duration } from 'aws-cdk-lib';
import { EventField, Rule, RuleTargetInput, Schedule } from 'aws-cdk-lib/aws-events';
import { Construct } from 'constructs';
import { TritonModel } from '../model';
import { DEFAULT_PROBE_INTERVAL, ProbeOptions } from './probe-options';
import { addJsonAsset, addJsonAssetAtSynthesis } from './json-asset';
import { TestFunction } from './test-function';
import { ComponentTestProps } from './tested-component';
import { examplesByModel, GenerateType, modelSpec, TargetedModel, multiModelTestPlan } from './test-plan';

/** Time for a request and its repetitions. SageMaker waits up to 60 seconds for a response. */
const TIMEOUT = Duration.seconds(85);

/** Time for a streamed response. SageMaker waits up to 8 minutes for a stream (developer guide, "Model Hosting FAQs", read 2026-11-22). */
const STREAM_TIMEOUT = Duration.minutes(8.5);

/** Properties of `Probe`. */
export interface ProbeProps extends ProbeOptions, ComponentTestProps {
  /** Name of the endpoint. */
  readonly endpointName: string;
  /**
   * Name of the endpoint configuration whose responses are counted. Responses of other configurations, such as the old fleet during a
   * deployment, are not counted.
   *
   * @default - an inference component, whose responses do not count for an endpoint configuration
   */
  readonly endpointConfigName?: string;
  /** Name of the variant in the dimensions of the metrics. For an inference component, its name in this library (`componentName`). */
  readonly variantName: string;
  /**
   * Whether requests specify the variant, because the endpoint has several.
   *
   * @default false
   */
  readonly targetVariant?: boolean;
  /**
   * Whether the old and the new fleet share the traffic during a deployment. A fleet is the instances of one endpoint
   * configuration. A response does not identify its fleet, so nothing is published for the new configuration until the deployment ends.
   *
   * @default false
   */
  readonly sharesTraffic?: boolean;
  /** The models to test, in turn. Empty for a multi-model endpoint. */
  readonly models: TritonModel[];
  /**
   * Type of the generate requests.
   *
   * @default - requests contain tensors
   */
  readonly generateType?: GenerateType;

  /**
   * The models of a multi-model endpoint, read at synthesis. Twenty of these models are tested in turn. A model that is being loaded counts
   * neither as a correct nor as an incorrect response.
   *
   * @default - not a multi-model endpoint
   */
  readonly targetModels?: TargetedModel[];
}

/**
 * Sends a request to the endpoint at each interval, and every minute during the baking period of an update. Publishes the metrics
 * `PROBE_METRICS` for the variant. While all traffic is routed to the endpoint configuration of the probe, it also publishes the success for this configuration.
 *
 * The probe refers to the endpoint only by its name, so the endpoint can depend on the probe: the rollback alarms of a deployment require the
 * probe of the new configuration before traffic is shifted to the new fleet.
 *
 * While an inference component is being updated, the probe sends no requests to it: copies with the previous and with the new model respond,
 * and a request cannot select a copy.
 */
export class Probe extends Construct {
  /** The function that sends the requests. */

  constructor(scope: Construct, id: string, props: ProbeProps) {
    super(scope, id);
    const { endpointName, endpointConfigName, variantName, models, generateType, targetModels } = props;
    const { inferenceComponentName, modelName, scalesToZero } = props;
    const targetName = inferenceComponentName
      ? `inference component ${inferenceComponentName}`
      : `endpoint ${endpointName}`;
    const isStream = generateType === 'generate_stream';
    const plan = {
      models: models.map((model) => modelSpec(model, generateType)),
      examples: examplesByModel(models),
    };
    const testFunction = TestFunction.of(this);
    const asset = targetModels
      ? addJsonAssetAtSynthesis(this, () => multiModelTestPlan(targetModels), 'Probe plan', testFunction)
      : addJsonAsset(this, plan, 'Probe plan');
    const handler = testFunction.function;
    testFunction.allowSchedules();
    testFunction.allowAssets(asset);
    const permissions = testFunction.allowTest({ endpointName, inferenceComponentName, isStream });
    const event = {
      time: EventField.time,
      endpointName,
      endpointConfigName,
      inferenceComponent: inferenceComponentName && { name: inferenceComponentName, modelName, scalesToZero },
      variantName,
      targetVariant: props.targetVariant,
      sharesTraffic: props.sharesTraffic,
      intervalMinutes: (props.interval ?? DEFAULT_PROBE_INTERVAL).toMinutes(),
      timeoutSeconds: (isStream ? STREAM_TIMEOUT : TIMEOUT).toSeconds(),
      planBucket: asset?.bucketName,
      planKey: asset?.objectKey,
    };
    const schedule = new Rule(this, 'Schedule', {
      description: `Invokes the ${targetName}`,
      schedule: Schedule.rate(Duration.minutes(1)), // the handler does nothing in the minutes between two requests
      targets: [
        // `LambdaFunction` of aws-events-targets would add a permission for each rule. The handler ignores events that are late.
        { bind: () => ({ arn: handler.functionArn, input: RuleTargetInput.fromObject(event) }) },
      ],
    });
    schedule.node.addDependency(permissions);
  }
}

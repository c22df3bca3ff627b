import { RegistrationProperties, VariantRegistration } from '../../../lib/contracts/scaling-registration-properties';
import { AwsError, Call } from '../../account/call';
import {
  FunctionUnderTest,
  withFunctionUnderTest,
  endpointNotFoundError,
  HandlerResponse,
} from '../function-under-test';

/** A version of an endpoint: its configuration, and the registrations of its variants for scaling. */
export interface Version {
  readonly config: string;
  readonly variants: VariantRegistration[];
  /** JSON of the deployment configuration. */
  readonly deployment?: string;
}

/** An SNS topic, which is an action of an alarm in addition to the scaling policy. */
export const TOPIC = 'arn:aws:sns:us-east-1:111122223333:operators';

/** Runs the scaling handler with an endpoint whose state the test sets, and with the simulated account's Application Auto Scaling. */
export class ScalingScenario {
  /** The instance count of each variant. */
  public counts: Record<string, number> = {};
  /** The endpoint configuration of the endpoint, or undefined if the endpoint does not exist. */
  public servedConfig?: string = 'old';
  /** The variants in the current endpoint configuration. */
  public configuredVariants: object[] = [];
  /** The number of next polls that return the status Updating. */
  public updatingPolls = 0;

  constructor(public readonly lambda: FunctionUnderTest) {
    lambda.responses = (call) => (call.service === 'sagemaker' ? this.respond(call) : undefined);
  }

  /** Registers the variants of a version that scale, in the same way as CloudFormation. */
  public async register({ variants }: Version): Promise<void> {
    for (const { variantName, instanceCount, target, policies } of variants) {
      this.counts[variantName] = instanceCount;
      if (!target) continue;
      const { minCapacity: MinCapacity, maxCapacity: MaxCapacity, scheduledActions = [] } = target;
      await this.callAutoScaling('RegisterScalableTarget', variantName, { MinCapacity, MaxCapacity });
      for (const action of scheduledActions)
        await this.callAutoScaling('PutScheduledAction', variantName, toPascalCase(action));
      for (const { alarmNames = [], ...policy } of policies) {
        const { PolicyARN } = await this.callAutoScaling('PutScalingPolicy', variantName, toPascalCase(policy));
        for (const name of alarmNames) await this.putAlarm(name, String(PolicyARN));
      }
    }
  }

  public async sendReleaseUpdate(next: Version, old: Version): Promise<HandlerResponse> {
    return this.sendUpdate('Release', properties(next), properties(old));
  }

  public async sendRegistrationUpdate(next: Version, old: Version): Promise<HandlerResponse> {
    return this.sendUpdate('Registration', properties(next), properties(old));
  }

  /** Sends the update of a custom resource. Before the registration is updated, the endpoint is. */
  public async sendUpdate(name: string, next: object, OldResourceProperties: object): Promise<HandlerResponse> {
    const { EndpointConfigName = this.servedConfig } = next as { EndpointConfigName?: string };
    if (name === 'Registration') this.servedConfig = EndpointConfigName;
    return this.send('Update', name, next, { OldResourceProperties });
  }

  public async send(
    RequestType: string,
    name: string,
    newProperties: object,
    event: object = {},
  ): Promise<HandlerResponse> {
    return this.lambda.send({ RequestType, ResourceType: `Custom::TritonScaling${name}`, ...event }, newProperties);
  }

  /** The current registrations, by variant or inference component. */
  public registrations(): Record<string, object> {
    const { targets } = this.lambda.aws.autoScaling['state'];
    return Object.fromEntries(
      [...targets.values()].map(({ resource, min, max, suspended, actions, policies }) => [
        resource.kind === 'variant' ? resource.variantName : resource.componentName,
        {
          range: [min, max],
          suspended: Object.values(suspended).some(Boolean),
          actions: [...actions.keys()],
          policies: [...policies.keys()],
        },
      ]),
    );
  }

  /** The settings of an alarm. */
  public alarm(name: string): Record<string, unknown> {
    return { ...this.lambda.aws.cloudwatch['metricAlarms'].get(name)?.input };
  }

  /** The current ARN of a policy. */
  public arnOf(policyName: string): string | undefined {
    const { targets } = this.lambda.aws.autoScaling['state'];
    return [...targets.values()].flatMap(({ policies }) => policies.get(policyName)?.arn ?? [])[0];
  }

  public async callAutoScaling(
    operation: string,
    variantName: string,
    parameters: object,
  ): Promise<Record<string, unknown>> {
    const input = {
      ServiceNamespace: 'sagemaker',
      ScalableDimension: 'sagemaker:variant:DesiredInstanceCount',
      ResourceId: `endpoint/vision/variant/${variantName}`,
      ...parameters,
    };
    const call = { principal: 'deployer', service: 'application-autoscaling', operation, input } as const;
    return this.lambda.aws.account.call(call);
  }

  /** Creates an alarm, as a user would, with a policy and a notification as actions. */
  private async putAlarm(AlarmName: string, policy: string): Promise<void> {
    const input = {
      ...{
        AlarmName,
        AlarmDescription: 'Requests wait.',
        Namespace: 'Work',
        MetricName: 'Waiting',
        Statistic: 'Average',
      },
      ...{ Period: 60, EvaluationPeriods: 2, Threshold: 20, ComparisonOperator: 'GreaterThanOrEqualToThreshold' },
      AlarmActions: [TOPIC, policy],
    };
    await this.lambda.aws.account.call({
      principal: 'deployer',
      service: 'cloudwatch',
      operation: 'PutMetricAlarm',
      input,
    });
  }

  private respond({ operation, input }: Call): object {
    if (operation === 'DescribeEndpointConfig') return { ProductionVariants: this.configuredVariants };
    if (this.servedConfig === undefined) throw endpointNotFoundError();
    if (operation === 'DescribeEndpoint') {
      return {
        EndpointConfigName: this.servedConfig,
        EndpointStatus: this.updatingPolls-- > 0 ? 'Updating' : 'InService',
        ProductionVariants: Object.entries(this.counts).map(([VariantName, DesiredInstanceCount]) => ({
          VariantName,
          DesiredInstanceCount,
        })),
      };
    }
    if (operation !== 'UpdateEndpointWeightsAndCapacities') return {};
    const [{ VariantName, DesiredInstanceCount }, ...others] = input.DesiredWeightsAndCapacities as {
      VariantName: string;
      DesiredInstanceCount: number;
    }[];
    if (this.updatingPolls > 0) throw new AwsError('ValidationException', 'Cannot update in-progress endpoint');
    if (others.length > 0) throw new AwsError('ValidationException', 'One variant at a time');
    if (!(VariantName in this.counts)) throw new AwsError('ValidationException', `There is no ${VariantName}`);
    this.counts[VariantName] = DesiredInstanceCount;
    this.updatingPolls = 2;
    return {};
  }
}

/** Runs a test with a new scenario. */
export async function withScalingScenario(test: (scenario: ScalingScenario) => Promise<void>): Promise<void> {
  await withFunctionUnderTest('scaling-registration', async (lambda) => test(new ScalingScenario(lambda)));
}

export function properties({ config, variants, deployment = '{}' }: Version): RegistrationProperties {
  return {
    EndpointName: 'vision',
    EndpointConfigName: config,
    Variants: JSON.stringify(variants),
    Deployment: deployment,
  };
}

/** Converts names from the camel case of aws-cdk-lib to the Pascal case of the API. */
export function toPascalCase(value: object): object {
  const text = JSON.stringify(value).replace(
    /"([a-z])(\w*)":/g,
    (_, first: string, rest: string) => `"${first.toUpperCase()}${rest}":`,
  );
  return JSON.parse(text) as object;
}

import { DeclaredCapture, RegistrationProperties, Registration } from '../../../lib/scaling/registration-properties';
import { AwsError, Call } from '../../account/call';
import { FunctionInAccount, inAccount, noEndpoint, Verdict } from '../in-account';

/** What the endpoint serves, and what is registered of it. */
export interface Version {
  readonly config: string;
  readonly variants: Registration[];
  /** JSON of its deployment configuration. */
  readonly deployment?: string;
  readonly capture?: DeclaredCapture;
}

/** What an alarm does beside scaling. */
export const TOPIC = 'arn:aws:sns:us-east-1:111122223333:operators';

/** The functions of scaling between an endpoint, which the test describes, and the account's Application Auto Scaling. */
export class Scene {
  /** Instances of each variant. */
  public counts: Record<string, number> = {};
  /** Undefined when there is no endpoint. */
  public servedConfig?: string = 'old';
  /** What DescribeEndpoint returns of data capture. */
  public capture?: object;
  /** How many more looks do not find the endpoint configuration. */
  public lateLooks = 0;
  /** How many more looks find the endpoint changing. */
  public busyLooks = 0;

  constructor(public readonly lambda: FunctionInAccount) {
    lambda.answers = (call) => (call.service === 'sagemaker' ? this.answer(call) : undefined);
  }

  /** Registers what scales of a version, as CloudFormation does. */
  public async register({ variants }: Version): Promise<void> {
    for (const { variantName, instanceCount, target, policies } of variants) {
      this.counts[variantName] = instanceCount;
      if (!target) continue;
      const { minCapacity: MinCapacity, maxCapacity: MaxCapacity, scheduledActions = [] } = target;
      await this.scale('RegisterScalableTarget', variantName, { MinCapacity, MaxCapacity });
      for (const action of scheduledActions) await this.scale('PutScheduledAction', variantName, capitalized(action));
      for (const { alarmNames = [], ...policy } of policies) {
        const { PolicyARN } = await this.scale('PutScalingPolicy', variantName, capitalized(policy));
        for (const name of alarmNames) await this.putAlarm(name, String(PolicyARN));
      }
    }
  }

  public async release(next: Version, old: Version): Promise<Verdict> {
    return this.update('Release', properties(next), properties(old));
  }

  public async registration(next: Version, old: Version): Promise<Verdict> {
    return this.update('Registration', properties(next), properties(old));
  }

  public async update(name: string, next: object, OldResourceProperties: object): Promise<Verdict> {
    return this.send('Update', name, next, { OldResourceProperties });
  }

  public async send(RequestType: string, name: string, given: object, more: object = {}): Promise<Verdict> {
    return this.lambda.send({ RequestType, ResourceType: `Custom::TritonScaling${name}`, ...more }, given);
  }

  /** What is registered now, by variant. */
  public registered(): Record<string, object> {
    const { targets } = this.lambda.aws.autoScaling['scaling'];
    return Object.fromEntries(
      [...targets.values()].map(({ variantName, min, max, suspended, actions, policies }) => [
        variantName,
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

  /** The ARN that a policy has now. */
  public arnOf(policyName: string): string | undefined {
    const { targets } = this.lambda.aws.autoScaling['scaling'];
    return [...targets.values()].flatMap(({ policies }) => policies.get(policyName)?.arn ?? [])[0];
  }

  private async scale(operation: string, variantName: string, more: object): Promise<Record<string, unknown>> {
    const input = {
      ServiceNamespace: 'sagemaker',
      ScalableDimension: 'sagemaker:variant:DesiredInstanceCount',
      ResourceId: `endpoint/vision/variant/${variantName}`,
      ...more,
    };
    const call = { principal: 'deployer', service: 'application-autoscaling', operation, input } as const;
    return this.lambda.aws.account.call(call);
  }

  /** An alarm on a queue of the user's, which scales and notifies. */
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

  private answer({ operation, input }: Call): object {
    if (operation === 'DescribeEndpointConfig') {
      if (this.lateLooks-- > 0)
        throw new AwsError('ValidationException', 'Could not find endpoint configuration "new".');
      return {};
    }
    if (this.servedConfig === undefined) throw noEndpoint();
    if (operation === 'DescribeEndpoint') {
      return {
        EndpointConfigName: this.servedConfig,
        EndpointStatus: this.busyLooks-- > 0 ? 'Updating' : 'InService',
        ProductionVariants: Object.entries(this.counts).map(([VariantName, DesiredInstanceCount]) => ({
          VariantName,
          DesiredInstanceCount,
        })),
        DataCaptureConfig: this.capture,
      };
    }
    if (operation !== 'UpdateEndpointWeightsAndCapacities') return {};
    const [{ VariantName, DesiredInstanceCount }, ...more] = input.DesiredWeightsAndCapacities as {
      VariantName: string;
      DesiredInstanceCount: number;
    }[];
    if (this.busyLooks > 0) throw new AwsError('ValidationException', 'Cannot update in-progress endpoint');
    if (more.length > 0) throw new AwsError('ValidationException', 'One variant at a time');
    if (!(VariantName in this.counts)) throw new AwsError('ValidationException', `There is no ${VariantName}`);
    this.counts[VariantName] = DesiredInstanceCount;
    this.busyLooks = 2;
    return {};
  }
}

/** Lets something happen to the scaling of an endpoint. */
export async function scaling(story: (scene: Scene) => Promise<void>): Promise<void> {
  await inAccount('scaling-registration', async (lambda) => story(new Scene(lambda)));
}

export function properties({ config, variants, deployment = '{}', capture }: Version): RegistrationProperties {
  return {
    EndpointName: 'vision',
    EndpointConfigName: config,
    Variants: JSON.stringify(variants),
    Deployment: deployment,
    DataCapture: capture && JSON.stringify(capture),
  };
}

/** From the names of aws-cdk-lib to the API's, as deep as these go. */
function capitalized(value: object): object {
  const text = JSON.stringify(value).replace(
    /"([a-z])(\w*)":/g,
    (_, first: string, rest: string) => `"${first.toUpperCase()}${rest}":`,
  );
  return JSON.parse(text) as object;
}

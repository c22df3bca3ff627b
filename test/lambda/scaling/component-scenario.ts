import {
  ComponentRegistrationProperties,
  ComponentReleaseProperties,
  Registration,
} from '../../../lib/contracts/scaling-registration-properties';
import { AwsError, Call } from '../../account/call';
import { FunctionUnderTest, HandlerResponse, withFunctionUnderTest } from '../function-under-test';
import { toPascalCase } from './scaling-scenario';

/** A version of an inference component in the template, and its scaling. */
export interface ComponentVersion {
  readonly model: string;
  readonly initialCopyCount: number;
  readonly scaling: Registration;
  readonly name?: string;
}

const NAME = 'vision-detector';

/** Runs the scaling handler with a component whose state the test sets, and with scalable targets of components. */
export class ComponentScenario {
  /** The desired number of copies of each component that exists. */
  public copies: Record<string, number> = { [NAME]: 1 };
  /** The model of each component. By default, the component has the version that CloudFormation has requested. */
  public models: Record<string, string> = {};
  private requestedModel = '';
  /** The number of next polls that return the status Updating. */
  public updatingPolls = 0;

  constructor(public readonly lambda: FunctionUnderTest) {
    lambda.responses = (call) => (call.service === 'sagemaker' ? this.respondAsSageMaker(call) : undefined);
  }

  public get copyCount(): number {
    return this.copies[NAME];
  }

  public set copyCount(count: number) {
    this.copies[NAME] = count;
  }

  public get target(): { range: [number, number]; policies: string[] } | undefined {
    const [target] = this.lambda.aws.autoScaling['state'].targets.values();
    return target && { range: [target.min, target.max], policies: [...target.policies.keys()] };
  }

  /** Registers a version, in the same way as CloudFormation. */
  public async register({ scaling: { target, policies } }: ComponentVersion): Promise<void> {
    if (!target) return;
    const { minCapacity: MinCapacity, maxCapacity: MaxCapacity } = target;
    await this.callAutoScaling('RegisterScalableTarget', { MinCapacity, MaxCapacity });
    for (const policy of policies) await this.callAutoScaling('PutScalingPolicy', toPascalCase(policy));
  }

  private async callAutoScaling(operation: string, parameters: object): Promise<void> {
    const input = {
      ServiceNamespace: 'sagemaker',
      ScalableDimension: 'sagemaker:inference-component:DesiredCopyCount',
      ResourceId: `inference-component/${NAME}`,
      ...parameters,
    };
    const call = { principal: 'deployer', service: 'application-autoscaling', operation, input } as const;
    await this.lambda.aws.account.call(call);
  }

  public async sendRelease(requestType: string, next: ComponentVersion, old?: ComponentVersion) {
    return this.send(requestType, 'Release', releaseProperties(next), old && releaseProperties(old));
  }

  /**
   * @param copyCount the number of copies that release returned
   * @param previousCopyCount the number of copies in the properties before the update
   */
  public async sendRegistration(
    requestType: string,
    [next, copyCount]: [ComponentVersion, number],
    [old, previousCopyCount]: [ComponentVersion?, number?] = [],
  ) {
    const previous = old && registrationProperties(old, previousCopyCount ?? 1);
    return this.send(requestType, 'Registration', registrationProperties(next, copyCount), previous);
  }

  private async send(
    RequestType: string,
    name: string,
    next: object,
    OldResourceProperties?: object,
  ): Promise<HandlerResponse & { readonly Data?: object }> {
    this.requestedModel = modelOf(next);
    const event = { RequestType, ResourceType: `Custom::TritonScaling${name}`, OldResourceProperties };
    return this.lambda.send(event, next);
  }

  private respondAsSageMaker({ operation, input }: Call): object {
    const name = String(input.InferenceComponentName);
    if (!(name in this.copies)) {
      throw new AwsError('ValidationException', `Could not find inference component "${name}".`);
    }
    if (operation === 'DescribeInferenceComponent') {
      return {
        InferenceComponentStatus: this.updatingPolls-- > 0 ? 'Updating' : 'InService',
        RuntimeConfig: { DesiredCopyCount: this.copies[name], CurrentCopyCount: this.copies[name] },
        Specification: {
          ModelName: this.models[name] ?? this.requestedModel,
          ComputeResourceRequirements: { MinMemoryRequiredInMb: 1024, NumberOfCpuCoresRequired: Math.fround(0.3) },
        },
      };
    }
    if (!['UpdateInferenceComponent', 'UpdateInferenceComponentRuntimeConfig'].includes(operation))
      throw new AwsError('UnknownOperation', operation);
    if (this.updatingPolls > 0) {
      const message = `Cannot update inference component ${name} while it is in state UPDATE_RC_IN_PROGRESS`;
      throw new AwsError('ValidationException', message);
    }
    this.copies[name] = ((input.DesiredRuntimeConfig ?? input.RuntimeConfig) as { CopyCount: number }).CopyCount;
    if (input.Specification) this.models[name] = (input.Specification as { ModelName: string }).ModelName;
    this.updatingPolls = 2;
    return {};
  }
}

/** Runs a test with a new scenario. */
export async function withComponentScenario(test: (scenario: ComponentScenario) => Promise<void>): Promise<void> {
  await withFunctionUnderTest('scaling-registration', async (lambda) => test(new ComponentScenario(lambda)));
}

/** The declared reservation of a copy. SageMaker returns the number of cores as a 32-bit float. */
const RESERVATION = { MinMemoryRequiredInMb: 1024, NumberOfCpuCoresRequired: 0.3 };

function modelOf(properties: object): string {
  const { Component } = properties as ComponentReleaseProperties;
  return (JSON.parse(Component) as { Specification: { ModelName: string } }).Specification.ModelName;
}

function commonProperties({ model, name = NAME }: ComponentVersion) {
  const component = {
    Specification: { ModelName: model, ComputeResourceRequirements: RESERVATION },
    DeploymentConfig: {
      RollingUpdatePolicy: { MaximumBatchSize: { Type: 'CAPACITY_PERCENT', Value: 50 }, WaitIntervalInSeconds: 480 },
      AutoRollbackConfiguration: { Alarms: [{ AlarmName: 'errors' }] },
    },
  };
  return { InferenceComponentName: name, Component: JSON.stringify(component) };
}

function releaseProperties(version: ComponentVersion): ComponentReleaseProperties {
  const { initialCopyCount, scaling } = version;
  return {
    ...commonProperties(version),
    InitialCopyCount: scaling.target && String(initialCopyCount),
  };
}

function registrationProperties(version: ComponentVersion, copyCount: number): ComponentRegistrationProperties {
  return {
    ...commonProperties(version),
    CopyCount: String(copyCount),
    Scaling: JSON.stringify(version.scaling),
  };
}

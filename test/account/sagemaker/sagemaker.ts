import type {
  CreateEndpointConfigInput,
  CreateEndpointInput,
  CreateComponentInput,
  CreateModelInput,
  DesiredWeightAndCapacity,
  UpdateComponentInput,
  UpdateEndpointInput,
} from './inputs';
import { ApiModel } from '../api-model/api-model';
import type { Call, Service } from '../call';
import type { Metrics } from '../cloudwatch/metrics';
import type { Account } from '../account';
import { replaceInstance, updateWeightsAndCapacities } from './capacities';
import { describeEndpoint } from './describe-endpoint';
import { createEndpointConfig, deleteEndpointConfig, describeEndpointConfig } from './endpoint-configs';
import { createEndpoint, deleteEndpoint, updateEndpoint } from './endpoints';
import { endpointOf } from './requests';
import { healthyHooks, Hooks, ServingVariant } from './hooks';
import { invokeEndpoint, invokeEndpointWithResponseStream } from './invoke';
import { componentOf, copiesInService } from './inference-components/component';
import { servingCopyOf } from './inference-components/copies';
import { describeComponent } from './inference-components/describe';
import {
  createComponent,
  deleteComponent,
  updateComponent,
  updateRuntimeConfig,
} from './inference-components/requests';
import type { Job } from './jobs/job';
import { createJob, describeJob, stopJob } from './jobs/requests';
import { createModel, deleteModel, describeModel } from './models';
import type { SageMakerState, NetworkInterface, ScalableTargets } from './state';
import { servingVariantOf } from './variants';
import { invokeEndpointAsync } from './queue';
import { trafficShares } from './traffic';

/** The simulated SageMaker: models, endpoints, inference components, the operations of the SageMaker runtime, and training jobs. */
export class SageMaker implements Service {
  readonly name = 'sagemaker';
  /** The behavior of containers, clients and capacity. Tests replace these functions. */
  readonly hooks: Hooks = healthyHooks();
  private readonly state: SageMakerState;
  private readonly model = new ApiModel('sagemaker');

  constructor(account: Account, metrics: Metrics) {
    this.state = {
      account,
      metrics,
      hooks: this.hooks,
      models: new Map(),
      configs: new Map(),
      endpoints: new Map(),
      interfaces: new Map(),
      components: new Map(),
      jobs: new Map(),
      assumeRole: async () => undefined,
      scalableTargets: { isRegistered: () => false },
      sendEvent: () => undefined,
      arn: (kind, name) => `arn:aws:sagemaker:${account.region}:${account.accountId}:${kind}/${name.toLowerCase()}`,
    };
  }

  useScalableTargets(targets: ScalableTargets): void {
    this.state.scalableTargets = targets;
  }

  /** Connects SageMaker to IAM, so that SageMaker can check the roles of jobs. */
  useRoles(roles: Pick<SageMakerState, 'assumeRole'>): void {
    Object.assign(this.state, roles);
  }

  /** Connects SageMaker to EventBridge. */
  useEvents(sendEvent: SageMakerState['sendEvent']): void {
    Object.assign(this.state, { sendEvent });
  }

  /** All jobs, including jobs that have ended. */
  get jobs(): Job[] {
    return [...this.state.jobs.values()];
  }

  /** Network interfaces in the customer's VPC. While they exist, their security groups and subnets cannot be deleted. */
  get networkInterfaces(): NetworkInterface[] {
    return [...this.state.interfaces.values()];
  }

  /** The variants that serve requests to an endpoint, with their shares of the traffic. */
  servingVariants(endpointName: string): (ServingVariant & { readonly share: number; readonly instances: number })[] {
    return trafficShares(endpointOf(this.state, endpointName)).map(({ fleet, variant, share }) => ({
      ...servingVariantOf(fleet, variant),
      share,
      instances: variant.instances.length,
    }));
  }

  /** The copies of an inference component that serve requests. */
  servingCopies(inferenceComponentName: string): ServingVariant[] {
    const component = componentOf(this.state, inferenceComponentName);
    return copiesInService(component).map((copy) => servingCopyOf(this.state, component, copy));
  }

  /** Simulates a hardware failure, after which SageMaker replaces an instance. */
  replaceInstance(endpointName: string, variantName: string): void {
    this.state.account.after(0, () => replaceInstance(this.state, endpointOf(this.state, endpointName), variantName));
  }

  async handle({ principal, operation, input }: Call): Promise<object> {
    this.model.validate(operation, input);
    const { state } = this;
    switch (operation) {
      case 'CreateModel':
        return createModel(state, input as unknown as CreateModelInput);
      case 'DescribeModel':
        return describeModel(state, input.ModelName as string);
      case 'DeleteModel':
        return deleteModel(state, input.ModelName as string);
      case 'CreateEndpointConfig':
        return createEndpointConfig(state, input as unknown as CreateEndpointConfigInput);
      case 'DescribeEndpointConfig':
        return describeEndpointConfig(state, input.EndpointConfigName as string);
      case 'DeleteEndpointConfig':
        return deleteEndpointConfig(state, input.EndpointConfigName as string);
      case 'CreateEndpoint':
        return createEndpoint(state, input as unknown as CreateEndpointInput);
      case 'UpdateEndpoint':
        return updateEndpoint(state, input as unknown as UpdateEndpointInput);
      case 'UpdateEndpointWeightsAndCapacities':
        return updateWeightsAndCapacities(
          state,
          input.EndpointName as string,
          input.DesiredWeightsAndCapacities as DesiredWeightAndCapacity[],
        );
      case 'DescribeEndpoint':
        return describeEndpoint(state, input.EndpointName as string);
      case 'DeleteEndpoint':
        return deleteEndpoint(state, principal, input.EndpointName as string);
      case 'CreateInferenceComponent':
        return createComponent(state, input as unknown as CreateComponentInput);
      case 'UpdateInferenceComponent':
        return updateComponent(state, input as unknown as UpdateComponentInput);
      case 'UpdateInferenceComponentRuntimeConfig':
        return updateRuntimeConfig(
          state,
          input.InferenceComponentName as string,
          (input.DesiredRuntimeConfig as { CopyCount: number }).CopyCount,
        );
      case 'DescribeInferenceComponent':
        return describeComponent(state, input.InferenceComponentName as string);
      case 'DeleteInferenceComponent':
        return deleteComponent(state, input.InferenceComponentName as string);
      case 'InvokeEndpoint':
        return invokeEndpoint(state, input);
      case 'InvokeEndpointWithResponseStream':
        return invokeEndpointWithResponseStream(state, input);
      case 'InvokeEndpointAsync':
        return invokeEndpointAsync(state, input);
      case 'CreateTrainingJob':
        return createJob(state, input);
      case 'DescribeTrainingJob':
        return describeJob(state, input.TrainingJobName as string);
      case 'StopTrainingJob':
        return stopJob(state, input.TrainingJobName as string);
      default:
        throw new Error(`The simulated SageMaker has no operation "${operation}".`);
    }
  }
}

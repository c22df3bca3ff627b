import type {
  CreateEndpointConfigInput,
  CreateEndpointInput,
  CreateModelInput,
  DesiredWeightAndCapacity,
  Tag,
  UpdateEndpointInput,
} from './inputs';
import { ApiModel } from '../api-model/api-model';
import type { Call, Service } from '../call';
import type { Metrics } from '../cloudwatch/metrics';
import type { World } from '../world';
import { maintain, replaceHost, updateWeightsAndCapacities } from './capacities';
import { describeEndpoint } from './describe-endpoint';
import { createEndpointConfig, deleteEndpointConfig, describeEndpointConfig } from './endpoint-configs';
import { createEndpoint, deleteEndpoint, updateEndpoint } from './endpoints';
import { endpointOf } from './errors';
import type { Hooks, Serving } from './hooks';
import { healthyHooks } from './hooks';
import { invokeEndpoint, invokeEndpointWithResponseStream } from './invoke';
import type { Job } from './jobs/job';
import { createJob, describeJob, stopJob } from './jobs/requests';
import { createModel, deleteModel, describeModel } from './models';
import type { Hosting, NetworkInterface, ScalableTargets } from './state';
import { servingOf } from './start-instance';
import { invokeEndpointAsync } from './queue';
import { sharesOf } from './traffic';
import { addTags, deleteTags, listTags } from './tags';

/** Hosting of SageMaker, with the runtime's InvokeEndpoint, InvokeEndpointWithResponseStream and InvokeEndpointAsync, and its processing and training jobs. */
export class SageMaker implements Service {
  readonly name = 'sagemaker';
  /** What a test decides of containers, capacity and clients. */
  readonly hooks: Hooks = healthyHooks();
  private readonly hosting: Hosting;
  private readonly model = new ApiModel('sagemaker');

  constructor(world: World, metrics: Metrics) {
    this.hosting = {
      world,
      metrics,
      hooks: this.hooks,
      models: new Map(),
      configs: new Map(),
      endpoints: new Map(),
      interfaces: new Map(),
      tags: new Map(),
      jobs: new Map(),
      assumeRole: async () => undefined,
      allowsUnscoped: async () => true,
      scalableTargets: { isRegistered: () => false },
      arn: (kind, name) => `arn:aws:sagemaker:${world.region}:${world.accountId}:${kind}/${name.toLowerCase()}`,
    };
  }

  useScalableTargets(targets: ScalableTargets): void {
    this.hosting.scalableTargets = targets;
  }

  /** How SageMaker finds out whether it can assume a role, and what the role may do. */
  useRoles(roles: Pick<Hosting, 'assumeRole' | 'allowsUnscoped'>): void {
    Object.assign(this.hosting, roles);
  }

  /** All jobs that there ever were. */
  get jobs(): Job[] {
    return [...this.hosting.jobs.values()];
  }

  /** Interfaces in the customer's VPC, which keep security groups and subnets from being deleted. */
  get networkInterfaces(): NetworkInterface[] {
    return [...this.hosting.interfaces.values()];
  }

  /** Who serves an endpoint's requests now, and with which share. */
  serving(endpointName: string): (Serving & { readonly share: number; readonly instances: number })[] {
    return sharesOf(endpointOf(this.hosting, endpointName)).map(({ fleet, variant, share }) => ({
      ...servingOf(fleet, variant),
      share,
      instances: variant.instances.length,
    }));
  }

  /** A host of a variant fails and is replaced. */
  replaceHost(endpointName: string, variantName: string): void {
    this.hosting.world.after(0, () => replaceHost(this.hosting, endpointOf(this.hosting, endpointName), variantName));
  }

  /** SageMaker maintains an endpoint. */
  maintain(endpointName: string): void {
    this.hosting.world.after(0, () => maintain(this.hosting, endpointOf(this.hosting, endpointName)));
  }

  async handle({ principal, operation, input }: Call): Promise<object> {
    this.model.validate(operation, input);
    const { hosting } = this;
    switch (operation) {
      case 'CreateModel':
        return createModel(hosting, input as unknown as CreateModelInput);
      case 'DescribeModel':
        return describeModel(hosting, input.ModelName as string);
      case 'DeleteModel':
        return deleteModel(hosting, input.ModelName as string);
      case 'CreateEndpointConfig':
        return createEndpointConfig(hosting, input as unknown as CreateEndpointConfigInput);
      case 'DescribeEndpointConfig':
        return describeEndpointConfig(hosting, input.EndpointConfigName as string);
      case 'DeleteEndpointConfig':
        return deleteEndpointConfig(hosting, input.EndpointConfigName as string);
      case 'CreateEndpoint':
        return createEndpoint(hosting, input as unknown as CreateEndpointInput);
      case 'UpdateEndpoint':
        return updateEndpoint(hosting, input as unknown as UpdateEndpointInput);
      case 'UpdateEndpointWeightsAndCapacities':
        return updateWeightsAndCapacities(
          hosting,
          input.EndpointName as string,
          input.DesiredWeightsAndCapacities as DesiredWeightAndCapacity[],
        );
      case 'DescribeEndpoint':
        return describeEndpoint(hosting, input.EndpointName as string);
      case 'ListEndpoints':
        return { Endpoints: [...hosting.endpoints.values()].map(({ name }) => ({ EndpointName: name })) };
      case 'DeleteEndpoint':
        return deleteEndpoint(hosting, principal, input.EndpointName as string);
      case 'InvokeEndpoint':
        return invokeEndpoint(hosting, input);
      case 'InvokeEndpointWithResponseStream':
        return invokeEndpointWithResponseStream(hosting, input);
      case 'InvokeEndpointAsync':
        return invokeEndpointAsync(hosting, input);
      case 'CreateProcessingJob':
        return createJob(hosting, 'processing', input);
      case 'CreateTrainingJob':
        return createJob(hosting, 'training', input);
      case 'DescribeProcessingJob':
        return describeJob(hosting, 'processing', input.ProcessingJobName as string);
      case 'DescribeTrainingJob':
        return describeJob(hosting, 'training', input.TrainingJobName as string);
      case 'StopProcessingJob':
        return stopJob(hosting, 'processing', input.ProcessingJobName as string);
      case 'StopTrainingJob':
        return stopJob(hosting, 'training', input.TrainingJobName as string);
      case 'AddTags':
        return addTags(hosting, input.ResourceArn as string, input.Tags as Tag[]);
      case 'DeleteTags':
        return deleteTags(hosting, input.ResourceArn as string, input.TagKeys as string[]);
      case 'ListTags':
        return listTags(hosting, input.ResourceArn as string);
      default:
        throw new Error(`The simulated SageMaker has no operation "${operation}".`);
    }
  }
}

import type {
  CreateEndpointConfigInput,
  CreateModelInput,
  DataCaptureConfig,
  DeploymentConfig,
  EndpointStatus,
  ProductionVariant,
} from './inputs';
import type { Metrics } from '../cloudwatch/metrics';
import type { World } from '../world';
import type { Hooks } from './hooks';
import type { Job, JobKind } from './jobs/job';

export interface Model {
  readonly name: string;
  readonly arn: string;
  readonly input: CreateModelInput;
  readonly created: number;
}

export interface EndpointConfig {
  readonly name: string;
  readonly arn: string;
  readonly input: CreateEndpointConfigInput;
  readonly created: number;
  /** When requests about endpoints find it. */
  readonly known: number;
}

export interface Instance {
  readonly id: string;
  readonly type: string;
  /** In the customer's VPC, if the model has one. */
  readonly interfaceId?: string;
  /** What a multi-model container has loaded. */
  readonly loaded: Set<string>;
}

/** A variant of a fleet. It keeps the model that it was deployed with. */
export interface Variant {
  readonly name: string;
  readonly model: Model;
  /** Models of instance pools that have their own, by instance type. */
  readonly overrides: ReadonlyMap<string, Model>;
  readonly config: ProductionVariant;
  readonly isShadow: boolean;
  readonly role: string;
  readonly instances: Instance[];
  desiredCount: number;
  weight: number;
  /** Whether it has had requests. */
  hasServed: boolean;
}

/** API model, `VariantStatus`. */
export type VariantStage = 'Creating' | 'ActivatingTraffic' | 'Baking' | 'Deleting';

/** The instances of one endpoint configuration: an endpoint has two fleets while it is updated. */
export interface Fleet {
  readonly endpointName: string;
  readonly config: EndpointConfig;
  readonly variants: readonly Variant[];
  /** What is captured: as the configuration says, or as the fleet before had it. */
  readonly capture?: DataCaptureConfig;
  /** Grants of the customer's key that encrypts the volumes, with the role that retires them. */
  readonly grants: { readonly id: string; readonly role: string }[];
  /** Instances that still start belong to nothing any more. */
  isGone: boolean;
}

/** A request of an asynchronous endpoint that waits. */
export interface QueuedRequest {
  /** An object in S3, or the payload itself. */
  readonly input: { readonly uri: string } | { readonly body: unknown };
  readonly contentType?: string;
  readonly output: string;
  /** Nothing is written of a failure if the configuration has no path for it. */
  readonly failure?: string;
  readonly since: number;
}

export interface Endpoint {
  readonly name: string;
  readonly arn: string;
  readonly created: number;
  modified: number;
  status: EndpointStatus;
  failureReason?: string;
  fleet: Fleet;
  /** The new fleet of a deployment, the share of the traffic that it gets, and how far the deployment is. */
  green?: { readonly fleet: Fleet; readonly share: number; readonly stage: VariantStage };
  lastDeploymentConfig?: DeploymentConfig;
  /** Requests of an asynchronous endpoint, oldest first. */
  readonly queue: QueuedRequest[];
  isDeleted: boolean;
}

/** An interface of SageMaker in the customer's VPC. Its security groups and subnets cannot be deleted while it is there. */
export interface NetworkInterface {
  readonly id: string;
  /** Name of an endpoint or a job. */
  readonly owner: string;
  readonly role: string;
  readonly securityGroupIds: readonly string[];
  readonly subnetId: string;
  readonly made: number;
}

/** Which variants Application Auto Scaling has as scalable targets. */
export interface ScalableTargets {
  isRegistered(endpointName: string, variantName: string): boolean;
}

/** What the parts of the service share. */
export interface Hosting {
  readonly world: World;
  readonly metrics: Metrics;
  readonly hooks: Hooks;
  readonly models: Map<string, Model>;
  readonly configs: Map<string, EndpointConfig>;
  readonly endpoints: Map<string, Endpoint>;
  readonly interfaces: Map<string, NetworkInterface>;
  readonly tags: Map<string, Map<string, string>>;
  scalableTargets: ScalableTargets;
  readonly jobs: Map<string, Job>;
  /** Throws if SageMaker cannot assume a role for a job. */
  assumeRole(role: string, jobArn: string): Promise<void>;
  /** Whether a role may do something with every resource, whatever the conditions. */
  allowsUnscoped(role: string, action: string): Promise<boolean>;
  arn(kind: 'model' | 'endpoint-config' | 'endpoint' | `${JobKind}-job`, name: string): string;
}

export const SECOND = 1000;
export const MINUTE = 60 * SECOND;

/** Whether a fleet has everything that it should have. */
export function isComplete(variant: Variant): boolean {
  return variant.instances.length >= variant.desiredCount;
}

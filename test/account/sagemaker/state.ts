import type {
  ComponentDeploymentConfig,
  ComponentSpecification,
  ComponentStatus,
  CreateEndpointConfigInput,
  CreateModelInput,
  DataCaptureConfig,
  DeploymentConfig,
  EndpointStatus,
  ProductionVariant,
} from './inputs';
import type { Metrics } from '../cloudwatch/metrics';
import type { Account } from '../account';
import type { Hooks } from './hooks';
import type { Job } from './jobs/job';

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
  /** Time from which requests find the configuration (eventual consistency). */
  readonly visibleFrom: number;
}

export interface Instance {
  readonly id: string;
  readonly type: string;
  /** ID of the network interface in the customer's VPC, if the endpoint uses a VPC. */
  readonly interfaceId?: string;
  /** Names of the models that a multi-model container has loaded. */
  readonly loadedModels: Set<string>;
  /** For an instance that hosts inference components: time since which it has no copies. */
  idleSince?: number;
}

/** A variant of a fleet, with the model as it was when the fleet was created. */
export interface Variant {
  readonly name: string;
  /** Undefined if the variant hosts inference components. */
  readonly model?: Model;
  readonly config: ProductionVariant;
  readonly isShadow: boolean;
  readonly role: string;
  readonly instances: Instance[];
  desiredCount: number;
  weight: number;
  /** Whether the variant has received requests. */
  hasServed: boolean;
  /** Number of requests that wait in the servers of the variant. */
  waiting: number;
}

/** Stages of a deployment, which DescribeEndpoint returns as `VariantStatus`. */
export type VariantStage = 'Creating' | 'ActivatingTraffic' | 'Baking' | 'Deleting';

/** A fleet: the set of instances that serve an endpoint with one endpoint configuration. During an update, an endpoint has two fleets. */
export interface Fleet {
  readonly endpointName: string;
  readonly config: EndpointConfig;
  readonly variants: readonly Variant[];
  /** The data capture settings of the configuration. */
  readonly capture?: DataCaptureConfig;
  /** Grants for the KMS key of the volumes, and the roles that retire the grants. */
  readonly grants: { readonly id: string; readonly role: string }[];
  /** Whether the fleet was deleted. Instances whose start is completed later are released immediately. */
  isDeleted: boolean;
}

/** A queued request of an asynchronous endpoint. */
export interface QueuedRequest {
  /** The URI of an S3 object with the payload, or the payload itself. */
  readonly input: { readonly uri: string } | { readonly body: unknown };
  readonly contentType?: string;
  readonly outputUri: string;
  /** The S3 location for an error. If it is undefined, errors are not written. */
  readonly failureUri?: string;
  readonly queuedAt: number;
}

export interface Endpoint {
  readonly name: string;
  readonly arn: string;
  readonly created: number;
  modified: number;
  status: EndpointStatus;
  failureReason?: string;
  fleet: Fleet;
  /**
   * During an update: the new fleet, its share of the traffic from 0 to 1, and the stage of the deployment. It remains set after a failed
   * rollback.
   */
  green?: { readonly fleet: Fleet; readonly share: number; readonly stage: VariantStage };
  lastDeploymentConfig?: DeploymentConfig;
  /** Number of changes of the instance count by managed instance scaling that are in progress. */
  scalingActivities: number;
  /** Requests of an asynchronous endpoint, oldest first. */
  readonly queue: QueuedRequest[];
  isDeleted: boolean;
}

/** The log stream of a container, and the role with which its lines are sent. */
export interface ContainerLog {
  readonly role: string;
  readonly group: string;
  readonly stream: string;
}

/** What a copy runs on one instance type, or on each type if `input` has none. */
export interface Specification {
  readonly input: ComponentSpecification;
  readonly model: Model;
  /** The role with which the copy reads its model, pulls its image and writes its log. */
  readonly role: string;
}

/** What the copies of a component run. An update of the specification creates a new version. */
export interface ComponentVersion {
  readonly specification: Specification;
}

/** A container of an inference component, and the instance on which it is placed. */
export interface Copy {
  readonly id: string;
  readonly version: ComponentVersion;
  readonly specification: Specification;
  readonly instance: Instance;
  /** Set when the container has started. */
  log?: ContainerLog;
  isInService: boolean;
}

/** The operation in progress, which is a part of SageMaker's messages. */
export type Operation = 'CREATE_IN_PROGRESS' | 'UPDATE_IN_PROGRESS' | 'UPDATE_RC_IN_PROGRESS' | 'DELETE_IN_PROGRESS';

export interface Component {
  readonly name: string;
  readonly arn: string;
  readonly endpointName: string;
  readonly variantName: string;
  readonly created: number;
  modified: number;
  status: ComponentStatus;
  operation?: Operation;
  failureReason?: string;
  version: ComponentVersion;
  desiredCopies: number;
  /** All copies with a place on an instance, including copies that are starting. */
  readonly copies: Copy[];
  lastDeploymentConfig?: ComponentDeploymentConfig;
  /** Whether the component has received requests. */
  hasServed: boolean;
  /** Number of requests that wait in the servers of the component. */
  waiting: number;
}

/** A network interface in the customer's VPC. Its security groups and subnet cannot be deleted while the interface exists. */
export interface NetworkInterface {
  readonly id: string;
  /** Name of the endpoint or job that uses the network interface. */
  readonly owner: string;
  readonly role: string;
  readonly securityGroupIds: readonly string[];
  readonly subnetId: string;
  readonly created: number;
}

/** Checks whether variants are registered as scalable targets in Application Auto Scaling. */
export interface ScalableTargets {
  isRegistered(endpointName: string, variantName: string): boolean;
}

/** The state of the simulated SageMaker, and its connections to other services. */
export interface SageMakerState {
  readonly account: Account;
  readonly metrics: Metrics;
  readonly hooks: Hooks;
  readonly models: Map<string, Model>;
  readonly configs: Map<string, EndpointConfig>;
  readonly endpoints: Map<string, Endpoint>;
  readonly interfaces: Map<string, NetworkInterface>;
  /** Inference components by name. */
  readonly components: Map<string, Component>;
  scalableTargets: ScalableTargets;
  readonly jobs: Map<string, Job>;
  /** Assumes a role for a job. Throws if the role does not exist or does not trust SageMaker. */
  assumeRole(role: string, jobArn: string): Promise<void>;
  /** Sends an event to EventBridge. */
  sendEvent(detailType: string, detail: object): void;
  arn(kind: 'model' | 'endpoint-config' | 'endpoint' | 'inference-component' | 'training-job', name: string): string;
}

export const SECOND = 1000;
export const MINUTE = 60 * SECOND;

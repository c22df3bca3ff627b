import { Duration, Size, Token } from 'aws-cdk-lib';
import { InferenceAmi, InstanceType, LatencyObjective, RoutingStrategy } from '../platform';
import { Scaling } from '../scaling';
import { PlannedPerformance } from '../sizing';
import { FleetOptions } from './fleet-options';
import { TritonImage } from './image';
import { ServerOptions } from './server';

/** What an endpoint's kind says where the user says nothing. */
export interface FleetDefaults {
  readonly variantName: string;
  readonly weight: number;
  /** In the order of preference. */
  readonly instanceTypes: InstanceType[];
  /** GPUs of each instance, where the kind of endpoint decides it. */
  readonly gpuCount?: number;
  readonly instanceCount: number;
  /** Held against ModelLatency. */
  readonly latencyObjective: LatencyObjective;
  readonly scaling: Scaling;
  readonly routingStrategy: RoutingStrategy;
  readonly planned?: PlannedPerformance;
  readonly instanceProvisionTimeout?: Duration;
}

/** The fleet of one variant, with nothing left open. */
export interface Fleet extends FleetDefaults {
  readonly image: TritonImage;
  readonly server?: ServerOptions;
  readonly inferenceAmi?: InferenceAmi;
  readonly volumeSize?: Size;
  readonly modelDataDownloadTimeout?: Duration;
  readonly containerStartupHealthCheckTimeout?: Duration;
}

/** The options, completed. */
export function fleetOf(options: FleetOptions, defaults: FleetDefaults): Fleet {
  return {
    ...defaults,
    instanceTypes: options.instanceType ? [options.instanceType] : defaults.instanceTypes,
    instanceCount: options.instanceCount ?? defaults.instanceCount,
    latencyObjective: options.latencyObjective ?? defaults.latencyObjective,
    scaling: options.scaling ?? defaults.scaling,
    routingStrategy: options.routingStrategy ?? defaults.routingStrategy,
    image: options.image ?? TritonImage.defaultRelease(),
    server: options.server,
    inferenceAmi: options.inferenceAmi,
    volumeSize: options.volumeSize,
    modelDataDownloadTimeout: options.modelDataDownloadTimeout,
    containerStartupHealthCheckTimeout: options.containerStartupHealthCheckTimeout,
  };
}

/** Most instances, unless the user says otherwise: twice the fleet. A count that is only known at deployment cannot be doubled. */
export function defaultMaxCapacity(instanceCount: number): number {
  return Token.isUnresolved(instanceCount) ? instanceCount : 2 * instanceCount;
}

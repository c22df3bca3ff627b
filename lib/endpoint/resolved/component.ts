import { Size } from 'aws-cdk-lib';
import { InferenceAmi, InstanceType, RoutingStrategy } from '../../platform';
import { CopyResources } from '../../platform/first-fit';
import { CopyPlacement } from '../options/copy-placement';
import { CopyShare } from '../update/copy-share';
import { InstanceScaleIn } from '../options/instance-scale-in';
import { ComponentRollingUpdateOptions } from '../options/component-options';

/** The properties of an inference component that a variant does not have. The number of copies is the variant's number of instances. */
export interface ComponentSettings {
  /** Name of the component in SageMaker. */
  readonly inferenceComponentName: string;
  /** What each copy reserves. */
  readonly reservation: CopyReservation;
  readonly placement?: CopyPlacement;
  readonly dataCache: boolean;
  readonly rollingUpdate: ResolvedRollingUpdate;
}

/** What each copy reserves on an instance. Sizes are in MiB. */
export interface CopyReservation {
  readonly gpuCount: number;
  /** Undefined without a reservation. */
  readonly cpuCores?: number;
  readonly minMemory: number;
  readonly maxMemory?: number;
}

/** A rolling update with all defaults filled in. */
export interface ResolvedRollingUpdate extends ComponentRollingUpdateOptions {
  readonly maximumBatchSize: CopyShare;
  readonly rollbackBatchSize: CopyShare;
}

/** The instances of an endpoint with inference components. */
export interface ComponentFleet {
  readonly instanceType: InstanceType;
  readonly initialInstanceCount: number;
  readonly minInstanceCount: number;
  readonly maxInstanceCount: number;
  readonly scaleIn?: InstanceScaleIn;
  readonly routingStrategy: RoutingStrategy;
  readonly inferenceAmi?: InferenceAmi;
  readonly volumeSize?: Size;
}

/** The resources that the placement of copies compares. */
export function packedResources({ gpuCount, cpuCores = 0, minMemory }: CopyReservation): CopyResources {
  return { gpus: gpuCount, cpuCores, memoryMib: minMemory };
}

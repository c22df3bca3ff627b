import { Size } from 'aws-cdk-lib';
import { InferenceAmi, InstanceType, RoutingStrategy } from '../../platform';
import { CopyResources } from '../../platform/first-fit';
import { ScaledVariant } from '../../scaling/scaled-variant';
import { SmokeTestOptions } from '../../smoke-test';
import { CopyPlacement, InstanceScaleIn } from '../options/component-options';
import { RollingUpdateOptions } from '../update/options';
import { CapacitySize } from '../update/capacity-size';
import { Host } from './host';

/** An inference component with all defaults filled in. */
export interface Component extends Host {
  /** Name of the component in SageMaker. */
  readonly inferenceComponentName: string;
  /** Number of copies with which a deployment creates the component. */
  readonly copyCount: number;
  /** What each copy reserves. */
  readonly reservation: CopyReservation;
  readonly placement?: CopyPlacement;
  readonly dataCache: boolean;
  readonly rollingUpdate: ComponentUpdate;
  /** The smoke test, if it differs from the smoke test of the endpoint. */
  readonly smokeTest?: SmokeTestOptions;
}

/** What each copy reserves on an instance. Sizes are in MiB. */
export interface CopyReservation {
  readonly gpuCount: number;
  /** Undefined without a reservation. */
  readonly cpuCores?: number;
  readonly minMemory: number;
  readonly maxMemory?: number;
}

/** A rolling update of a component with all defaults filled in. */
export interface ComponentUpdate extends RollingUpdateOptions {
  readonly maximumBatchSize: CapacitySize;
  readonly rollbackBatchSize: CapacitySize;
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

/** A component for its scaling strategy, which counts copies where it counts the instances of a variant. */
export function scaledCopies(component: Component): Component & ScaledVariant {
  return { ...component, initialInstanceCount: component.copyCount };
}

/** The resources that the placement of copies compares. */
export function packedResources({ gpuCount, cpuCores = 0, minMemory }: CopyReservation): CopyResources {
  return { gpus: gpuCount, cpuCores, memoryMib: minMemory };
}

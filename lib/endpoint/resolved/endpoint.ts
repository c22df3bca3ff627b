import { Duration } from 'aws-cdk-lib';
import { IBucket } from 'aws-cdk-lib/aws-s3';
import { ProbeOptions, SmokeTestOptions } from '../../smoke-test';
import { AsyncInference } from '../options/async-options';
import { DataCaptureOptions } from '../options/capture-options';
import { SharedEndpointOptions } from '../options/endpoint-options';
import { EndpointPurpose } from '../options/endpoint-purpose';
import { MonitoringOptions } from '../options/monitoring-options';
import { UpdateStrategy } from '../update/update-strategy';
import { Component, ComponentFleet } from './component';
import { Host } from './host';
import { Variant } from './variant';

/** What an endpoint has whatever serves its models, with all defaults filled in. */
export interface EndpointSettings extends SharedEndpointOptions {
  readonly endpointName: string;
  readonly purpose: EndpointPurpose;
  readonly monitoring: MonitoringOptions;
  readonly smokeTest: SmokeTestOptions;
  readonly probe: ProbeOptions;
}

/**
 * The options of an endpoint with all defaults filled in. The library first checks these options, and then builds the constructs from them.
 */
export interface Endpoint extends EndpointSettings {
  /** The production variants, or the inference components of the fleet. */
  readonly hosts: Host[];
  readonly shadowVariants: Variant[];
  readonly multiModel: boolean;
  readonly dataCapture?: DataCaptureOptions;
  /** Bucket for the models, if the user provides one. */
  readonly modelBucket?: IBucket;
  /** Options of an asynchronous endpoint. Undefined for all other endpoints. */
  readonly asynchronous?: AsyncInference;
  /** The instances that all inference components share. Undefined if each variant has its own instances. */
  readonly fleet?: ComponentFleet;
}

/** What differs between the kinds of endpoint whose variants have their own instances. */
export interface EndpointKind {
  readonly variants: Variant[];
  readonly shadowVariants: Variant[];
  readonly multiModel: boolean;
  readonly modelBucket?: IBucket;
  readonly asynchronous?: AsyncInference;
}

/** An endpoint whose variants have their own instances. */
export interface VariantEndpoint extends Endpoint {
  /** The production variants. */
  readonly variants: Variant[];
  readonly updateStrategy: UpdateStrategy;
  /** The rollback alarms that the library creates: their number, and the longest time until one of them fires. */
  readonly rollback: { readonly count: number; readonly timeToFire: Duration };
}

/** An endpoint with inference components. */
export interface ComponentEndpoint extends Endpoint {
  readonly components: Component[];
  readonly fleet: ComponentFleet;
}

import { CustomResource, Duration } from 'aws-cdk-lib';
import { IKey } from 'aws-cdk-lib/aws-kms';
import { IBucket } from 'aws-cdk-lib/aws-s3';
import { CfnModel } from 'aws-cdk-lib/aws-sagemaker';
import { Construct } from 'constructs';
import { RepositoryFile } from '../artifacts/repository-file';
import { JobNetwork } from '../cdk/network-interfaces';
import { Finding } from '../findings/finding';
import { TritonModel } from '../model';
import { ExportedMetrics } from '../model/server/metrics-exporter';
import { EndpointAlarmsProps } from '../monitoring';
import { InstanceType, LatencyObjective, RoutingStrategy } from '../platform';
import { Scaling } from '../scaling';
import { ScaledVariant } from '../scaling/scaled-variant';
import { ExpectedTraffic } from '../measurements';
import { PlanCandidate } from '../measurements';
import { ProbeOptions, SmokeTestOptions } from '../smoke-test';
import { TargetedModel } from '../smoke-test/test-plan';
import { AsyncInference } from './asynchronous/options';
import { EndpointOptions } from './endpoint-options';
import { EndpointPurpose } from './endpoint-purpose';
import { ComponentFleet, ComponentSettings } from './inference-components/component';
import { TritonImage, TritonImageConfig } from './image';
import { MonitoringOptions } from './monitoring/options';
import { UpdateStrategy } from './update/update-strategy';
import { HostingSettings } from './variant/resolve';

/** The options of an endpoint with all defaults filled in. The library first checks these options, and then builds the constructs from them. */
export interface Endpoint extends EndpointOptions {
  readonly endpointName: string;
  readonly multiModel: boolean;
  /** Options of an asynchronous endpoint. Undefined for all other endpoints. */
  readonly asynchronous?: AsyncInference;
  /** The production variants, or the inference components of the fleet. */
  readonly variants: Variant[];
  readonly shadowVariants: Variant[];
  /** The instances that all inference components share. Undefined if each variant has its own instances. */
  readonly fleet?: ComponentFleet;
  /** Bucket for the models, if the user provides one. */
  readonly modelBucket?: IBucket;
  readonly updateStrategy: UpdateStrategy;
  readonly purpose: EndpointPurpose;
  readonly monitoring: MonitoringOptions;
  readonly smokeTest: SmokeTestOptions;
  readonly probe: ProbeOptions;
  /** The rollback alarms that the library creates: their number, and the longest time until one of them fires. */
  readonly rollback: { readonly count: number; readonly timeToFire: Duration };
}

/** The properties of an endpoint that depend on its kind. */
export interface KindSpecificProperties extends Pick<
  Endpoint,
  'multiModel' | 'asynchronous' | 'modelBucket' | 'fleet'
> {
  readonly variants: VariantWithoutAlarms[];
  readonly shadowVariants: VariantWithoutAlarms[];
}

/** A variant with all defaults filled in. */
export interface Variant extends HostingSettings {
  /** Path of the variant's properties, such as `variants[1]`. Empty if the properties of the endpoint describe the only variant. */
  readonly path: string;
  readonly variantName: string;
  readonly weight: number;
  /** The instance types in order of preference, with the models that they serve. */
  readonly pools: VariantPool[];
  /** Whether the instances receive their requests from a queue. */
  readonly asynchronous?: boolean;
  /** Number of GPUs that each instance must have. Undefined if the kind of endpoint does not require a specific number. */
  readonly gpuCount?: number;
  /** Number of instances that a deployment starts. For an inference component, the number of copies. */
  readonly initialInstanceCount: number;
  /** Objective for ModelLatency. */
  readonly latencyObjective: LatencyObjective;
  readonly scaling: Scaling;
  /** Undefined for SageMaker's default. */
  readonly routingStrategy?: RoutingStrategy;
  readonly plannedPerformance?: PlanCandidate;
  readonly expectedTraffic?: ExpectedTraffic;
  /** The names under which the server's own metrics are published. Undefined if they are not published. */
  readonly exportedMetrics?: ExportedMetrics;
  /** Undefined for a variant with its own instances. */
  readonly component?: ComponentSettings;
  /** Whether the probe sends requests to the variant. */
  readonly isProbed?: boolean;
  /** The smoke test, if it differs from the smoke test of the endpoint. */
  readonly smokeTest?: SmokeTestOptions;
  readonly serving: Serving;
  /** The alarms. Undefined for a shadow variant. */
  readonly alarms?: EndpointAlarmsProps;
}

/** A variant before the alarms of the endpoint are resolved. */
export type VariantWithoutAlarms = Omit<Variant, 'alarms'>;

/** One of the instance types of a variant, with its models. */
export interface VariantPool {
  readonly instanceType: InstanceType;
  /** The models that the instances serve: one, or all models of a multi-model endpoint. */
  readonly models: TritonModel[];
}

/** The instance types of a variant, in order of preference. */
export function instanceTypesOf({ pools }: Pick<Variant, 'pools'>): InstanceType[] {
  return pools.map(({ instanceType }) => instanceType);
}

/** A variant, with the properties that its scaling strategy uses. */
export function scaledVariantOf(variant: Variant): Variant & ScaledVariant {
  return {
    ...variant,
    instanceTypes: instanceTypesOf(variant),
    inferenceComponentName: variant.component?.inferenceComponentName,
  };
}

/** The models of a variant, without duplicates. */
export function modelsOf({ pools }: Pick<Variant, 'pools'>): TritonModel[] {
  return [...new Set(pools.flatMap(({ models }) => models))];
}

/** Checks and constructs of a variant that differ between the kinds of endpoint (real-time, multi-model). */
export interface Serving {
  /** Checks the models of a variant. The fields of the findings are relative to the variant. */
  check(variant: Variant): Finding[];
  /**
   * Creates the content (model data and settings) of each pool, in the order of the pools. Pools that serve the same model share one
   * content.
   */
  build(scope: Construct, pools: VariantPool[], environment: ServingEnvironment): Content[];
}

/** Image, network and key of a variant's containers. The jobs that build its TensorRT engines use the same values. */
export interface ServingEnvironment {
  /** The construct of the endpoint. */
  readonly scope: Construct;
  readonly image: TritonImage;
  readonly boundImage: TritonImageConfig;
  readonly network?: JobNetwork;
  readonly encryptionKey?: IKey;
  /** Files that are added to each model repository. */
  readonly additionalFiles: RepositoryFile[];
}

/** An object in S3, or all objects under a prefix. */
export interface ReadableLocation {
  readonly bucketArn: string;
  /** Key of the object, or the prefix with a trailing `/`. */
  readonly key: string;
  readonly isPrefix: boolean;
}

/** The content of a SageMaker model's container: models, environment variables, and the location of the model data. */
export interface Content {
  /** The models that must respond after the container has started. Empty if the container loads its models on demand. */
  readonly models: TritonModel[];
  /** The models of a container that loads its models on demand. The list is complete when the stack is synthesized. */
  readonly targetModels?: TargetedModel[];
  /** The properties of the container that locate the models. */
  readonly container: Pick<
    CfnModel.ContainerDefinitionProperty,
    'mode' | 'modelDataUrl' | 'modelDataSource' | 'modelPackageName' | 'multiModelConfig'
  >;
  readonly environment: Record<string, string>;
  /** The objects that the endpoint's role must be able to read. If models are published under a prefix, these are all their versions. */
  readonly location: ReadableLocation;
  /** Key that encrypts the bucket. */
  readonly bucketKey?: IKey;
  /** Hash that changes with the content. */
  readonly contentHash: string;
  /** Human-readable list of the content. Undefined for data that was already in S3. */
  readonly listing?: string[];
  /** Size of the unpacked files. Undefined if not known. */
  readonly bytes?: number;
  /** Custom resource that publishes the content, which means that it writes the content to S3. */
  readonly publication?: CustomResource;
}

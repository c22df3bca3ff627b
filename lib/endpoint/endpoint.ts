import { CustomResource, Duration } from 'aws-cdk-lib';
import { IKey } from 'aws-cdk-lib/aws-kms';
import { IBucket } from 'aws-cdk-lib/aws-s3';
import { CfnModel } from 'aws-cdk-lib/aws-sagemaker';
import { Construct } from 'constructs';
import { BuildNetwork } from '../engine/build-site';
import { Finding } from '../findings/finding';
import { TritonModel } from '../model';
import { EndpointAlarmsProps } from '../monitoring';
import { InstanceType, LatencyObjective, RoutingStrategy } from '../platform';
import { Scaling } from '../scaling';
import { PlannedPerformance } from '../sizing';
import { ProbeOptions, SmokeTestOptions } from '../smoke-test';
import { TargetedModel } from '../smoke-test/targeted-model';
import { AsyncInference } from './asynchronous/inference';
import { EndpointOptions } from './endpoint-options';
import { EndpointPurpose } from './endpoint-purpose';
import { TritonImage, TritonImageConfig } from './image';
import { MonitoringOptions } from './monitoring/options';
import { UpdateStrategy } from './update/update-strategy';
import { Host } from './variant/resolve';

/** An endpoint with nothing left open: what is checked, and what is built. */
export interface Endpoint extends EndpointOptions {
  readonly endpointName: string;
  readonly multiModel: boolean;
  /** Where requests and answers of an asynchronous endpoint are; undefined of all others. */
  readonly asynchronous?: AsyncInference;
  readonly variants: Variant[];
  readonly shadowVariants: Variant[];
  /** Where models are published to, if users gave a bucket. */
  readonly modelBucket?: IBucket;
  readonly updateStrategy: UpdateStrategy;
  readonly purpose: EndpointPurpose;
  readonly monitoring: MonitoringOptions;
  readonly smokeTest: SmokeTestOptions;
  readonly probe: ProbeOptions;
  /** The alarms of each production variant. */
  readonly alarms: ReadonlyMap<Variant, EndpointAlarmsProps>;
  /** The alarms of its own on which an update rolls back: how many, and the longest time that one of them needs to fire. */
  readonly rollback: { readonly count: number; readonly window: Duration };
}

/** A variant with nothing left open. */
export interface Variant extends Host {
  /** Where its properties stand, such as `variants[1]`; empty for the only variant, whose properties are the endpoint's. */
  readonly path: string;
  readonly variantName: string;
  readonly weight: number;
  /** In the order of preference. */
  readonly instanceTypes: InstanceType[];
  /** Whether its requests come from a queue. */
  readonly asynchronous?: boolean;
  /** GPUs of each instance, where the kind of endpoint decides it. */
  readonly gpuCount?: number;
  readonly initialInstanceCount: number;
  /** Held against ModelLatency. */
  readonly latencyObjective: LatencyObjective;
  readonly scaling: Scaling;
  /** Undefined where SageMaker's own is left. */
  readonly routingStrategy?: RoutingStrategy;
  readonly planned?: PlannedPerformance;
  readonly instanceProvisionTimeout?: Duration;
  /** The reservation that its instances start in; undefined of on-demand instances. */
  readonly mlReservationArn?: string;
  readonly serving: Serving;
}

/** What a variant serves: what differs between the kinds of endpoint. */
export interface Serving {
  /** The models that must answer. */
  readonly models: TritonModel[];
  /** What Triton or SageMaker would refuse of it, with the fields as the variant has them. */
  check(variant: Variant): Finding[];
  /** What each of the variant's instance types serves; types that serve the same share one content. */
  build(scope: Construct, host: ServingHost): Content[];
}

/** What a variant's containers run in: its engines are built in the same. */
export interface ServingHost {
  readonly release: TritonImage;
  /** The same, bound. */
  readonly image: TritonImageConfig;
  readonly network?: BuildNetwork;
  readonly encryptionKey?: IKey;
}

/** An object in S3, or all objects below a prefix. */
export interface ReadableLocation {
  readonly bucketArn: string;
  /** Key of the object, or the prefix with its `/`. */
  readonly key: string;
  readonly isPrefix: boolean;
}

/** What the container of a SageMaker model serves. */
export interface Content {
  /** The models that must answer; none of a container that loads its models on demand. */
  readonly models: TritonModel[];
  /** The models of a container that loads them on demand; complete when the stack is synthesized. */
  readonly targetModels?: TargetedModel[];
  /** Where SageMaker finds them. */
  readonly container: Pick<
    CfnModel.ContainerDefinitionProperty,
    'mode' | 'modelDataUrl' | 'modelDataSource' | 'modelPackageName' | 'multiModelConfig'
  >;
  readonly environment: Record<string, string>;
  /** What the endpoint has to be allowed to read: all versions of the same models, where they are published below one prefix. */
  readonly location: ReadableLocation;
  /** Key that encrypts the bucket. */
  readonly bucketKey?: IKey;
  /** Changes whenever the content does. */
  readonly contentHash: string;
  /** What the content consists of, for people; undefined for data that was in S3 before. */
  readonly listing?: string[];
  /** Size of the unpacked files; undefined where nobody knows it. */
  readonly bytes?: number;
  /** What has to be deployed before the content is there. */
  readonly publication?: CustomResource;
}

import { IKey } from 'aws-cdk-lib/aws-kms';
import { Construct } from 'constructs';
import { RepositoryFile } from '../../artifacts/repository-file';
import { JobNetwork } from '../../cdk/network-interfaces';
import { Finding } from '../../findings/finding';
import { TritonModel } from '../../model';
import { ExportedMetrics } from '../../model/server/metrics-exporter';
import { EndpointAlarmsProps } from '../../monitoring/endpoint-alarms-props';
import { InstanceType, LatencyObjective } from '../../platform';
import { Scaling } from '../../scaling';
import { InstanceRange } from '../../scaling/scaled-variant';
import { TritonImage } from '../image';
import { TritonImageConfig } from '../image/image-source';
import { InstanceOptions, ServingOptions } from '../options/variant-options';
import { Content } from './content';

/** What serves models: a variant with its own instances, or an inference component on shared instances. All defaults are filled in. */
export interface Host extends ServingOptions, InstanceOptions {
  /** Path of the properties, such as `variants[1]`. Empty if the properties of the endpoint describe the only variant. */
  readonly path: string;
  /** Name of the variant, or of the component within its endpoint. */
  readonly variantName: string;
  readonly image: TritonImage;
  /** The instance types in order of preference, with the models that they serve. */
  readonly pools: Pool[];
  readonly instanceTypes: InstanceType[];
  /** The models of all pools, without duplicates. */
  readonly models: TritonModel[];
  /** Objective for ModelLatency. */
  readonly latencyObjective: LatencyObjective;
  readonly scaling: Scaling;
  /** The numbers of instances or copies between which it scales. */
  readonly range: InstanceRange;
  /** Whether the instances receive their requests from a queue. */
  readonly asynchronous?: boolean;
  readonly serving: Serving;
  /** The names under which the server's own metrics are published. Undefined if they are not published. */
  readonly exportedMetrics?: ExportedMetrics;
  /** Whether the probe sends requests. */
  readonly isProbed?: boolean;
  /** The alarms. Undefined for a shadow variant. */
  readonly alarms?: EndpointAlarmsProps;
}

/** An instance type, with the models that its instances serve: one, or all models of a multi-model endpoint. */
export interface Pool {
  readonly instanceType: InstanceType;
  readonly models: TritonModel[];
}

/** The pools of a host, and what they contain. */
export function withPools(pools: Pool[]): { pools: Pool[]; instanceTypes: InstanceType[]; models: TritonModel[] } {
  return {
    pools,
    instanceTypes: pools.map(({ instanceType }) => instanceType),
    models: [...new Set(pools.flatMap(({ models }) => models))],
  };
}

/** Checks and constructs that differ between one model and models that are loaded on demand. */
export interface Serving {
  /** Checks the models. The fields of the findings are relative to the host. */
  check(host: Host): Finding[];
  /**
   * Creates the content (model data and settings) of each pool, in the order of the pools. Pools that serve the same model share one
   * content.
   */
  build(scope: Construct, pools: Pool[], environment: ServingEnvironment): Content[];
}

/** Image, network and key of a host's containers. The jobs that build its TensorRT engines use the same values. */
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

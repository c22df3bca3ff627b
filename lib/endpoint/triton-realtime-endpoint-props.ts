import { IBucket } from 'aws-cdk-lib/aws-s3';
import { TritonModel } from '../model';
import { InstanceType, LatencyObjective } from '../platform';
import { AssetStaging, Packaging } from '../repository';
import { Scaling } from '../scaling';
import { CapacityPlan } from '../sizing';
import { CanaryOptions, SmokeTestOptions } from '../smoke-test';
import { TritonImage } from './image';
import { MonitoringOptions } from './monitoring-options';

/** Properties of `TritonRealtimeEndpoint`. */
export interface TritonRealtimeEndpointProps {
  /** The model to serve. */
  readonly model: TritonModel;

  /**
   * Name of the endpoint: 1 to 63 letters, digits and inner hyphens. It stays the same over updates.
   *
   * @default - a name derived from the construct's path
   */
  readonly endpointName?: string;

  /**
   * A capacity plan: instance type, counts, scaling, routing and objective are the plan's where these properties leave them
   * open, and the model gets the plan's batching and instance groups.
   *
   * @default - no plan
   */
  readonly sizing?: CapacityPlan;

  /**
   * Instance type of the endpoint.
   *
   * @default - the plan's, else InstanceType.G4DN_XLARGE, the cheapest with a GPU (0.7364 USD an hour in us-east-1, 2025-04)
   */
  readonly instanceType?: InstanceType;

  /**
   * Number of instances to begin with. Later deployments keep what scaling made of it.
   *
   * @default - the plan's, else 1
   */
  readonly instanceCount?: number;

  /**
   * Triton release.
   *
   * @default TritonImage.default(), 24.09
   */
  readonly image?: TritonImage;

  /**
   * The latency that the endpoint has to keep. It sets the latency alarm and the line on the dashboard.
   *
   * @default - the plan's without the overhead, else p99 of ModelLatency within 1 second
   */
  readonly latencyObjective?: LatencyObjective;

  /**
   * How the number of instances follows the load.
   *
   * @default - with a plan from 1 instance to the planned count at the planned rate; else up to twice the instance count, at as many requests in flight per instance as the model executes at once:
   * one batch for each of its instances on one GPU
   */
  readonly scaling?: Scaling;

  /**
   * How the model's local files travel to the instances. Files that are in S3 already are served as they are.
   *
   * @default Packaging.UNCOMPRESSED
   */
  readonly packaging?: Packaging;

  /**
   * Where the deployment finds the model's large files: where they are, or copied into the cloud assembly. Assemblies that
   * travel, as with CDK Pipelines, need `COPY`. For `Packaging.ARCHIVE` it makes no difference.
   *
   * @default AssetStaging.IN_PLACE
   */
  readonly assetStaging?: AssetStaging;

  /**
   * Bucket for the uncompressed files, in the endpoint's region, below a prefix of the stack's name. Each version of the
   * model has a prefix of its own there that never changes.
   *
   * @default - a bucket that all endpoints of the stack share and that is removed with the stack
   */
  readonly modelBucket?: IBucket;

  /**
   * How many versions of the uncompressed files stay in the bucket beside the one that is served, so that going back does not
   * have to copy them. All are removed with the endpoint.
   *
   * @default 1
   */
  readonly retainedModelVersions?: number;

  /**
   * How the endpoint is watched: alarms, dashboard, log.
   *
   * @default - every alarm that applies, without actions; a dashboard of its own; the log kept for a month
   */
  readonly monitoring?: MonitoringOptions;

  /**
   * What the smoke test asks after a deployment, and what it expects. A deployment fails over a wrong answer, and CloudFormation rolls
   * it back.
   *
   * @default - the model's examples, or zeros for a model without; the endpoint's latency objective over 100 requests
   */
  readonly smokeTest?: SmokeTestOptions;

  /**
   * How the endpoint is asked between deployments and while one replaces the fleet.
   *
   * @default - a request every 5 minutes, and one each minute while the endpoint is updating
   */
  readonly canary?: CanaryOptions;
}

import { Duration, Size } from 'aws-cdk-lib';
import { InferenceAmi, InstanceType, LatencyObjective, RoutingStrategy } from '../platform';
import { Scaling } from '../scaling';
import { TritonImage } from './image';
import { ServerOptions } from './server';

/** The instances that serve a variant, and how their number follows the load. */
export interface FleetOptions {
  /**
   * Instance type.
   *
   * @default - the plan's, else InstanceType.G4DN_XLARGE, the cheapest with a GPU (0.7364 USD an hour in us-east-1, 2025-04)
   */
  readonly instanceType?: InstanceType;

  /**
   * Number of instances to begin with. Later deployments keep what scaling made of it.
   *
   * @default - the plan's, else 1; 2 on a multi-model endpoint
   */
  readonly instanceCount?: number;

  /**
   * How the number of instances follows the load.
   *
   * @default - with a plan from 1 instance to the planned count at the planned rate; else up to twice the instance count, at
   * as many requests in flight per instance as a batch of the model holds. On a multi-model endpoint so that 60 % of the GPUs are busy
   */
  readonly scaling?: Scaling;

  /**
   * The latency that has to be kept. It sets the latency alarm and the line on the dashboard.
   *
   * @default - the plan's without the overhead, else p99 of ModelLatency within 1 second
   */
  readonly latencyObjective?: LatencyObjective;

  /**
   * How requests are spread over the instances.
   *
   * @default - the plan's, else RoutingStrategy.LEAST_OUTSTANDING_REQUESTS; RANDOM on a multi-model endpoint, where SageMaker prefers
   * instances on which the model is loaded
   */
  readonly routingStrategy?: RoutingStrategy;

  /**
   * Triton's image.
   *
   * @default TritonImage.defaultRelease(), 24.09
   */
  readonly image?: TritonImage;

  /**
   * The hosts' image, which decides over the GPU driver.
   *
   * @default - the one that the image's CUDA needs on the instance type; SageMaker's own where its driver will do
   */
  readonly inferenceAmi?: InferenceAmi;

  /**
   * How the server is started.
   *
   * @default - the container's own settings, but without verbose logs
   */
  readonly server?: ServerOptions;

  /**
   * Size of the disk that holds model and container, whole GiB from 1 to 512; only for types without NVMe of their own.
   *
   * @default - SageMaker's
   */
  readonly volumeSize?: Size;

  /**
   * How long the download of the model's files may take, 60 to 3600 seconds.
   *
   * @default - 300 seconds and the time that the files take at 50 MB/s
   */
  readonly modelDataDownloadTimeout?: Duration;

  /**
   * How long the server may take until it answers its first health check, 60 to 3600 seconds.
   *
   * @default - 300 seconds and the time that the files take at 100 MB/s
   */
  readonly containerStartupHealthCheckTimeout?: Duration;
}

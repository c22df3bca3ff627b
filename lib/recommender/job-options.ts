import { LatencyObjective } from '../platform';

/** The machine learning domains that the SageMaker API supports. */
export enum ModelDomain {
  COMPUTER_VISION = 'COMPUTER_VISION',
  NATURAL_LANGUAGE_PROCESSING = 'NATURAL_LANGUAGE_PROCESSING',
  MACHINE_LEARNING = 'MACHINE_LEARNING',
}

/** The machine learning tasks that the SageMaker API supports. */
export enum ModelTask {
  IMAGE_CLASSIFICATION = 'IMAGE_CLASSIFICATION',
  OBJECT_DETECTION = 'OBJECT_DETECTION',
  TEXT_GENERATION = 'TEXT_GENERATION',
  IMAGE_SEGMENTATION = 'IMAGE_SEGMENTATION',
  FILL_MASK = 'FILL_MASK',
  CLASSIFICATION = 'CLASSIFICATION',
  REGRESSION = 'REGRESSION',
  OTHER = 'OTHER',
}

/** The frameworks that the SageMaker API supports. Triton is not one of them. */
export enum ModelFramework {
  TENSORFLOW = 'TENSORFLOW',
  PYTORCH = 'PYTORCH',
  XGBOOST = 'XGBOOST',
  SCIKIT_LEARN = 'SAGEMAKER-SCIKIT-LEARN',
}

/** The conditions under which a load test stops. */
export interface StopConditions {
  /**
   * Number of invocations per minute at which the test stops, from 1 to 30,000. With `modelLatency`, it is also the load that the selected
   * fleet must serve.
   *
   * @default - the test does not stop at a number of invocations
   */
  readonly invocationsPerMinute?: number;

  /**
   * ModelLatency, as a p95 or p99 (`LatencyObjective.p95`), above which the test stops. Custom load tests support only p95.
   *
   * @default - the test does not stop at a latency
   */
  readonly modelLatency?: LatencyObjective;

  /**
   * Whether the test continues after additional users do not increase the number of invocations.
   *
   * @default false
   */
  readonly continueWhenFlat?: boolean;
}

import { LatencyObjective } from '../platform';

/** The machine learning domains that the SageMaker API supports. */
export enum ModelDomain {
  /** Images and videos. */
  COMPUTER_VISION = 'COMPUTER_VISION',
  /** Text. */
  NATURAL_LANGUAGE_PROCESSING = 'NATURAL_LANGUAGE_PROCESSING',
  /** All other domains, such as tables and time series. */
  MACHINE_LEARNING = 'MACHINE_LEARNING',
}

/** The machine learning tasks that the SageMaker API supports. */
export enum ModelTask {
  /** Assigns a class to an image. */
  IMAGE_CLASSIFICATION = 'IMAGE_CLASSIFICATION',
  /** Finds objects in an image. */
  OBJECT_DETECTION = 'OBJECT_DETECTION',
  /** Generates text. */
  TEXT_GENERATION = 'TEXT_GENERATION',
  /** Assigns a class to each pixel of an image. */
  IMAGE_SEGMENTATION = 'IMAGE_SEGMENTATION',
  /** Predicts masked words of a text. */
  FILL_MASK = 'FILL_MASK',
  /** Assigns a class to a row of a table. */
  CLASSIFICATION = 'CLASSIFICATION',
  /** Predicts a number. */
  REGRESSION = 'REGRESSION',
  /** All other tasks. */
  OTHER = 'OTHER',
}

/** The frameworks that the SageMaker API supports. Triton is not one of them. */
export enum ModelFramework {
  /** TensorFlow. */
  TENSORFLOW = 'TENSORFLOW',
  /** PyTorch. */
  PYTORCH = 'PYTORCH',
  /** XGBoost. */
  XGBOOST = 'XGBOOST',
  /** scikit-learn. */
  SCIKIT_LEARN = 'SAGEMAKER-SCIKIT-LEARN',
}

/** The conditions under which a load test stops. */
export interface StopConditions {
  /**
   * Number of invocations per minute at which the test stops, from 1 to 30,000. With `modelLatency`, this number is also the load that the
   * selected fleet must serve.
   *
   * @default - the test does not stop at a number of invocations
   */
  readonly invocationsPerMinute?: number;

  /**
   * p95 or p99 of ModelLatency above which the test stops, such as `LatencyObjective.p95(…)`. Custom load tests support only p95.
   *
   * @default - the test does not stop at a latency
   */
  readonly modelLatency?: LatencyObjective;

  /**
   * Whether the test continues when additional users no longer increase the number of invocations.
   *
   * @default false
   */
  readonly continueWhenFlat?: boolean;
}

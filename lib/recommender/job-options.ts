import { LatencyObjective } from '../platform';

/** Machine learning domains that the API knows. */
export enum ModelDomain {
  COMPUTER_VISION = 'COMPUTER_VISION',
  NATURAL_LANGUAGE_PROCESSING = 'NATURAL_LANGUAGE_PROCESSING',
  MACHINE_LEARNING = 'MACHINE_LEARNING',
}

/** Machine learning tasks that the API knows. */
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

/** Frameworks that the API knows; Triton is not among them. */
export enum ModelFramework {
  TENSORFLOW = 'TENSORFLOW',
  PYTORCH = 'PYTORCH',
  XGBOOST = 'XGBOOST',
  SCIKIT_LEARN = 'SAGEMAKER-SCIKIT-LEARN',
}

/** When a load test ends. */
export interface StopConditions {
  /**
   * Requests per minute that are enough, 1 to 30,000. With `modelLatency` it also says what the pick has to carry.
   *
   * @default - the test goes on
   */
  readonly invocationsPerMinute?: number;

  /**
   * The ModelLatency that ends the test when it is exceeded, p95 or p99 (`LatencyObjective.p95`). Custom load tests take p95 only.
   *
   * @default - the test goes on
   */
  readonly modelLatency?: LatencyObjective;

  /**
   * Whether the test goes on after more users bring no more requests.
   *
   * @default false
   */
  readonly continueWhenFlat?: boolean;
}

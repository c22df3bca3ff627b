/*
 * SageMaker jobs that can build an engine on an instance type. Source: ProcessingInstanceType and TrainingInstanceType in the API model of
 * SageMaker in botocore 1.44.5, read 2026-11-22. Training jobs support all types of processing jobs. Neither kind of job accepts an
 * InferenceAmiVersion.
 */

/** The kinds of SageMaker jobs that build TensorRT engines. Each kind has separate quotas. */
export enum EngineJobKind {
  /** A processing job. Not available for p4d, p4de, p5.48xlarge, p5e, p5en and p6. */
  PROCESSING = 'processing',
  /** A training job. Available for each instance type that processing jobs support. */
  TRAINING = 'training',
}

const PROCESSING_FAMILIES = ['p2', 'p3', 'g4dn', 'g5', 'g6', 'g6e', 'g7', 'g7e'];
/** Types that processing jobs support, although processing jobs do not support all types of the family. */
const PROCESSING_TYPES = ['ml.p5.4xlarge'];
const TRAINING_FAMILIES = ['p4d', 'p4de', 'p5', 'p5e', 'p5en', 'p6-b200', 'p6-b300'];

/**
 * Kinds of jobs that support an instance type; an empty list for all other types. The processing job is first, because it accepts any
 * image and does not archive its output.
 */
export function supportedJobKinds(instanceType: string): EngineJobKind[] {
  const family = instanceType.split('.')[1] ?? '';
  if (PROCESSING_FAMILIES.includes(family) || PROCESSING_TYPES.includes(instanceType)) {
    return [EngineJobKind.PROCESSING, EngineJobKind.TRAINING];
  }
  return TRAINING_FAMILIES.includes(family) ? [EngineJobKind.TRAINING] : [];
}

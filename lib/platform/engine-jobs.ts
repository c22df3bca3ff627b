/*
 * Which SageMaker jobs can build an engine on an instance type. Source: ProcessingInstanceType and TrainingInstanceType in the API model of
 * SageMaker in botocore 1.44.5, read 2026-11-22: training jobs have all types that processing jobs have. Neither job accepts an
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
/** Of a family that processing jobs have only a part of. */
const PROCESSING_TYPES = ['ml.p5.4xlarge'];
const TRAINING_FAMILIES = ['p4d', 'p4de', 'p5', 'p5e', 'p5en', 'p6-b200', 'p6-b300'];

/**
 * The kinds that have a type, none of a type that no such job has or that is not known. A processing job comes first, since it takes any image
 * and writes its output as it is.
 */
export function engineJobsOf(instanceType: string): EngineJobKind[] {
  const family = instanceType.split('.')[1] ?? '';
  if (PROCESSING_FAMILIES.includes(family) || PROCESSING_TYPES.includes(instanceType)) {
    return [EngineJobKind.PROCESSING, EngineJobKind.TRAINING];
  }
  return TRAINING_FAMILIES.includes(family) ? [EngineJobKind.TRAINING] : [];
}

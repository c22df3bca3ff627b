/*
 * Which SageMaker job can build an engine on an instance type: a processing job where it can, since it takes any image and writes its output
 * as it is, else a training job. Source: ProcessingInstanceType and TrainingInstanceType in the API model of SageMaker in botocore 1.44.5,
 * read 2026-11-22. Neither job accepts an InferenceAmiVersion.
 */

/** The jobs of SageMaker that run a container once. */
export type EngineJob = 'processing' | 'training';

const PROCESSING_FAMILIES = ['p2', 'p3', 'g4dn', 'g5', 'g6', 'g6e', 'g7', 'g7e'];
/** Of a family that processing jobs have only a part of. */
const PROCESSING_TYPES = ['ml.p5.4xlarge'];
const TRAINING_FAMILIES = ['p4d', 'p4de', 'p5', 'p5e', 'p5en', 'p6-b200', 'p6-b300'];

/** Undefined for a type that no such job has, or that is not known. */
export function engineJobOf(instanceType: string): EngineJob | undefined {
  const family = instanceType.split('.')[1] ?? '';
  if (PROCESSING_FAMILIES.includes(family) || PROCESSING_TYPES.includes(instanceType)) return 'processing';
  return TRAINING_FAMILIES.includes(family) ? 'training' : undefined;
}

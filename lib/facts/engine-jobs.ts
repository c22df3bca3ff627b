/*
 * Instance types on which a training job of SageMaker can build an engine. Source: TrainingInstanceType in the API model of SageMaker in
 * botocore 1.44.5, read 2026-11-22. Processing jobs support fewer types, and require a role that may manage all network interfaces of the
 * account. Neither kind of job accepts an InferenceAmiVersion.
 */

const FAMILIES = [
  ...['p2', 'p3', 'g4dn', 'g5', 'g6', 'g6e', 'g7', 'g7e'],
  ...['p4d', 'p4de', 'p5', 'p5e', 'p5en', 'p6-b200', 'p6-b300'],
];

/** Whether training jobs support an instance type with a GPU. */
export function canBuildEngines(instanceType: string): boolean {
  return FAMILIES.includes(instanceType.split('.')[1] ?? '');
}

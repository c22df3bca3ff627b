import { Finding, error, warning } from '../../findings/finding';
import { InstanceType } from '../../platform';
import { isUnresolved } from '../../findings/is-unresolved';

/** Instance families in AWS's table of supported types. The table does not contain newer families. */
const LISTED_FAMILIES = ['p2', 'p3', 'g4dn', 'g5'];

/**
 * Checks that the instances support a multi-model endpoint, and that the endpoint tolerates the loss of an instance.
 *
 * Source: Amazon SageMaker AI developer guide, "Supported algorithms, frameworks, and instances for multi-model endpoints"
 * (read 2026-11-29): types with one GPU of p2, p3, g4dn and g5, and all types without a GPU.
 */
export function checkInstances(instanceTypes: InstanceType[], instanceCount: number): Finding[] {
  return [...instanceTypes.flatMap(checkType), ...checkCount(instanceCount)];
}

function checkType(type: InstanceType): Finding[] {
  const { gpuCount, family, known, supportsMultiModel } = type;
  const reject = (message: string): Finding[] => [error('sm.mme-gpu-type', 'instanceType', `got ${type}${message}`)];
  if (supportsMultiModel || type._isCpuOnly || !known) return []; // a different check warns about unknown types
  const allowed = 'allowed for a multi-model endpoint:';
  if (gpuCount !== undefined && gpuCount > 1)
    return reject(` (${gpuCount} GPUs); ${allowed} types with one GPU, such as ml.g4dn.xlarge or ml.g5.2xlarge`);
  if (LISTED_FAMILIES.includes(family)) return reject(`; ${allowed} GPU types that AWS lists`);
  const message = `got ${type}; AWS lists p2, p3, g4dn and g5 types with one GPU for multi-model endpoints (2026-11), and may reject this type`;
  return [warning('sm.mme-gpu-type', 'instanceType', message)];
}

function checkCount(instanceCount: number): Finding[] {
  if (isUnresolved(instanceCount) || instanceCount !== 1) return [];
  return [
    warning(
      'mme.one-instance',
      'instanceCount',
      'got 1; with 2 or more instances in two Availability Zones, the endpoint tolerates the loss of a zone, and an instance that has loaded a model serves it while another loads it',
    ),
  ];
}

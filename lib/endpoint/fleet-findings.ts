import { Construct } from 'constructs';
import { Finding } from '../model-config';
import { error, warning } from './finding';
import { Fleet } from './fleet';
import { imageFindings } from './image/image-findings';

/** What SageMaker would refuse of a variant's fleet, or what would hang it. */
export function fleetFindings(
  scope: Construct,
  { image, instanceTypes, gpuCount, inferenceAmi, instanceCount, scaling }: Fleet,
): Finding[] {
  const problems = scaling._problems({ initialInstanceCount: instanceCount, instanceTypes, gpuCount });
  return [
    ...problems.map(({ severity, ...problem }): Finding =>
      (severity === 'warning' ? warning : error)(problem.ruleId, problem.field, problem.message),
    ),
    ...imageFindings(
      scope,
      image,
      instanceTypes,
      instanceTypes.length > 1 ? 'instancePools' : 'instanceType',
      inferenceAmi,
    ),
  ];
}

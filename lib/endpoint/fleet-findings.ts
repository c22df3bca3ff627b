import { Construct } from 'constructs';
import { Finding } from '../findings/finding';
import { Fleet } from './fleet';
import { imageFindings } from './image/image-findings';

/** What SageMaker would refuse of a variant's fleet, or what would hang it. */
export function fleetFindings(
  scope: Construct,
  { variantName, image, instanceTypes, gpuCount, inferenceAmi, instanceCount, scaling }: Fleet,
): Finding[] {
  return [
    ...scaling._check({ variantName, initialInstanceCount: instanceCount, instanceTypes, gpuCount }),
    ...imageFindings(
      scope,
      image,
      instanceTypes,
      instanceTypes.length > 1 ? 'instancePools' : 'instanceType',
      inferenceAmi,
    ),
  ];
}

import { Construct } from 'constructs';
import { Finding, Severity } from '../model-config';
import { Fleet } from './fleet';
import { imageFindings } from './image';

/** What SageMaker would refuse of a variant's fleet, or what would hang it. */
export function fleetFindings(scope: Construct, { image, instanceTypes, instanceCount, scaling }: Fleet): Finding[] {
  const problems = scaling?._problems({ initialInstanceCount: instanceCount, instanceTypes }) ?? [];
  return [
    ...problems.map(({ ruleId, property, message, severity = Severity.ERROR }): Finding => {
      const field = `scaling.${property}`;
      return { ruleId, field, message, severity };
    }),
    ...imageFindings(scope, image, instanceTypes, instanceTypes.length > 1 ? 'instancePools' : 'instanceType'),
  ];
}

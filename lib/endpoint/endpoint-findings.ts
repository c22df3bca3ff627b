import { Token } from 'aws-cdk-lib';
import { Construct } from 'constructs';
import { Finding } from '../model-config';
import { InstanceType } from '../platform';
import { Scaling } from '../scaling';
import { error } from './finding';
import { imageFindings } from './image/image-findings';
import { TritonImage } from './image/triton-image';

/** What is checked beside the model itself. */
export interface CheckedEndpoint {
  readonly endpointName: string;
  readonly image: TritonImage;
  readonly instanceType: InstanceType;
  readonly instanceCount: number;
  readonly scaling: Scaling;
}

/** What SageMaker would refuse of an endpoint, or what would hang it. */
export function endpointFindings(scope: Construct, endpoint: CheckedEndpoint): Finding[] {
  const { image, instanceType, instanceCount } = endpoint;
  return [
    ...nameFindings(endpoint.endpointName),
    ...(Token.isUnresolved(instanceCount) || (Number.isInteger(instanceCount) && instanceCount >= 1)
      ? []
      : [error('sm.variant-count', 'instanceCount', `got ${instanceCount}; allowed: a whole number of at least 1`)]),
    ...endpoint.scaling
      ._problems(instanceCount)
      .map(({ property, message }) => error('sm.scaling', `scaling.${property}`, message)),
    ...imageFindings(scope, image, [instanceType], 'instanceType'),
  ];
}

function nameFindings(name: string): Finding[] {
  if (Token.isUnresolved(name) || /^[a-zA-Z0-9](-*[a-zA-Z0-9]){0,62}$/.test(name)) return [];
  return [error('sm.ec-name', 'endpointName', `got '${name}'; allowed: 1 to 63 letters, digits and inner hyphens`)];
}

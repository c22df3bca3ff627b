import { Stack, Token } from 'aws-cdk-lib';
import { Construct } from 'constructs';
import { Finding } from '../model-config';
import { InstanceType } from '../platform';
import { minimumDriver } from '../platform/inference-ami';
import { Scaling } from '../scaling';
import { error, warning } from './finding';
import { TritonImage } from './triton-image';

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
      ._problems({ initialInstanceCount: instanceCount, instanceTypes: [instanceType] })
      .map(({ ruleId, field, message, severity }) =>
        severity === 'warning' ? warning(ruleId, field, message) : error(ruleId, field, message),
      ),
    ...regionFindings(scope, image),
    ...gpuFindings(image, instanceType),
  ];
}

function nameFindings(name: string): Finding[] {
  if (Token.isUnresolved(name) || /^[a-zA-Z0-9](-*[a-zA-Z0-9]){0,62}$/.test(name)) return [];
  return [error('sm.ec-name', 'endpointName', `got '${name}'; allowed: 1 to 63 letters, digits and inner hyphens`)];
}

function regionFindings(scope: Construct, image: TritonImage): Finding[] {
  const { region } = Stack.of(scope);
  if (Token.isUnresolved(region) || image._regions.includes(region)) return [];
  return [
    error(
      'sm.region',
      'image',
      `got release ${image.release} in ${region}, where AWS does not publish it; allowed: ${image._regions.join(', ')}, or another release`,
    ),
  ];
}

function gpuFindings(image: TritonImage, instanceType: InstanceType): Finding[] {
  const { computeCapability, architecture, defaultDriverVersion } = instanceType;
  if (!instanceType.known) {
    return [
      warning(
        'sm.variant-type',
        'instanceType',
        `${instanceType} is not in the instance table; its GPU and driver are not checked`,
      ),
    ];
  }
  if (architecture !== 'x86_64') {
    return [
      error(
        'sm.arm',
        'instanceType',
        `got ${instanceType} (${architecture}); allowed: x86_64 types, since the image is built for them`,
      ),
    ];
  }
  if (Number(computeCapability) < Number(image.minimumComputeCapability)) {
    return [
      error(
        Number(image.minimumComputeCapability) > 7 ? 'sm.cuda13-volta' : 'sm.p2',
        'instanceType',
        `got ${instanceType} (compute capability ${computeCapability}); allowed with Triton ${image.release} (CUDA ${image.cudaVersion}): ` +
          `compute capability ${image.minimumComputeCapability} or more, or an older release`,
      ),
    ];
  }
  if (defaultDriverVersion === undefined) {
    return [
      warning(
        'sm.driver',
        'instanceType',
        `the default driver of ${instanceType} is not documented; Triton ${image.release} needs driver ${minimumDriver(image.cudaVersion)} or newer`,
      ),
    ];
  }
  return [];
}

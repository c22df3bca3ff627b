import { Stack } from 'aws-cdk-lib';
import { Construct } from 'constructs';
import { checkRegion } from '../../cdk/check-place';
import { Finding, error, warning } from '../../findings/finding';
import { InferenceAmi, InstanceType } from '../../platform';
import { unsupportedResourceTypes } from '../../facts/cloudformation-schemas';
import { findTritonRelease, nearestReleases, registryAccounts, tritonReleases } from '../../facts/triton-releases';
import { checkCpu, checkOneKind, isOnCpu } from './check-cpu';
import { checkDriver } from './check-driver';
import { checkGpu } from './check-gpu';
import { checkVulnerabilities } from './check-vulnerabilities';
import { ecrNameOf, TritonImageConfig } from './image-source';
import { TritonImage } from './triton-image';
import { isUnresolved } from '../../findings/is-unresolved';

/**
 * Checks that an image can start on the instance types of a variant.
 *
 * @param field property that sets the instance types, such as `variants[1].instanceType`
 * @param selectedAmi AMI that the user selected, if any
 */
export function checkImage(
  scope: Construct,
  image: TritonImage,
  instanceTypes: InstanceType[],
  field: string,
  selectedAmi?: InferenceAmi,
): Finding[] {
  const path = field.slice(0, field.lastIndexOf('.') + 1);
  const imageField = `${path}image`;
  const fields = { instanceType: field, image: imageField, inferenceAmi: `${path}inferenceAmi` };
  return [
    ...checkListed(image, imageField),
    ...checkPublished(scope, image, imageField),
    ...checkRegion(Stack.of(scope), { resource: image._repository, field: imageField, noun: 'an image' }),
    ...checkVulnerabilities(image, Stack.of(scope).region, imageField),
    ...(image._uri === undefined
      ? []
      : checkImageUri(scope, { uri: image._uri, privateRegistry: image._privateRegistry }, imageField)),
    ...instanceTypes.flatMap((instanceType) => checkGpu(image, instanceType, field)),
    ...checkOneKind(instanceTypes, field),
    ...(isOnCpu(instanceTypes)
      ? checkCpu(image, instanceTypes, field, selectedAmi)
      : checkDriver(image, instanceTypes, fields, selectedAmi)),
  ];
}

/** Warns about a release that is not in the table: it is either newer than this library or not published by AWS. */
function checkListed({ release, _published, _cudaAtLeast: cuda }: TritonImage, field: string): Finding[] {
  if (!_published || findTritonRelease(release)) return [];
  const knownReleases = tritonReleases().map((row) => row.release);
  const message =
    `got release ${release}, which AWS is not known to publish for SageMaker; known: ${knownReleases.join(', ')}. If the registry does not ` +
    'have the image, the deployment fails' +
    (cuda === undefined
      ? ''
      : `. Its CUDA is not known: the driver is chosen for CUDA ${cuda}, that of the release before it, and the GPU is not checked`);
  return [warning('image.unlisted', field, message)];
}

function checkPublished(scope: Construct, image: TritonImage, field: string): Finding[] {
  const { region } = Stack.of(scope);
  const { _regions: regions, release } = image;
  if (!regions || isUnresolved(region) || regions.includes(region)) return [];
  const available = tritonReleases()
    .filter((row) => registryAccounts(row)[region] !== undefined)
    .map((row) => row.release);
  const alternative =
    available.length > 0 ? `release ${nearestReleases(release, available).join(', ')} there` : 'your own image';
  const message = `got release ${release} in ${region}, where AWS does not publish it; allowed: ${alternative}, or one of ${regions.filter(hasEndpoints).join(', ')}`;
  return [error('sm.region', field, message)];
}

/** AWS also publishes images in Regions in which CloudFormation does not support SageMaker endpoints. */
function hasEndpoints(region: string): boolean {
  return unsupportedResourceTypes(region, 'endpoint').length === 0;
}

/** Checks the name of an image against the API's pattern, and that SageMaker can pull the image. */
export function checkImageUri(
  scope: Construct,
  { uri, privateRegistry }: Pick<TritonImageConfig, 'uri' | 'privateRegistry'>,
  field: string,
): Finding[] {
  if (isUnresolved(uri)) return [];
  if (!/^\S{1,255}$/.test(uri)) {
    return [error('sm.image', field, `got '${uri}'; allowed: 1 to 255 characters without white space`)];
  }
  if (privateRegistry) return [];
  const { region } = Stack.of(scope);
  const ecr = ecrNameOf(uri);
  if (!ecr) {
    const message =
      `got '${uri}', which is not in Amazon ECR; allowed: an image in Amazon ECR, or TritonImage.fromPrivateRegistry, with which ` +
      'SageMaker pulls it through `vpc`';
    return [error('sm.image-registry', field, message)];
  }
  if (isUnresolved(region) || ecr.region === region) return [];
  return [
    error(
      'sm.other-region',
      field,
      `got an image in ${ecr.region}; allowed: an image in ${region}, the stack's Region`,
    ),
  ];
}

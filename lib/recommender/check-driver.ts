import { Stack } from 'aws-cdk-lib';
import { Construct } from 'constructs';
import { TritonImage } from '../endpoint';
import { checkGpu } from '../endpoint/image/check-gpu';
import { inferenceAmiVersionOf } from '../endpoint/image/inference-ami-version';
import { Finding, warning } from '../findings/finding';
import { InstanceType } from '../platform';
import { registryAccounts, tritonReleases } from '../facts/triton-releases';
import { isUnresolved } from '../findings/is-unresolved';

/**
 * Warns about an image that requires a newer GPU driver. Unlike an endpoint configuration, a job cannot select the AMI of its instances.
 *
 * @param newest newest release that runs on the default AMIs of all instance types
 */
export function checkDriver(image: TritonImage, instanceTypes: InstanceType[], newest?: string): Finding[] {
  const typesWithOldDriver = instanceTypes.filter((type) => !runsOn(image, type));
  if (typesWithOldDriver.length === 0) return [];
  const drivers = typesWithOldDriver.map((type) => `${type} (${describeDriver(type)})`).join(', ');
  const message = `got ${drivers} with release ${image.release}, whose CUDA ${image._cudaAtLeast} requires a newer driver; a job uses the default AMI of an instance type, so the server might not start: ${describeAlternative(newest)}`;
  return [warning('sm.ir-driver', 'instanceTypes', message)];
}

/** Returns the newest release that is published in the Region of the stack and runs on the default AMIs of all instance types. */
export function newestOnDefaultAmi(scope: Construct, instanceTypes: InstanceType[]): string | undefined {
  const { region } = Stack.of(scope);
  return tritonReleases()
    .filter((row) => isUnresolved(region) || registryAccounts(row)[region] !== undefined)
    .map(({ release }) => TritonImage.forRelease(release))
    .filter((image) => instanceTypes.every((type) => runsOn(image, type) && checkGpu(image, type, '').length === 0))
    .at(-1)?.release;
}

function runsOn(image: TritonImage, type: InstanceType): boolean {
  return inferenceAmiVersionOf(image, [type]) === undefined;
}

function describeDriver({ defaultDriverVersion: driver }: InstanceType): string {
  return driver === undefined ? 'AWS does not document its default driver' : `default driver ${driver}`;
}

function describeAlternative(release?: string): string {
  if (release !== undefined) {
    return `set image: TritonImage.forRelease('${release}'), the newest release that runs on all instance types of the job, or use other instance types`;
  }
  return 'no release is known to run on all instance types of the job: use a job for each kind, other instance types, or acknowledge the warning';
}

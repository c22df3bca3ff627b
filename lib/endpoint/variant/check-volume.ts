import { Size } from 'aws-cdk-lib';
import { error, Finding, warning } from '../../findings/finding';
import { sizeWithin } from '../../findings/ranges';

/*
 * Types with NVMe drives use those instead of a volume, and their own hardware encrypts them. SageMaker's API model had the call fail over
 * a key there (botocore 1.34.22), and now says that it does not encrypt the drives (1.44.5).
 */

/** What is asked of an instance type; an `InstanceType` has it. */
export interface HostedType {
  readonly name: string;
  /** Whether it has NVMe drives; undefined when it is not known. */
  readonly hasLocalStorage?: boolean;
}

/** The storage volume of a variant's instances. */
export interface Volume {
  /** The variant's type, or all types of its pools. */
  readonly instanceTypes: HostedType[];
  readonly volumeSize?: Size;
}

/** What is wrong with the size of the storage volume. */
export function checkVolumeSize({ instanceTypes, volumeSize }: Volume): Finding[] {
  if (volumeSize === undefined) return [];
  const field = 'volumeSize';
  return [
    ...sizeWithin(volumeSize, { ruleId: 'sm.volume', field, minimum: 1, maximum: 512 }, 'GiB'),
    ...checkDrives(instanceTypes, 'sm.volume-nvme', field, 'a volume size'),
  ];
}

/** What is wrong with a key that encrypts the storage volume. */
export function checkVolumeKey(instanceTypes: HostedType[], field: string): Finding[] {
  return checkDrives(instanceTypes, 'sm.volume-kms', field, 'a key for the volume');
}

function checkDrives(types: HostedType[], ruleId: string, field: string, given: string): Finding[] {
  const withDrives = namesOf(types.filter(({ hasLocalStorage }) => hasLocalStorage));
  const unknown = namesOf(types.filter(({ hasLocalStorage }) => hasLocalStorage === undefined));
  const refused = `got ${given} with ${withDrives}; allowed: no value, because the hardware encrypts the drives, or instance types without NVMe drives: ml.m5.xlarge without a GPU, or ml.p3.2xlarge with Triton 25.04 or older`;
  const unsure = `got ${given} with ${unknown}; types with NVMe drives accept no value, and it is not known whether these types have such drives`;
  return [
    ...(withDrives === '' ? [] : [error(ruleId, field, refused)]),
    ...(unknown === '' ? [] : [warning(ruleId, field, unsure)]),
  ];
}

function namesOf(types: HostedType[]): string {
  return [...new Set(types.map(({ name }) => name))].join(', ');
}

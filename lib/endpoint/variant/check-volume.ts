import { Size } from 'aws-cdk-lib';
import { error, Finding, warning } from '../../findings/finding';
import { checkSizeRange } from '../../findings/ranges';

/*
 * Instance types with NVMe drives use the drives instead of a volume, and their hardware encrypts the drives. According to
 * SageMaker's API model, SageMaker rejected a key for these types in the past (botocore 1.34.22), and now ignores the key (1.44.5).
 */

/** The properties of an `InstanceType` that determine its storage. */
export interface StorageOfType {
  readonly name: string;
  /** Whether the type has NVMe drives. Undefined if not known. */
  readonly hasLocalStorage?: boolean;
}

/** The storage volume of a variant's instances. */
export interface Volume {
  /** All instance types of the variant. */
  readonly instanceTypes: StorageOfType[];
  readonly volumeSize?: Size;
}

/** Checks the size of the storage volume. */
export function checkVolumeSize({ instanceTypes, volumeSize }: Volume): Finding[] {
  if (volumeSize === undefined) return [];
  const field = 'volumeSize';
  return [
    ...checkSizeRange(volumeSize, { ruleId: 'sm.volume', field, minimum: 1, maximum: 512 }, 'GiB'),
    ...checkDrives(instanceTypes, 'sm.volume-nvme', field, 'a volume size'),
  ];
}

/** Checks a key that encrypts the storage volume. */
export function checkVolumeKey(instanceTypes: StorageOfType[], field: string): Finding[] {
  return checkDrives(instanceTypes, 'sm.volume-kms', field, 'a key for the volume');
}

function checkDrives(types: StorageOfType[], ruleId: string, field: string, setting: string): Finding[] {
  const withDrives = namesOf(types.filter(({ hasLocalStorage }) => hasLocalStorage));
  const unknown = namesOf(types.filter(({ hasLocalStorage }) => hasLocalStorage === undefined));
  const rejected = `got ${setting} with ${withDrives}; allowed: no value, because the hardware encrypts the drives, or instance types without NVMe drives: ml.m5.xlarge without a GPU, or ml.p3.2xlarge with Triton 25.04 or older`;
  const uncertain = `got ${setting} with ${unknown}; types with NVMe drives accept no value, and it is not known whether these types have such drives`;
  return [
    ...(withDrives === '' ? [] : [error(ruleId, field, rejected)]),
    ...(unknown === '' ? [] : [warning(ruleId, field, uncertain)]),
  ];
}

function namesOf(types: StorageOfType[]): string {
  return [...new Set(types.map(({ name }) => name))].join(', ');
}

import { Size } from 'aws-cdk-lib';
import { IKey } from 'aws-cdk-lib/aws-kms';
import { Finding, error, warning } from '../../findings/finding';
import { sizeWithin } from '../../findings/ranges';

/** What is asked of an instance type; an `InstanceType` has it. */
export interface HostedType {
  readonly name: string;
  /** Whether it has NVMe drives; undefined when it is not known. */
  readonly hasLocalStorage?: boolean;
}

/** What is checked of the storage volume of a variant's instances. */
export interface CheckedVolume {
  /** The variant's type, or all types of its pools. */
  readonly instanceTypes: HostedType[];
  readonly encryptionKey?: IKey;
  readonly volumeSize?: Size;
  /** Where the variant stands, such as `variants[1].`; empty for the endpoint's own properties. */
  readonly field: string;
}

/**
 * What is wrong with size and key of the storage volume: types with NVMe drives use those instead, which their own hardware encrypts.
 * SageMaker's API model had the call fail over a key there (botocore 1.34.22), and now says that it does not encrypt the drives (1.44.5).
 */
export function volumeFindings({ instanceTypes, encryptionKey, volumeSize, field }: CheckedVolume): Finding[] {
  return [
    ...sizeWithin(volumeSize, { ruleId: 'sm.volume', field: `${field}volumeSize`, minimum: 1, maximum: 512 }, 'GiB'),
    ...(volumeSize ? driveFindings(instanceTypes, 'sm.volume-nvme', `${field}volumeSize`, 'a volume size') : []),
    ...(encryptionKey ? driveFindings(instanceTypes, 'sm.volume-kms', 'encryptionKey', 'a key for the volume') : []),
  ];
}

function driveFindings(types: HostedType[], ruleId: string, field: string, given: string): Finding[] {
  const withDrives = namesOf(types.filter(({ hasLocalStorage }) => hasLocalStorage));
  const unknown = namesOf(types.filter(({ hasLocalStorage }) => hasLocalStorage === undefined));
  const refused = `got ${given} with ${withDrives}; allowed: instance types without NVMe drives, such as ml.p3.2xlarge, or none; the drives are encrypted by their own hardware`;
  const unsure = `got ${given} with ${unknown}; types with NVMe drives take none, and whether there are any is not known`;
  return [
    ...(withDrives === '' ? [] : [error(ruleId, field, refused)]),
    ...(unknown === '' ? [] : [warning(ruleId, field, unsure)]),
  ];
}

function namesOf(types: HostedType[]): string {
  return [...new Set(types.map(({ name }) => name))].join(', ');
}

import { Size } from 'aws-cdk-lib';
import { modelAndMembers } from '../../model/model-validation';
import { Finding, warning } from '../../findings/finding';
import { InstanceType } from '../../platform';
import { Packaging } from '../../artifacts';
import { bytesOf, gibibytes } from '../models/check-model-data';
import { ServingPool } from './pools';

/**
 * Models that do not fit on the instance's drives, or on its volume where it has no drives: an archive lies there beside what it is
 * unpacked to. Advice, since only AWS knows how much of it the image takes.
 */
export function checkStorage(pools: ServingPool[], packaging?: Packaging, volumeSize?: Size): Finding[] {
  return pools.flatMap(({ instanceType, model }) => {
    const storage = storageOf(instanceType, volumeSize);
    const files = modelAndMembers(model).reduce((sum, each) => sum + bytesOf(each), 0);
    const archived = packaging === Packaging.ARCHIVE;
    const needed = archived ? 2 * files : files;
    if (storage === undefined || needed <= storage) return [];
    const given = archived ? `an archive and its content, ${gibibytes(needed)}` : `${gibibytes(needed)} of model files`;
    const wayOut = archived ? 'Packaging.UNCOMPRESSED needs half of the storage; otherwise ' : '';
    const message = `got ${given}; ${instanceType} has ${gibibytes(storage)} of storage: ${wayOut}choose a larger type or volume`;
    return [warning('sm.storage', archived ? 'packaging' : 'instanceType', message)];
  });
}

/** Undefined where it is not known: SageMaker does not say how large a volume is by default. */
function storageOf({ hasLocalStorage, localStorage }: InstanceType, volumeSize?: Size): number | undefined {
  if (hasLocalStorage !== false) return localStorage?.toBytes();
  return volumeSize === undefined || volumeSize.isUnresolved() ? undefined : volumeSize.toBytes();
}

import { Size } from 'aws-cdk-lib';
import { removeDuplicates, error, Finding, warning } from '../../findings/finding';
import { modelAndMembers } from '../../model/rules/model-validation';
import { InstanceType } from '../../platform';
import { Host } from '../resolved/host';
import { checkColdStart } from '../models/check-cold-start';
import { checkModelData, formatGibibytes, storedBytesOf } from '../models/check-model-data';
import { checkRequestSize } from '../models/check-request-size';
import { checkBuilds, ModelPool } from '../engines';
import { checkServer } from '../../model/server/check';
import { InheritedOptions } from '../options/variant-options';
import { checkPlan } from './check-plan';

/** Checks the models of a variant on its instance types. */
export function checkServing(host: Host, options: InheritedOptions): Finding[] {
  const { image, server, volumeSize, inferenceAmi, instanceTypes } = host;
  const pools = host.pools.map(({ instanceType, models: [model] }) => ({ instanceType, model }));
  return removeDuplicates([
    ...checkTypes(options),
    ...checkPlan(options),
    ...checkBuilds(host.models, { image, instanceTypes, inferenceAmi }),
    ...pools.flatMap(({ model, instanceType }) => [
      ...model.validate({ tritonRelease: image.release, instanceType, customImage: !image._published }),
      ...checkModelData(model, instanceType),
      ...checkServer(server, {
        release: image.release,
        models: [model],
        multiModel: false,
        gpuCount: instanceType.gpuCount,
        exportedMetrics: host.exportedMetrics,
      }),
      ...(host.asynchronous ? [] : checkRequestSize(model)), // the limit does not apply to asynchronous requests, which are in S3
      ...checkColdStart(model),
    ]),
    ...checkStorage(pools, volumeSize),
  ]);
}

/** Checks that the variant has either one instance type or pools. */
function checkTypes({ instanceType, instancePools }: InheritedOptions): Finding[] {
  const poolsError = (message: string): Finding[] => [error('sm.instance-pools', 'instancePools', message)];
  if (instanceType && instancePools)
    return poolsError(`got an instanceType (${instanceType}) as well; allowed: one of the two`);
  return instancePools?.length === 0 ? poolsError('got none; allowed: 1 to 5') : [];
}

/**
 * Warns about models that do not fit on the drives of the instance, or on the volume of an instance without drives. The finding
 * is only a warning, because the space that the image requires is not known.
 */
export function checkStorage(pools: ModelPool[], volumeSize?: Size): Finding[] {
  return pools.flatMap(({ instanceType, model }) => {
    const storageBytes = storageOf(instanceType, volumeSize);
    const neededBytes = modelAndMembers(model).reduce((sum, part) => sum + storedBytesOf(part), 0);
    if (storageBytes === undefined || neededBytes <= storageBytes) return [];
    const message =
      `got ${formatGibibytes(neededBytes)} of model files; ${instanceType} has ${formatGibibytes(storageBytes)} of storage: ` +
      'choose a larger type or volume';
    return [warning('sm.storage', 'instanceType', message)];
  });
}

/** Bytes of storage for the model. Undefined if not known: SageMaker does not document the default size of a volume. */
function storageOf({ hasLocalStorage, localStorage }: InstanceType, volumeSize?: Size): number | undefined {
  if (hasLocalStorage !== false) return localStorage?.toBytes();
  return volumeSize === undefined || volumeSize.isUnresolved() ? undefined : volumeSize.toBytes();
}

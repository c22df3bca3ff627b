import { distinct, error, Finding } from '../../findings/finding';
import { Variant } from '../endpoint';
import { checkColdStart } from '../models/check-cold-start';
import { checkModelData } from '../models/check-model-data';
import { checkRequestSize } from '../models/check-request-size';
import { checkEngines, checkPackaging, checkRetention } from '../engines/check';
import { checkServer } from '../server/check';
import { checkPlan } from './check-plan';
import { checkStorage } from './check-storage';
import { InheritedOptions, ServingPool } from './pools';

/** What is wrong with the models of a variant on its instance types. */
export function checkServing(variant: Variant, pools: ServingPool[], options: InheritedOptions): Finding[] {
  const { image, server, volumeSize } = variant;
  return distinct([
    ...checkTypes(options),
    ...checkPlan(options),
    ...checkEngines(variant.serving.models, variant, options.engineJob),
    ...checkPackaging(variant.serving.models, options.packaging),
    ...checkRetention(options.unusedEngineRetention),
    ...pools.flatMap(({ model, instanceType }) => [
      ...model.validate({ tritonRelease: image.release, instanceType, customImage: !image._published }),
      ...checkModelData(model, instanceType),
      ...checkServer(server, {
        release: image.release,
        models: [model],
        multiModel: false,
        gpuCount: instanceType.gpuCount,
      }),
      ...(variant.asynchronous ? [] : checkRequestSize(model)), // their requests are in S3
      ...checkColdStart(model),
    ]),
    ...checkStorage(pools, options.packaging, volumeSize),
  ]);
}

/** A variant has one instance type, or pools. */
function checkTypes({ instanceType, instancePools }: InheritedOptions): Finding[] {
  const refuse = (message: string): Finding[] => [error('sm.instance-pools', 'instancePools', message)];
  if (instanceType && instancePools)
    return refuse(`got an instanceType (${instanceType}) as well; allowed: one of the two`);
  return instancePools?.length === 0 ? refuse('got none; allowed: 1 to 5') : [];
}

import { distinct, Finding, within } from '../../findings/finding';
import { TritonModel } from '../../model';
import { InferenceAmi, InstanceType } from '../../platform';
import { Variant } from '../endpoint';
import { checkColdStart } from '../models/check-cold-start';
import { checkRequestSize } from '../models/check-request-size';
import { TritonImage } from '../image';
import { ServerOptions } from '../server';
import { checkServer } from '../server/check';
import { checkEnvironment } from '../server/check-environment';
import { checkEngines } from '../engines/check';
import { checkArchive } from './check-archive';
import { checkColdLoad } from './check-cold-load';
import { checkInstances } from './check-instances';
import { checkPlugins } from './check-plugins';
import { checkTarget } from './check-target';

/** Where the models of a set are served. */
export interface ModelHost {
  readonly image: TritonImage;
  readonly instanceTypes: InstanceType[];
  readonly server?: ServerOptions;
  readonly inferenceAmi?: InferenceAmi;
}

/** What is wrong with the host of a model set. Its models are checked when each is added. */
export function checkServing(
  { instanceTypes, initialInstanceCount, server, image }: Variant,
  models: TritonModel[],
): Finding[] {
  return [
    ...checkInstances(instanceTypes, initialInstanceCount),
    // What models are checked with is wrong without models, too.
    ...(models.length === 0
      ? checkEnvironment(server ?? {}, { release: image.release, models: [], multiModel: true })
      : []),
  ];
}

/** What is wrong with a model of a set by itself. */
export function checkModel(host: ModelHost, model: TritonModel, name: string, field: string): Finding[] {
  const { image, instanceTypes, server } = host;
  const { release } = image;
  const validated = instanceTypes.flatMap((instanceType) =>
    model.validate({ tritonRelease: release, instanceType, customImage: !image._published }),
  );
  const ofArchive = checkArchive(model, field);
  return distinct([
    ...within(field, [...validated, ...checkRequestSize(model), ...checkColdStart(model)]),
    ...ofArchive,
    ...checkEngines([model], host),
    ...within(field, checkPlugins(model, server)),
    ...checkTarget(name, release, `${field}.name`),
    // What the container does not find in the archive cannot be called either.
    ...(ofArchive.length > 0 ? [] : checkServer(server, { release, models: [model], multiModel: true, gpuCount: 1 })),
    ...checkColdLoad(model, field),
  ]);
}

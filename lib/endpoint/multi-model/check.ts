import { removeDuplicates, error, Finding, warning, prefixFields } from '../../findings/finding';
import { TritonModel } from '../../model';
import { modelAndMembers } from '../../model/rules/model-validation';
import { Host } from '../resolved/host';
import { checkColdStart } from '../models/check-cold-start';
import { formatGibibytes, storedBytesOf } from '../models/check-model-data';
import { checkRequestSize } from '../models/check-request-size';
import { ServerOptions } from '../../model/server';
import { listsPlugins } from '../../model/server/build';
import { checkServer } from '../../model/server/check';
import { checkEnvironment } from '../../model/server/check-environment';
import { BuildHost, checkBuilds } from '../engines';
import { checkArchive, checkTarget } from '../../artifacts/check-archive';
import { loadSeconds } from '../variant/startup-timeouts';
import { isOnCpu } from '../image/check-cpu';
import { checkInstances } from './check-instances';

/** Time for which a request waits for its model to load. The model may continue to load after the request has failed. */
const MAX_WAIT_SECONDS = 60;

/** Image, instance types and server options of the variant of a multi-model endpoint. */
export interface ModelSetHost extends BuildHost {
  readonly server?: ServerOptions;
}

/** Checks the variant of a multi-model endpoint. Each model is checked when it is added. */
export function checkServing(
  { server, image, instanceTypes }: Host,
  instanceCount: number,
  models: TritonModel[],
): Finding[] {
  return [
    ...checkInstances(instanceTypes, instanceCount),
    // If there are models, the environment is checked together with each model.
    ...(models.length === 0
      ? checkEnvironment(server ?? {}, { release: image.release, models: [], multiModel: true })
      : []),
  ];
}

/** Checks one model of a multi-model endpoint, without the other models. */
export function checkModel(host: ModelSetHost, model: TritonModel, name: string, field: string): Finding[] {
  const { image, instanceTypes, server } = host;
  const { release } = image;
  const modelFindings = instanceTypes.flatMap((instanceType) =>
    model.validate({ tritonRelease: release, instanceType, customImage: !image._published }),
  );
  const archiveFindings = checkArchive(model, field);
  return removeDuplicates([
    ...prefixFields(field, [...modelFindings, ...checkRequestSize(model), ...checkColdStart(model)]),
    ...archiveFindings,
    ...checkBuilds([model], host),
    ...prefixFields(field, checkPlugins(model, server)),
    ...checkTarget(name, release, `${field}.name`),
    // If the container cannot load the archive, findings about its models are redundant.
    ...(archiveFindings.length > 0
      ? []
      : checkServer(server, { release, models: [model], multiModel: true, gpuCount: isOnCpu(instanceTypes) ? 0 : 1 })),
    ...checkColdLoad(model, field),
  ]);
}

/**
 * Rejects plugin libraries that the server would not load. The server loads plugin libraries when it starts, from paths in its arguments
 * (triton-inference-server/tensorrt_backend, README.md). SageMaker unpacks the archive of a model only later, to an unknown folder.
 */
function checkPlugins(model: TritonModel, server: ServerOptions = {}): Finding[] {
  const paths = modelAndMembers(model).flatMap(({ files }) => files?._builds?.pluginPaths ?? []);
  if (paths.length === 0 || listsPlugins(server)) return [];
  const message =
    `got ${paths.length} on a multi-model endpoint, whose server does not find them in a model's archive; allowed: an image that contains ` +
    "the libraries, and server.additionalArguments with '--backend-config=tensorrt,plugins=<path>;<path>'";
  return [error('engine.plugin', 'files.plugins', message)];
}

/**
 * Warns about a model that may take longer to load than a request waits for it.
 *
 * Source: Amazon SageMaker AI developer guide, "Invoke a Multi-Model Endpoint" (read 2026-11-21).
 */
function checkColdLoad(model: TritonModel, field: string): Finding[] {
  const bytes = modelAndMembers(model).reduce((sum, part) => sum + storedBytesOf(part), 0);
  const seconds = Math.round(loadSeconds(bytes));
  if (seconds <= MAX_WAIT_SECONDS) return [];
  return [
    warning(
      'mme.cold-load',
      field,
      `got ${formatGibibytes(bytes)} of files, which may take ${seconds} s to load; a request waits ${MAX_WAIT_SECONDS} s and then fails ` +
        'with ModelNotReadyException (429): have clients retry, or invoke the model before they do',
    ),
  ];
}

import { error, Finding } from '../../findings/finding';
import { TritonModel } from '../../model';
import { modelAndMembers } from '../../model/model-validation';
import { ServerOptions } from '../server';
import { namesPlugins } from '../server/build';

/**
 * Libraries of engines that the server would not load: it does so when it starts, from paths that its arguments name
 * (triton-inference-server/tensorrt_backend, README.md), and SageMaker unpacks an archive later, to a folder whose name nobody knows.
 */
export function checkPlugins(model: TritonModel, server: ServerOptions = {}): Finding[] {
  const paths = modelAndMembers(model).flatMap(({ files }) => files?._engine?.pluginPaths ?? []);
  if (paths.length === 0 || namesPlugins(server)) return [];
  const message =
    `got ${paths.length} on a multi-model endpoint, whose server does not find them in a model's archive; allowed: an image that contains ` +
    "the libraries, and server.additionalArguments with '--backend-config=tensorrt,plugins=<path>;<path>'";
  return [error('engine.plugin', 'files.plugins', message)];
}

import { releaseOrNewer } from '../../facts/triton-releases';
import { Finding, error, warning } from '../../findings/finding';
import { calledModelsIn, UNKNOWN_CALLS } from '../files/called-models';
import { pythonSourceOf } from '../files/python-source';
import { calledModels, ServedModel, modelsWithMembers, ServerContext } from './served-models';
import { ServerOptions } from './options';
import { argumentValues } from './user-arguments';
import { checkSharedMemory } from './check-shared-memory';
import { readsVariable, FIRST_RELEASE_BY_VARIABLE } from './start-variables';

/** Checks the shared memory of Python models, and the models that they call. */
export function checkPython(options: ServerOptions, served: ServerContext): Finding[] {
  const pythonModels = modelsWithMembers(served).filter(({ model }) => model.backend.name === 'python');
  return [
    ...checkSharedMemory(
      pythonModels.map(({ model }) => model),
      options,
      served,
    ),
    ...checkCalledModels(served),
    ...pythonModels.flatMap((each) => checkUnloadedModels(each, options, served)),
  ];
}

/**
 * Checks whether the server can load the models that Python models call. The server requires an argument to load these models,
 * which multi-model endpoints and old releases do not support.
 */
function checkCalledModels(served: ServerContext): Finding[] {
  const called = calledModels(served);
  if (called.length === 0) return [];
  const variable = 'SAGEMAKER_TRITON_ADDITIONAL_ARGS';
  if (served.multiModel) {
    const message = `got ${called.join(', ')}; allowed: none, since a multi-model endpoint loads only the model of the request; use an ensemble`;
    return [error('sme.bls', 'models', message)];
  }
  if (readsVariable(served.release, variable)) return [];
  const message = `got ${called.join(', ')}; Triton ${served.release} cannot load additional models; requires Triton ${releaseOrNewer(FIRST_RELEASE_BY_VARIABLE[variable])}`;
  return [error('sme.bls', 'model.members', message)];
}

/** Reports calls of models that are not loaded. Without this warning, such a call fails only when a request arrives. */
function checkUnloadedModels({ model, field }: ServedModel, options: ServerOptions, served: ServerContext): Finding[] {
  const argumentNames = argumentValues('load-model', options);
  const loadedNames = new Set([...modelsWithMembers(served).map((each) => each.model.name), ...argumentNames]);
  const { names, hasUnknownNames } = calledModelsIn(pythonSourceOf(model));
  const missing = names.filter((name) => !loadedNames.has(name));
  if (missing.length > 0) {
    const message =
      `calls ${missing.join(', ')}, which the server does not load: it loads only the model itself, its members and the composing models of an ` +
      'ensemble; add the models to members, or --load-model=<name> to server.additionalArguments if they are in the model data';
    return [warning('sme.bls', field, message)];
  }
  const isListed = model.members.some(({ name }) => !names.includes(name)) || argumentNames.length > 0;
  return hasUnknownNames && !isListed ? [warning('sme.bls', field, UNKNOWN_CALLS)] : [];
}

import { Finding, error, warning } from '../../findings/finding';
import { calledNames, pythonSourceOf } from '../../model/python-source';
import { calledModels, ServedModel, servedModels, ServedModels } from './served-models';
import { ServerOptions } from './options';
import { checkSharedMemory } from './check-shared-memory';
import { readsVariable, START_VARIABLES } from './start-variables';

/** Shared memory of Python models, and the models that they call. */
export function checkPython(options: ServerOptions, served: ServedModels): Finding[] {
  const python = servedModels(served).filter(({ model }) => model.backend.name === 'python');
  return [
    ...checkSharedMemory(
      python.map(({ model }) => model),
      options,
      served,
    ),
    ...checkCalled(options, served),
    ...python.flatMap((each) => checkCall(each, options, served)),
  ];
}

/** Members of a Python model are loaded by an argument, which is not possible everywhere. */
function checkCalled(options: ServerOptions, served: ServedModels): Finding[] {
  const called = calledModels(served);
  if (called.length === 0 || options.additionalModels) return [];
  const variable = 'SAGEMAKER_TRITON_ADDITIONAL_ARGS';
  if (served.multiModel) {
    const message = `got ${called.join(', ')}; allowed: none, since a multi-model endpoint loads only the model of the request; use an ensemble`;
    return [error('sme.bls', 'models', message)];
  }
  if (readsVariable(served.release, variable)) return [];
  const message = `got ${called.join(', ')}; Triton ${served.release} cannot load additional models; requires Triton ${START_VARIABLES[variable]} or newer`;
  return [error('sme.bls', 'model.members', message)];
}

/** A model that is not loaded cannot be called; only a request would tell. */
function checkCall({ model, field }: ServedModel, options: ServerOptions, served: ServedModels): Finding[] {
  const loaded = new Set([...servedModels(served).map((each) => each.model.name), ...(options.additionalModels ?? [])]);
  const missing = calledNames(pythonSourceOf(model)).filter((name) => !loaded.has(name));
  if (missing.length === 0) return [];
  const message =
    `calls ${missing.join(', ')}, which the server does not load: it loads only the model itself, its members and the composing models of an ` +
    'ensemble; add the models to members, or their names to server.additionalModels if they are in the model data';
  return [warning('sme.bls', field, message)];
}

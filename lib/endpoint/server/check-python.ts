import { Size } from 'aws-cdk-lib';
import { Finding, error, warning } from '../../findings/finding';
import { TritonModel } from '../../model';
import { calledNames, pythonSourceOf } from '../../model/python-source';
import { calledModels, ServedModel, servedModels, ServedModels } from './served-models';
import { ServerOptions } from './options';
import { readsVariable, START_VARIABLES } from './start-variables';

/** What the start script gives each instance of a Python model. */
const DEFAULT_SHARED_MEMORY = Size.mebibytes(16);
/**
 * Docker's default for /dev/shm, which users met on SageMaker (aws/sagemaker-python-sdk#2801; still in
 * aws/amazon-sagemaker-examples#3506, 2024). The developer guide speaks of up to half of the instance's memory.
 */
const SHARED_MEMORY = Size.mebibytes(64);

/** Shared memory of Python models, and the models that they call. */
export function checkPython(options: ServerOptions, served: ServedModels): Finding[] {
  const python = servedModels(served).filter(({ model }) => model.backend.name === 'python');
  return [
    ...checkSharedMemory(python, options, served),
    ...checkCalled(options, served),
    ...python.flatMap((each) => checkCall(each, options, served)),
  ];
}

function checkSharedMemory(python: ServedModel[], options: ServerOptions, served: ServedModels): Finding[] {
  const each = options.pythonSharedMemory ?? DEFAULT_SHARED_MEMORY;
  if (each.isUnresolved()) return [];
  const instances = python.reduce((sum, { model }) => sum + instancesOf(model, served.gpuCount || 1), 0);
  const bytes = instances * each.toBytes();
  if (bytes <= SHARED_MEMORY.toBytes()) return [];
  const message =
    `got ${instances} instances of Python models with ${each.toMebibytes()} MiB each; containers on SageMaker were observed to ` +
    `have ${SHARED_MEMORY.toMebibytes()} MiB of shared memory in total, and the server does not start if it needs more: reduce pythonSharedMemory or the number of instances`;
  return [warning('py.shm-budget', 'server.pythonSharedMemory', message)];
}

function instancesOf({ config }: TritonModel, gpuCount: number): number {
  const groups: { kind?: string; count?: number; gpus?: number[] }[] = config._json.instance_group ?? [{}];
  return groups
    .map(({ kind, count = 1, gpus = [] }) => {
      const perDevice = Math.max(1, count);
      return kind === 'KIND_CPU' || kind === 'KIND_MODEL' ? perDevice : perDevice * (gpus.length || gpuCount);
    })
    .reduce((sum, instances) => sum + instances, 0);
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

import * as fs from 'fs';
import { Token, Tokenization } from 'aws-cdk-lib';
import { TritonModel } from '../../model';
import type { ModelFolderFile } from '../../model/folder/built-file';
import { readPackages } from '../../model/rules/python-packages';
import { runsOnGpu } from '../../model/definition/model-instances';
import { modelAndMembers } from '../../model/rules/model-validation';
import { separatePackages } from '../../model/python-packages/installed-packages';
import { Finding, warning } from '../../findings/finding';
import { InstanceType } from '../../platform';
import { engineMemory } from './gpu-memory';

/** Warns about model data that may be too large for the instance type. Only the start of the server shows whether the data fits. */
export function checkModelData(model: TritonModel, instanceType: InstanceType): Finding[] {
  return [...checkVersion(model), ...checkKeyEnd(model), ...checkMemory(model, instanceType)];
}

function checkVersion({ files }: TritonModel): Finding[] {
  const location = files?._location;
  if (!location || location.version !== undefined) return [];
  const message =
    `got '${location.key}' without a version; when the data changes under the same key, nothing is deployed: ` +
    `pass the object's version ID or a hash, ModelFiles.fromS3(bucket, key, version)`;
  return [warning('files.s3-version', 'files', message)];
}

/** Warns about a key whose end is not known at synth, so that the library cannot see whether it is the key of an archive. */
function checkKeyEnd({ files }: TritonModel): Finding[] {
  const { key = '' } = files?._location ?? {};
  const end = Tokenization.reverseString(key).join({ join: (_, right) => right });
  if (!Token.isUnresolved(end)) return [];
  const message =
    'got a key whose end is known only at deployment, and takes it for a prefix with uncompressed files; for an archive, pass ' +
    "`${key}.tar.gz` with a parameter whose value does not end with .tar.gz, and for a prefix `${prefix}/` without '/' at the end of the value";
  return [warning('files.s3-kind', 'files', message)];
}

function checkMemory(model: TritonModel, instanceType: InstanceType): Finding[] {
  return instanceType.gpuCount === 0 ? checkMainMemory(model, instanceType) : checkGpuMemory(model, instanceType);
}

/** Checks the size of one copy of the files, although each model instance loads its own copy. */
function checkMainMemory(model: TritonModel, instanceType: InstanceType): Finding[] {
  const { memory } = instanceType;
  const bytes = modelAndMembers(model).reduce((sum, part) => sum + loadedBytesOf(part), 0);
  if (memory === undefined || bytes <= memory.toBytes()) return [];
  const message =
    `got ${formatGibibytes(bytes)} of model files; ${instanceType} has ${formatGibibytes(memory.toBytes())} of memory, so the model may not load; ` +
    'choose a type with more memory, such as the types of r5, r6i and r7i';
  return [warning('sm.memory', 'instanceType', message)];
}

/** Checks that the engines fit into each GPU, because each GPU loads all engines. Other model files may be distributed over all GPUs. */
function checkGpuMemory(model: TritonModel, instanceType: InstanceType): Finding[] {
  const { gpuCount, gpuMemory, gpuModel } = instanceType;
  if (gpuCount === undefined || gpuMemory === undefined) return [];
  const { engines, files } = gpuBytesOf(model, instanceType);
  if (engines + files / gpuCount <= gpuMemory.toBytes()) return [];
  const needed = [
    ...(engines > 0 ? [`${formatGibibytes(engines)} of engines with their execution contexts on one GPU`] : []),
    ...(files > 0 ? [`${formatGibibytes(files)} of model files`] : []),
  ];
  const available = formatGibibytes(gpuCount * gpuMemory.toBytes());
  const perGpu = gpuCount > 1 ? ` with ${formatGibibytes(gpuMemory.toBytes())} each` : '';
  // A copy of an inference component has only the GPUs that it reserves.
  const [field, owner, advice] = instanceType._isPart
    ? ['gpuCount', `a copy on ${instanceType}`, 'reserve more GPUs, or choose a type with more GPU memory']
    : ['instanceType', `${instanceType}`, 'choose a type with more GPU memory'];
  const message =
    `got ${needed.join(' and ')}; ${owner} has ${available} of GPU memory (${gpuCount} x ${gpuModel}${perGpu}), so the model may not load: ` +
    `${advice}${engines > 0 ? ', or fewer instances or profiles' : ''}`;
  return [warning('sm.gpu-memory', field, message)];
}

/** Minimum GPU memory, in bytes, that a model and its members (the models that it calls) require. */
export function gpuBytesOf(model: TritonModel, instanceType: InstanceType): { engines: number; files: number } {
  let [engines, files] = [0, 0];
  for (const part of modelAndMembers(model).filter(runsOnGpu)) {
    const measured = engineMemory(part, instanceType);
    if (measured === undefined) files += loadedBytesOf(part);
    else engines += measured;
  }
  return { engines, files };
}

/**
 * Size of the files that a model loads into memory, including files that only the lock file lists, without Python packages. For an engine, the
 * size of its ONNX file. 0 for files in S3.
 */
export function loadedBytesOf(model: TritonModel): number {
  if (model.files?._problem) return 0; // other checks report the problem
  return sizeOfFiles(separatePackages(model._entries()).files);
}

/** Size of all files of a model that an instance downloads and stores, including Python packages. 0 for files in S3. */
export function storedBytesOf(model: TritonModel): number {
  const { files, pythonPackages } = model;
  if (files?._problem) return 0;
  const hasPackages = pythonPackages !== undefined && readPackages(pythonPackages).problem === undefined;
  return sizeOfFiles([...model._entries(), ...(hasPackages ? model._packageEntries() : [])]);
}

function sizeOfFiles(files: ModelFolderFile[]): number {
  return files
    .flatMap((file) => file.build?.sources ?? [file])
    .map(({ source = '', locked }) => fs.statSync(source, { throwIfNoEntry: false })?.size ?? locked?.bytes ?? 0)
    .reduce((sum, bytes) => sum + bytes, 0);
}

export function formatGibibytes(bytes: number): string {
  return `${(bytes / 1024 ** 3).toFixed(1)} GiB`;
}

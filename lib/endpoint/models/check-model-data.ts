import * as fs from 'fs';
import { TritonModel } from '../../model';
import { modelAndMembers } from '../../model/model-validation';
import { Finding, warning } from '../../findings/finding';
import { InstanceType } from '../../platform';
import { engineMemory } from './gpu-memory';

/** What the model's data says against the way it is deployed; advice, since only the start of the server can tell. */
export function checkModelData(model: TritonModel, instanceType: InstanceType): Finding[] {
  return [...checkVersion(model), ...checkMemory(model, instanceType)];
}

function checkVersion({ files }: TritonModel): Finding[] {
  const location = files?._location;
  if (!location || location.version !== undefined) return [];
  const message =
    `got '${location.key}' without a version; when the data changes under the same key, nothing is deployed: ` +
    `pass the object's version ID or a hash, ModelFiles.fromS3(bucket, key, version)`;
  return [warning('files.s3-version', 'files', message)];
}

function checkMemory(model: TritonModel, instanceType: InstanceType): Finding[] {
  return instanceType.gpuCount === 0 ? checkMainMemory(model, instanceType) : checkGpuMemory(model, instanceType);
}

/** Each instance of a model loads its own copy of the files; one copy is the least. */
function checkMainMemory(model: TritonModel, instanceType: InstanceType): Finding[] {
  const { memory } = instanceType;
  const bytes = modelAndMembers(model).reduce((sum, each) => sum + bytesOf(each), 0);
  if (memory === undefined || bytes <= memory.toBytes()) return [];
  const message =
    `got ${gibibytes(bytes)} of model files; ${instanceType} has ${gibibytes(memory.toBytes())} of memory, so the model may not load; ` +
    'choose a type with more memory, such as the types of r5, r6i and r7i';
  return [warning('sm.memory', 'instanceType', message)];
}

/** Each GPU has the instances of an engine; a model with other files may spread them over all GPUs. */
function checkGpuMemory(model: TritonModel, instanceType: InstanceType): Finding[] {
  const { gpuCount, gpuMemory, gpuModel } = instanceType;
  if (gpuCount === undefined || gpuMemory === undefined) return [];
  const { engines, files } = gpuBytesOf(model, instanceType);
  if (engines + files / gpuCount <= gpuMemory.toBytes()) return [];
  const needed = [
    ...(engines > 0 ? [`${gibibytes(engines)} of engines with their execution contexts on one GPU`] : []),
    ...(files > 0 ? [`${gibibytes(files)} of model files`] : []),
  ];
  const available = gibibytes(gpuCount * gpuMemory.toBytes());
  const each = gpuCount > 1 ? ` with ${gibibytes(gpuMemory.toBytes())} each` : '';
  const message =
    `got ${needed.join(' and ')}; ${instanceType} has ${available} of GPU memory (${gpuCount} x ${gpuModel}${each}), so the model may not load: ` +
    `choose a type with more GPU memory${engines > 0 ? ', or fewer instances or profiles' : ''}`;
  return [warning('sm.gpu-memory', 'instanceType', message)];
}

/** What a model and its members need of GPU memory, at the least. */
export function gpuBytesOf(model: TritonModel, instanceType: InstanceType): { engines: number; files: number } {
  let [engines, files] = [0, 0];
  for (const each of modelAndMembers(model).filter(runsOnGpu)) {
    const measured = engineMemory(each, instanceType);
    if (measured === undefined) files += bytesOf(each);
    else engines += measured;
  }
  return { engines, files };
}

/** What a KIND_CPU model loads stays in the instance's main memory. */
export function runsOnGpu({ config }: TritonModel): boolean {
  const groups: { kind?: string }[] = config._json.instance_group ?? [];
  return groups.length === 0 || groups.some(({ kind }) => kind !== 'KIND_CPU');
}

/** Size of a model's files, those that only a lock has included, and of the ONNX file in place of an engine; 0 for files in S3. */
export function bytesOf(model: TritonModel): number {
  if (model.files?._problem) return 0; // a finding of its own
  return model
    ._entries()
    .flatMap((file) => file.build?.sources ?? [file])
    .map(({ source = '', locked }) => fs.statSync(source, { throwIfNoEntry: false })?.size ?? locked?.bytes ?? 0)
    .reduce((sum, bytes) => sum + bytes, 0);
}

export function gibibytes(bytes: number): string {
  return `${(bytes / 1024 ** 3).toFixed(1)} GiB`;
}

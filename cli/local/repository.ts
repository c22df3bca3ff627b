import * as fs from 'fs';
import * as path from 'path';
import { extract } from 'tar/extract';
import { ModelConfig } from '../../lib/model-config';
import { backendOf } from '../../lib/model/files/default-files';
import { fileErrorOf } from '../../lib/files/file-error';

/** A model in an unpacked repository. */
export interface UnpackedModel {
  readonly name: string;
  readonly backend: string;
  /** Whether the configuration contains inputs. Otherwise, the backend adds them when it loads the model. */
  readonly hasInputs: boolean;
  /** Whether the instance groups were changed from GPU to CPU. */
  readonly movedToCpu: boolean;
  /** How long the server may delay requests to form a batch; undefined if it does not. */
  readonly queueDelayMicroseconds?: number;
  readonly hasResponseCache: boolean;
  /** A field of the configuration whose effect only Triton's own backend has, as a phrase; undefined if there is none. */
  readonly unsupported?: string;
}

/**
 * Unpacks an archive, as SageMaker does before it starts the container.
 *
 * @throws if the file is not an archive, or contains paths outside the folder
 */
export async function unpack(archive: string, folder: string): Promise<void> {
  fs.mkdirSync(folder, { recursive: true });
  try {
    await extract({
      file: archive,
      cwd: folder,
      strict: true,
      preserveOwner: false,
      onReadEntry: (entry) => {
        // Removes setuid bits, and keeps files removable by this user.
        entry.mode = entry.type === 'Directory' ? 0o755 : ((entry.mode ?? 0) & 0o777) | 0o600;
      },
    });
  } catch (error) {
    throw fileErrorOf(error, archive);
  }
}

/** Changes the GPU instance groups of all models to CPU instance groups. Returns all models. */
export function moveToCpu(repository: string): UnpackedModel[] {
  return fs
    .readdirSync(repository, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && fs.existsSync(path.join(repository, entry.name, 'config.pbtxt')))
    .map(({ name }) => moveModelToCpu(path.join(repository, name), name));
}

function moveModelToCpu(folder: string, modelName: string): UnpackedModel {
  const file = path.join(folder, 'config.pbtxt');
  const config = ModelConfig.fromFile(file);
  const {
    instance_group: groups,
    input,
    dynamic_batching: batching,
    response_cache: cache,
    runtime,
  } = config._document;
  const movedToCpu = groups.some(({ kind, gpus }) => kind === 'KIND_GPU' || gpus.length > 0);
  const fileNames = fs.readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((each) => path.basename(each));
  const { name, platform } = backendOf(config, fileNames);
  const backend = name || platform || 'unknown';
  // The program that replaces a backend is a Python program, whatever library the configuration names.
  const namesLibrary = backend !== 'python' && runtime === `libtriton_${backend}.so`;
  if (movedToCpu || namesLibrary) {
    const { runtime: _runtime, ...json } = config.toJson();
    const movedGroups = groupsOnCpu(json.instance_group as Record<string, unknown>[]);
    const adaptedConfig = {
      ...json,
      ...(movedToCpu && { instance_group: movedGroups }),
      ...(!namesLibrary && runtime !== '' && { runtime }),
    };
    fs.writeFileSync(file, ModelConfig.fromJson(adaptedConfig).toText());
  }
  return {
    name: modelName,
    backend,
    unsupported: findUnsupportedField(config),
    hasInputs: input.length > 0,
    movedToCpu,
    queueDelayMicroseconds: batching && Number(batching.max_queue_delay_microseconds),
    hasResponseCache: cache?.enable === true,
  };
}

function groupsOnCpu(groups: Record<string, unknown>[] = []): Record<string, unknown>[] {
  return groups.map(({ gpus: _gpus, profile: _profile, ...group }) => ({ ...group, kind: 'KIND_CPU' }));
}

/** Finds a field with an effect that only Triton's own backends have. The Python programs that replace backends do not implement it. */
function findUnsupportedField({ _document: document }: ModelConfig): string | undefined {
  const { input, output, batch_input, batch_output, cc_model_filenames, model_operations, runtime } = document;
  const fields: [isUsed: boolean | undefined, field: string][] = [
    [runtime === 'model.py', "runtime 'model.py'"],
    [input.some(({ allow_ragged_batch: isRagged }) => isRagged), 'inputs with allow_ragged_batch'],
    [batch_input.length > 0, 'batch_input'],
    [batch_output.length > 0, 'batch_output'],
    [cc_model_filenames.size > 0, 'cc_model_filenames'],
    [model_operations && model_operations.op_library_filename.length > 0, 'model_operations'],
    [[...input, ...output].some(({ data_type: type }) => type === 'TYPE_BF16'), 'tensors of TYPE_BF16'],
  ];
  return fields.find(([isUsed]) => isUsed)?.[1];
}

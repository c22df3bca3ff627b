import * as fs from 'fs';
import * as path from 'path';
import { extract } from 'tar';
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

function moveModelToCpu(folder: string, name: string): UnpackedModel {
  const file = path.join(folder, 'config.pbtxt');
  const config = ModelConfig.fromFile(file);
  const { instance_group: groups, input, dynamic_batching: batching, response_cache: cache } = config._document;
  const movedToCpu = groups.some(({ kind, gpus }) => kind === 'KIND_GPU' || gpus.length > 0);
  if (movedToCpu) {
    const json = config.toJson();
    const movedGroups = (json.instance_group as Record<string, unknown>[]).map(
      ({ gpus: _gpus, profile: _profile, ...group }) => ({ ...group, kind: 'KIND_CPU' }),
    );
    fs.writeFileSync(file, ModelConfig.fromJson({ ...json, instance_group: movedGroups }).toText());
  }
  const fileNames = fs.readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((each) => path.basename(each));
  const { name: backend, platform } = backendOf(config, fileNames);
  return {
    name,
    backend: backend || platform || 'unknown',
    hasInputs: input.length > 0,
    movedToCpu,
    queueDelayMicroseconds: batching && Number(batching.max_queue_delay_microseconds),
    hasResponseCache: cache?.enable === true,
  };
}

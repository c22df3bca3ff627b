import * as fs from 'fs';
import * as path from 'path';
import { pipeline, Transform } from 'stream';
import { createGunzip } from 'zlib';
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

/** Maximum ratio of the unpacked size to the size of an archive. Weights compress to no less than half of their size. */
const MAX_RATIO = 20;
/** Unpacked size that is allowed for every archive, even if it exceeds the ratio. */
const ALWAYS_ALLOWED_BYTES = 256 * 1024 * 1024;
/** Maximum ratio of the size of the tar data, which includes headers and padding, to the size of the files. */
const TAR_RATIO = 2;
/** Disk space of the smallest file. */
const BLOCK_BYTES = 4096;

/**
 * Unpacks an archive, as SageMaker does before it starts the container.
 *
 * @throws if the unpacked size exceeds the limit, or the archive contains paths outside the folder
 */
export async function unpack(archive: string, folder: string): Promise<void> {
  fs.mkdirSync(folder, { recursive: true });
  const packedBytes = fs.statSync(archive).size;
  const maximumBytes = Math.max(ALWAYS_ALLOWED_BYTES, MAX_RATIO * packedBytes);
  const sizes = `has ${packedBytes} bytes, and unpacks to more than ${maximumBytes}`;
  const tooLargeError = new Error(`${archive} ${sizes}; allowed: at most ${MAX_RATIO} times its size`);
  let bytes = 0;
  const unpacker = extract({
    cwd: folder,
    strict: true,
    preserveOwner: false,
    filter: (_, entry) => {
      bytes += Math.max(BLOCK_BYTES, entry.size ?? 0);
      if (bytes > maximumBytes) {
        unpacker.abort(tooLargeError);
        return false;
      }
      // Removes setuid bits, and keeps files removable by this user.
      if ('type' in entry) entry.mode = entry.type === 'Directory' ? 0o755 : ((entry.mode ?? 0) & 0o777) | 0o600;
      return true;
    },
  });
  const input = fs.createReadStream(archive);
  // An archive may contain much data after its last entry. The data is counted, but not passed to the unpacker, which would be slow.
  let isAtEnd = false;
  unpacker.on('eof', () => (isAtEnd = true));
  let tarBytes = 0;
  const tar = new Transform({
    transform(chunk: Buffer, _, done): void {
      tarBytes += chunk.length;
      if (tarBytes > TAR_RATIO * maximumBytes) done(tooLargeError);
      else done(null, isAtEnd ? undefined : chunk);
    },
  });
  try {
    await new Promise<void>((resolve, reject) => {
      unpacker.on('close', resolve).on('error', reject);
      pipeline(input, createGunzip(), tar, (error) => error && reject(error));
      tar.pipe(unpacker);
    });
  } catch (error) {
    throw fileErrorOf(error, archive);
  } finally {
    input.destroy();
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

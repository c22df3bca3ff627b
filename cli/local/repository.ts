import * as fs from 'fs';
import * as path from 'path';
import { pipeline, Transform } from 'stream';
import { createGunzip } from 'zlib';
import { extract } from 'tar';
import { ModelConfig } from '../../lib/model-config';
import { fileErrorOf } from '../../lib/platform/file-error';

/** A model of an unpacked archive. */
export interface UnpackedModel {
  readonly name: string;
  readonly backend: string;
  /** Whether its configuration has inputs; else the backend completes them when it loads the model. */
  readonly hasInputs: boolean;
  /** Whether its configuration was changed from GPU to CPU. */
  readonly movedToCpu: boolean;
}

/** An archive may become this many times its size; weights shrink by a half at most. */
const LARGEST_RATIO = 20;
/** Whatever its size, it may become this large. */
const ALWAYS_ALLOWED_BYTES = 256 * 1024 * 1024;
/** Headers and padding at most double the bytes of files. */
const TAR_RATIO = 2;
/** What the smallest file takes on a disk. */
const BLOCK_BYTES = 4096;

/**
 * Unpacks the archive as SageMaker does before it starts the container.
 *
 * @throws when it grows beyond all measure, or has entries that would lie outside the folder
 */
export async function unpack(archive: string, folder: string): Promise<void> {
  fs.mkdirSync(folder, { recursive: true });
  const packedBytes = fs.statSync(archive).size;
  const maximumBytes = Math.max(ALWAYS_ALLOWED_BYTES, LARGEST_RATIO * packedBytes);
  const grown = `has ${packedBytes} bytes, and unpacks to more than ${maximumBytes}`;
  const tooLarge = new Error(`${archive} ${grown}; allowed: at most ${LARGEST_RATIO} times its size`);
  let bytes = 0;
  const unpacker = extract({
    cwd: folder,
    strict: true,
    preserveOwner: false,
    filter: (_, entry) => {
      bytes += Math.max(BLOCK_BYTES, entry.size ?? 0);
      if (bytes > maximumBytes) {
        unpacker.abort(tooLarge);
        return false;
      }
      // No setuid bits, and nothing that this user could not remove again.
      if ('type' in entry) entry.mode = entry.type === 'Directory' ? 0o755 : ((entry.mode ?? 0) & 0o777) | 0o600;
      return true;
    },
  });
  const input = fs.createReadStream(archive);
  // What follows the last entry is no file, and may be without end: it is counted, but the unpacker would take hours for it.
  let isAtEnd = false;
  unpacker.on('eof', () => (isAtEnd = true));
  let tarBytes = 0;
  const tar = new Transform({
    transform(chunk: Buffer, _, done): void {
      tarBytes += chunk.length;
      if (tarBytes > TAR_RATIO * maximumBytes) done(tooLarge);
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

/** Changes the GPU instance groups of all models into CPU ones, and nothing else of their config.pbtxt. */
export function moveToCpu(repository: string): UnpackedModel[] {
  return fs
    .readdirSync(repository, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && fs.existsSync(path.join(repository, entry.name, 'config.pbtxt')))
    .map(({ name }) => moveModel(path.join(repository, name), name));
}

function moveModel(folder: string, name: string): UnpackedModel {
  const file = path.join(folder, 'config.pbtxt');
  const json = ModelConfig.fromFile(file).toJson();
  const groups: Record<string, unknown>[] = json.instance_group ?? [];
  const movedToCpu = groups.some(({ kind, gpus }) => kind === 'KIND_GPU' || gpus !== undefined);
  if (movedToCpu) {
    const moved = groups.map(({ gpus: _gpus, profile: _profile, ...group }) => ({ ...group, kind: 'KIND_CPU' }));
    fs.writeFileSync(file, ModelConfig.fromJson({ ...json, instance_group: moved }).toText());
  }
  const hasInputs = (json.input ?? []).length > 0;
  return { name, backend: backendOf(json) ?? backendOfFiles(folder), hasInputs, movedToCpu };
}

const BY_PLATFORM: Record<string, string> = {
  ensemble: 'ensemble',
  onnxruntime_onnx: 'onnxruntime',
  pytorch_libtorch: 'pytorch',
  tensorrt_plan: 'tensorrt',
  tensorflow_graphdef: 'tensorflow',
  tensorflow_savedmodel: 'tensorflow',
};

const BY_FILE: Record<string, string> = {
  'model.onnx': 'onnxruntime',
  'model.pt': 'pytorch',
  'model.plan': 'tensorrt',
  'model.py': 'python',
};

// oxlint-disable-next-line typescript/no-explicit-any -- JSON of a configuration
function backendOf({ backend, platform }: { [field: string]: any }): string | undefined {
  return backend || BY_PLATFORM[platform] || platform || undefined;
}

/** A configuration may leave the backend to the file that lies in the version's folder. */
function backendOfFiles(folder: string): string {
  const files = fs.readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => path.basename(file));
  return BY_FILE[files.find((file) => file in BY_FILE) ?? ''] ?? 'unknown';
}

import * as fs from 'fs';
import * as path from 'path';
import { extract } from 'tar';
import { ModelConfig } from '../../../lib/model-config';

/** Backends that run here for real; the rest are answered by a stand-in. */
const REAL_BACKENDS = ['python', 'pytorch', 'onnxruntime', 'ensemble'];

/** A model folder, as the server will see it. */
export interface ServedModel {
  readonly name: string;
  readonly backend: string;
  /** Whether zeros are answered because the backend cannot run on this machine. */
  readonly standIn: boolean;
  /** Whether its GPU instances run on the CPU. */
  readonly movedToCpu: boolean;
}

/** Unpacks the archive as SageMaker does before it starts the container. */
export async function unpack(archive: string, folder: string): Promise<void> {
  fs.mkdirSync(folder, { recursive: true });
  await extract({ file: archive, cwd: folder, strict: true });
}

/** Changes in config.pbtxt what needs a GPU, and nothing else. */
export function moveToCpu(repository: string): ServedModel[] {
  return fs
    .readdirSync(repository, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && fs.existsSync(path.join(repository, entry.name, 'config.pbtxt')))
    .map(({ name }) => moveModel(path.join(repository, name, 'config.pbtxt'), name));
}

function moveModel(file: string, name: string): ServedModel {
  const json = ModelConfig.fromFile(file).toJson();
  const groups: Record<string, unknown>[] = json.instance_group ?? [];
  const onGpu = (group: Record<string, unknown>): boolean => group.kind === 'KIND_GPU' || group.gpus !== undefined;
  const movedToCpu = groups.some(onGpu);
  if (movedToCpu) {
    const moved = groups.map(({ gpus: _gpus, profile: _profile, ...group }) => ({ ...group, kind: 'KIND_CPU' }));
    fs.writeFileSync(file, ModelConfig.fromJson({ ...json, instance_group: moved }).toText());
  }
  const backend = backendOf(json);
  return { name, backend, standIn: !REAL_BACKENDS.includes(backend), movedToCpu };
}

/** Triton infers a backend that is not named from the platform. */
function backendOf({ backend, platform = '' }: { [field: string]: string | undefined }): string {
  const byPlatform: Record<string, string> = {
    ensemble: 'ensemble',
    onnxruntime_onnx: 'onnxruntime',
    pytorch_libtorch: 'pytorch',
    tensorrt_plan: 'tensorrt',
    tensorflow_graphdef: 'tensorflow',
    tensorflow_savedmodel: 'tensorflow',
  };
  return backend || byPlatform[platform] || platform;
}

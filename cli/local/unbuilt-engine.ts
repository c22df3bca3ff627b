import * as fs from 'fs';
import * as path from 'path';
import { ModelConfig } from '../../lib/model-config';
import { readOnnxGraph } from '../../lib/model/readers/onnx-graph';
import { isBelow } from '../../lib/platform/regular-file';
import { NotRun } from './outcome';
import { layOut, UnbuiltEngine } from './published-files';

/** What only TensorRT reads: names of engines, profiles, its own parameters and optimizations. */
const OF_TENSORRT = ['platform', 'cc_model_filenames', 'optimization', 'parameters'];

/**
 * Serves the ONNX files in place of engines that only a deployment builds.
 *
 * @param repository the model repository without those engines
 * @param work a folder for what the engines are built from
 * @returns what is different, in words
 * @throws NotRun when ONNX Runtime cannot run what TensorRT can
 */
export function serveOnnx(engines: UnbuiltEngine[], repository: string, work: string): string[] {
  // The engines of several GPUs are built from the same file.
  const byModel = new Map(engines.map((engine) => [engine.path.split('/')[0], engine]));
  return [...byModel].map(([model, engine], index) => {
    const folder = path.join(repository, path.dirname(engine.path));
    if (!isBelow(folder, repository)) throw new Error(`${engine.path} is not a path inside the model repository`);
    const source = path.join(work, `engine-${index}`);
    const file = layOutSource(model, engine, source);
    fs.cpSync(path.join(source, 'onnx'), folder, { recursive: true });
    fs.rmSync(source, { recursive: true });
    const config = path.join(repository, model, 'config.pbtxt');
    requireSameTypes(model, ModelConfig.fromFile(config), path.join(folder, file));
    useOnnxRuntime(config, file);
    return `'${model}' is served as ONNX by ONNX Runtime: the deployment builds its TensorRT engine, which is not tested here`;
  });
}

/** The name of the ONNX file, which lies in `onnx` of the folder afterwards. */
function layOutSource(model: string, { sources }: UnbuiltEngine, folder: string): string {
  if (!sources) throw new NotRun(`the TensorRT engine of '${model}' and its sources are only in S3`);
  layOut(sources, folder);
  if (fs.existsSync(path.join(folder, 'plugins'))) {
    throw new NotRun(`'${model}' has layers in plugins, which only TensorRT loads`);
  }
  const { onnx } = JSON.parse(fs.readFileSync(path.join(folder, 'build.json'), 'utf8')) as { onnx: string };
  const name = path.posix.basename(onnx);
  if (!fs.existsSync(path.join(folder, 'onnx', name))) throw new NotRun(`the ONNX file of '${model}' is only in S3`);
  return name;
}

/** TensorRT before 9.0 has 32-bit integers where the ONNX file has 64-bit ones, and so has the configuration then. */
function requireSameTypes(model: string, config: ModelConfig, onnx: string): void {
  const { inputs, outputs } = readOnnxGraph(onnx);
  const types = new Map([...inputs, ...outputs].map(({ name, dataType }) => [name, dataType?.name]));
  const { input, output } = config._document;
  const other = [...input, ...output].find(({ name, data_type: type }) => (types.get(name) ?? type) !== type);
  if (!other) return;
  const message = `'${other.name}' of '${model}' is ${other.data_type} in the engine and ${types.get(other.name)} in the ONNX file`;
  throw new NotRun(message);
}

function useOnnxRuntime(file: string, onnx: string): void {
  const json = ModelConfig.fromFile(file).toJson();
  const kept = Object.entries(json).filter(([field]) => !OF_TENSORRT.includes(field));
  const groups: Record<string, unknown>[] = json.instance_group ?? [];
  const config = {
    ...Object.fromEntries(kept),
    backend: 'onnxruntime',
    default_model_filename: onnx,
    instance_group: groups.map(({ profile: _profile, ...group }) => group),
  };
  fs.writeFileSync(file, ModelConfig.fromJson(config).toText());
}

import * as fs from 'fs';
import * as path from 'path';
import { ModelConfig } from '../../lib/model-config';
import { readOnnxGraph } from '../../lib/model/folder/readers/onnx-graph';
import { isBelow } from '../../lib/files/regular-file';
import { NotRunError } from './outcome';
import { UnbuiltEngine, writePublishedFiles } from './published-files';

/** Fields of config.pbtxt that only the TensorRT backend reads. */
const TENSORRT_FIELDS = ['platform', 'cc_model_filenames', 'optimization', 'parameters'];

/**
 * Serves ONNX files in place of TensorRT engines: only a deployment builds the engines from the ONNX files.
 *
 * @param repository the model repository without the engines
 * @param workFolder a folder for temporary files
 * @returns the differences from the deployed endpoint, as phrases
 * @throws NotRunError if ONNX Runtime cannot run the model
 */
export function replaceEnginesWithOnnx(engines: UnbuiltEngine[], repository: string, workFolder: string): string[] {
  // A model may have an engine for each of several GPU models; all are built from the same ONNX file, so one engine is enough.
  const engineByModel = new Map(engines.map((engine) => [engine.path.split('/')[0], engine]));
  return [...engineByModel].map(([model, engine], index) => {
    const folder = path.join(repository, path.dirname(engine.path));
    if (!isBelow(folder, repository)) throw new Error(`${engine.path} is not a path inside the model repository`);
    const source = path.join(workFolder, `engine-${index}`);
    const file = writeSource(model, engine, source);
    fs.cpSync(path.join(source, 'onnx'), folder, { recursive: true });
    fs.rmSync(source, { recursive: true });
    const config = path.join(repository, model, 'config.pbtxt');
    requireSameTypes(model, ModelConfig.fromFile(config), path.join(folder, file));
    useOnnxRuntime(config, file);
    return `'${model}' is served as ONNX by ONNX Runtime: the deployment builds its TensorRT engine, which is not tested here`;
  });
}

/** Writes the sources of an engine to a folder. Returns the name of the ONNX file, which is in the subfolder `onnx`. */
function writeSource(model: string, { sources }: UnbuiltEngine, folder: string): string {
  if (!sources) throw new NotRunError(`the TensorRT engine of '${model}' and its sources are only in S3`);
  writePublishedFiles(sources, folder);
  if (fs.existsSync(path.join(folder, 'plugins'))) {
    throw new NotRunError(`'${model}' has layers in plugins, which only TensorRT loads`);
  }
  const { onnx } = JSON.parse(fs.readFileSync(path.join(folder, 'build.json'), 'utf8')) as { onnx: string };
  const name = path.posix.basename(onnx);
  if (!fs.existsSync(path.join(folder, 'onnx', name)))
    throw new NotRunError(`the ONNX file of '${model}' is only in S3`);
  return name;
}

/**
 * Rejects a model whose types differ in config.pbtxt and the ONNX file: TensorRT before 9.0 replaces 64-bit integers with 32-bit integers.
 */
function requireSameTypes(model: string, config: ModelConfig, onnx: string): void {
  const { inputs, outputs } = readOnnxGraph(onnx);
  const types = new Map([...inputs, ...outputs].map(({ name, dataType }) => [name, dataType?.name]));
  const { input, output } = config._document;
  const differentTensor = [...input, ...output].find(({ name, data_type: type }) => (types.get(name) ?? type) !== type);
  if (!differentTensor) return;
  const message = `'${differentTensor.name}' of '${model}' is ${differentTensor.data_type} in the engine and ${types.get(differentTensor.name)} in the ONNX file`;
  throw new NotRunError(message);
}

function useOnnxRuntime(file: string, onnx: string): void {
  const json = ModelConfig.fromFile(file).toJson();
  const keptFields = Object.entries(json).filter(([field]) => !TENSORRT_FIELDS.includes(field));
  const groups: Record<string, unknown>[] = json.instance_group ?? [];
  const config = {
    ...Object.fromEntries(keptFields),
    backend: 'onnxruntime',
    default_model_filename: onnx,
    instance_group: groups.map(({ profile: _profile, ...group }) => group),
  };
  fs.writeFileSync(file, ModelConfig.fromJson(config).toText());
}

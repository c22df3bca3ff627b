import { tensorRtOf } from '../../facts/tensorrt';
import type { ModelExample } from '../values/model-example';
import type { OnnxTensor } from '../folder/readers/onnx-graph';
import type { BuildSource } from '../folder/built-file';
import type { EngineBuild } from './engine-build';
import { compatibilityOf } from './hardware-compatibility';
import type { ShapesByInput } from './engine-profile';

/** Content of `build.json`, the input of the program that builds the engine in the image. */
export interface EngineDescription {
  readonly format: 1;
  readonly key: string;
  /** Path of the ONNX file, relative to the source folder. */
  readonly onnx: string;
  readonly plugins: string[];
  /** Options of trtexec, without paths. */
  readonly arguments: string[];
  /** The TensorRT version that the image must have. Undefined if the version is unknown or unconfirmed. */
  readonly tensorRt?: string;
  readonly image: string;
  readonly gpu: string;
  readonly computeCapability: string;
  /** Undefined for an engine that runs only on this GPU. */
  readonly hardwareCompatibility?: string;
  readonly profiles: ShapesByInput[];
  /** Inputs of the graph, including the batch dimension. Empty if the graph cannot be read. The program then reads the inputs of the engine. */
  readonly inputs: DescribedTensor[];
  readonly outputs: DescribedTensor[];
  readonly tolerance: number;
  /** Bodies of KServe requests for the comparison of the engine with the ONNX model. If the list is empty, random numbers are used. */
  readonly examples: object[];
}

/** A tensor with a KServe data type, such as `INT64`. Data type and shape are undefined if the graph does not contain them. */
export interface DescribedTensor {
  readonly name: string;
  readonly dataType?: string;
  readonly shape?: number[];
}

/** Path of a source file, relative to the source folder: `onnx/<path>` or `plugins/<name>`. */
export function sourcePathOf({ path }: BuildSource): string {
  return path.startsWith('plugins/') ? path : `onnx/${path}`;
}

/**
 * Creates the content of `build.json`.
 *
 * @param build a build that has a target
 * @param key key of the engine
 * @param examples examples of the model
 */
export function describeEngine(build: EngineBuild, key: string, examples: ModelExample[] = []): EngineDescription {
  if (!build.target) throw new Error('an engine without a target cannot be built');
  const [onnx, ...otherSources] = build.sources.map(sourcePathOf);
  const { tensorRtVersion, image, gpuModel, computeCapability } = build.target;
  const imageTensorRt = tensorRtOf(image);
  return {
    format: 1,
    key,
    onnx,
    plugins: otherSources.filter((path) => path.startsWith('plugins/')),
    arguments: build.arguments,
    tensorRt: imageTensorRt?.confirmed && !imageTensorRt.orNewer ? tensorRtVersion : undefined,
    image,
    gpu: gpuModel,
    computeCapability,
    hardwareCompatibility: compatibilityOf(build.arguments),
    profiles: build.profiles,
    inputs: build.inputs.map(describeTensor),
    outputs: build.outputs.map(describeTensor),
    tolerance: build.tolerance,
    examples: examples.map(({ request }) => request).filter(({ inputs }) => inputs !== undefined),
  };
}

function describeTensor({ name, dataType, shape }: OnnxTensor): DescribedTensor {
  return { name, dataType: dataType?.kserveName, shape };
}

import { tensorRtOf } from '../../platform/tensorrt';
import type { ModelExample } from '../model-example';
import type { OnnxTensor } from '../readers/onnx-graph';
import type { EngineBuild, EngineSource } from './engine-build';
import type { HardwareCompatibility } from './engine-options';
import type { ShapesByInput } from './engine-profile';

/** Content of `build.json`, which tells the program in the image what to build. */
export interface EngineDescription {
  readonly format: 1;
  readonly key: string;
  /** Paths below the source folder. */
  readonly onnx: string;
  readonly plugins: string[];
  /** Options of trtexec, without paths. */
  readonly arguments: string[];
  /** The version that the image must have; undefined where it is not known, or from reports only. */
  readonly tensorRt?: string;
  readonly image: string;
  readonly gpu: string;
  readonly computeCapability: string;
  /** Absent for an engine that runs on this GPU only. */
  readonly hardwareCompatibility?: HardwareCompatibility;
  readonly profiles: ShapesByInput[];
  /** Of the graph, with the batch dimension; empty where it could not be read: the engine has them, too. */
  readonly inputs: DescribedTensor[];
  readonly outputs: DescribedTensor[];
  readonly tolerance: number;
  /** Bodies of KServe requests, with which the engine is compared with the ONNX model; random numbers without them. */
  readonly examples: object[];
}

/** A tensor with its KServe type, such as `INT64`; type and shape are absent where the graph does not say them. */
export interface DescribedTensor {
  readonly name: string;
  readonly dataType?: string;
  readonly shape?: number[];
}

/** Where a source is below the source folder: `onnx/<path>` or `plugins/<name>`. */
export function sourcePathOf({ path }: EngineSource): string {
  return path.startsWith('plugins/') ? path : `onnx/${path}`;
}

/**
 * What `build.json` says of a build.
 *
 * @param build a build with its target
 * @param key its key
 * @param examples of the model
 */
export function describeEngine(build: EngineBuild, key: string, examples: ModelExample[] = []): EngineDescription {
  if (!build.target) throw new Error('an engine can be built when its GPU is known');
  const [onnx, ...others] = build.sources.map(sourcePathOf);
  const { tensorRtVersion, image, gpuModel, computeCapability } = build.target;
  const known = tensorRtOf(image);
  return {
    format: 1,
    key,
    onnx,
    plugins: others.filter((path) => path.startsWith('plugins/')),
    arguments: build.arguments,
    tensorRt: known?.confirmed && !known.orNewer ? tensorRtVersion : undefined,
    image,
    gpu: gpuModel,
    computeCapability,
    hardwareCompatibility: build.hardwareCompatibility,
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

import { createHash } from 'crypto';
import { tensorRtOf } from '../../facts/tensorrt';
import type { BuildTarget, FileBuild, ModelFolderFile } from '../folder/built-file';
import type { OnnxTensor } from '../folder/readers/onnx-graph';
import type { EngineOptions } from './engine-options';
import type { ShapesByInput } from './engine-profile';

/** The options that determine the engine. */
export interface EngineSettings extends Pick<EngineOptions, 'precision' | 'extraArguments'> {
  readonly profiles: ShapesByInput[];
}

/** What an engine is built from: the ONNX file, its external data with relative paths, plugins as `plugins/<name>`, and the settings. */
interface EngineInputs extends EngineSettings, Pick<FileBuild, 'sources' | 'target'> {
  /** Options of trtexec, without paths. */
  readonly arguments: string[];
  readonly tolerance: number;
  /** Inputs of the graph, including the batch dimension. Empty if the graph cannot be read at synth. */
  readonly inputs: OnnxTensor[];
  readonly outputs: OnnxTensor[];
}

/** The build of an engine during a deployment. */
export interface EngineBuild extends EngineInputs, FileBuild {}

/** Creates the build of an engine. */
export function engineBuild(inputs: EngineInputs): EngineBuild {
  const { target, arguments: options, profiles } = inputs;
  return {
    ...inputs,
    largestShapes: Object.fromEntries(Object.entries(profiles[0] ?? {}).map(([input, { max }]) => [input, max])),
    withImage: (image) => engineBuild({ ...inputs, target: target && { ...target, image } }),
    keyOf: (digests) => engineKey(inputs, digests),
    describe: () => {
      const { gpuModel, tensorRtVersion = 'of the image', image } = target ?? {};
      return [`engine for ${gpuModel}, TensorRT ${tensorRtVersion}, image ${image}`, ...options];
    },
  };
}

/** The build of the model's engines. If engines are built for several GPUs, the first build: the builds differ only in their targets. */
export function buildOf({ files }: { readonly files: ModelFolderFile[] }): EngineBuild | undefined {
  return files.find(({ build }) => build !== undefined)?.build as EngineBuild | undefined; // deployments build only engines
}

/** Returns the target for a GPU and a published image of Triton. */
export function engineTargetOf(
  { gpuModel, computeCapability }: Pick<BuildTarget, 'gpuModel' | 'computeCapability'>,
  release: string,
): BuildTarget {
  return { gpuModel, computeCapability, tensorRtVersion: tensorRtOf(release)?.version, image: release };
}

/** Returns a digest, so equal builds have equal keys in all stacks. Drivers and AMIs are not included, because an engine does not depend on them. */
function engineKey({ arguments: options, target }: EngineInputs, digests: Map<string, string>): string {
  if (!target) throw new Error('an engine without a target has no key');
  const files = [...digests].sort(([a], [b]) => (a < b ? -1 : 1));
  const { tensorRtVersion: tensorRt, image, gpuModel: gpu, computeCapability } = target;
  const text = JSON.stringify({ format: 1, files, arguments: options, tensorRt, image, gpu, computeCapability });
  return createHash('sha256').update(text).digest('hex');
}

import { statSync } from 'fs';
import { OnnxGraph, readOnnxGraph } from '../../lib/model/readers/onnx-graph';
import table from '../../lib/platform/gpu-instances.json';
import { findTritonRelease, tritonReleases } from '../../lib/platform/triton-releases';

/** What an engine is built for. */
export interface EngineTarget {
  /** Path of the ONNX file, from the folder that the command is run in. */
  readonly onnxFile: string;
  readonly instanceType: string;
  readonly release: string;
  /** Largest batch; for models with an open first dimension. */
  readonly maxBatchSize: number;
  /** Largest shapes without the batch dimension, by input; for inputs with other open dimensions. */
  readonly shapes: Record<string, number[]>;
}

/** How to build an engine. */
export interface EngineRecipe {
  /** The GPU that the command has to run on: an engine runs only on the kind that built it. */
  readonly gpu: string;
  readonly command: string;
  /** Content of the file beside the engine, by which it is checked at synth. */
  readonly sidecar: { gpu: string; computeCapability: string; tensorRtVersion: string; image: string };
}

/**
 * The command that turns an ONNX file into a TensorRT engine for an instance type and a Triton release.
 *
 * @throws when the type or release is not known, does not fit the other, or an input's shape is open
 */
export function engineRecipe(target: EngineTarget): EngineRecipe {
  const instance = table.instances.find(({ name }) => name === target.instanceType);
  if (!instance) throw new Error(`${target.instanceType} is not a known GPU instance type, such as ml.g5.xlarge`);
  const { gpuModel, computeCapability } = instance;
  const release = findTritonRelease(target.release);
  if (!release?.tensorRt) {
    const known = tritonReleases().filter(({ tensorRt }) => tensorRt !== undefined);
    throw new Error(
      `${target.release} is not a known Triton release; allowed: ${known.map((each) => each.release).join(', ')}`,
    );
  }
  if (Number(computeCapability) < Number(release.minComputeCapability)) {
    throw new Error(
      `Triton ${target.release} needs compute capability ${release.minComputeCapability}; ${target.instanceType} has ${computeCapability} (${gpuModel})`,
    );
  }
  const image = `nvcr.io/nvidia/tensorrt:${release.builtOn ?? release.release}-py3`;
  const command = [
    'docker run --rm --gpus all --volume "$PWD":/work --workdir /work',
    image,
    `trtexec --onnx=${quote(target.onnxFile)} --saveEngine=model.plan`,
    ...shapeOptions(target),
  ].join(' \\\n  ');
  return {
    gpu: gpuModel,
    command,
    sidecar: { gpu: gpuModel, computeCapability, tensorRtVersion: release.tensorRt, image },
  };
}

/** The optimization profile: from one item to the largest batch, tuned for the largest. */
function shapeOptions({ onnxFile, maxBatchSize, shapes }: EngineTarget): string[] {
  const open = readGraph(onnxFile).inputs.filter(({ shape }) => shape === undefined || shape.includes(-1));
  if (open.length === 0) return [];
  const profile = (batch: number): string =>
    open
      .map(({ name, shape }) => `${name}:${shapeOf(name, shape, shapes[name], batch).join('x')}`)
      .map(quote)
      .join(',');
  return [`--minShapes=${profile(1)} --optShapes=${profile(maxBatchSize)} --maxShapes=${profile(maxBatchSize)}`];
}

function readGraph(file: string): OnnxGraph {
  if (!statSync(file).isFile()) throw new Error(`${file} is no file; give the ONNX model`);
  try {
    return readOnnxGraph(file);
  } catch (error) {
    throw new Error(`${file} is no ONNX model: ${(error as Error).message}`, { cause: error });
  }
}

function shapeOf(name: string, shape: number[] | undefined, given: number[] | undefined, batch: number): number[] {
  if (given) return shape === undefined || shape[0] === -1 ? [batch, ...given] : given;
  const [first, ...rest] = shape ?? [-1, -1];
  if (rest.includes(-1))
    throw new Error(
      `input ${name} has open dimensions (${shape ?? 'of any number'}); give its largest shape: --shape ${name}=128`,
    );
  return [first === -1 ? batch : first, ...rest];
}

/** Quotes what a shell would take apart. */
function quote(word: string): string {
  return /^[\w./:@%+,=-]+$/.test(word) ? word : `'${word.replace(/'/g, `'\\''`)}'`;
}

import { readRegularJson } from '../../files/regular-file';
import { DataType } from '../values/data-type';
import type { EngineShapes, ShapesByInput } from './engine-profile';
import type { OnnxTensor } from '../folder/readers/onnx-graph';

const MAX_SIDECAR_BYTES = 1024 * 1024;

/** Content of `<engine>.json`, which describes the build and the tensors of an engine in the same folder. */
export interface EngineSidecar {
  readonly gpu?: string;
  readonly computeCapability?: string;
  /** The value of trtexec's `--hardwareCompatibilityLevel`. Undefined for an engine that runs only on the GPU that it was built on. */
  readonly hardwareCompatibility?: string;
  readonly tensorRtVersion?: string;
  readonly image?: string;
  /** Undefined if the user or an earlier version of this library wrote the file. */
  readonly inputs?: OnnxTensor[];
  readonly outputs?: OnnxTensor[];
  readonly profiles?: ShapesByInput[];
  /** GPU memory for the weights and one execution context. */
  readonly deviceMemoryBytes?: number;
  /** The part of `deviceMemoryBytes` for the execution context, which is the maximum of all profiles. */
  readonly executionMemoryBytes?: number;
}

/** Reads the sidecar file of an engine. Undefined if the file does not exist or cannot be read. */
export function readSidecar(engine: string): EngineSidecar | undefined {
  try {
    const json = readRegularJson(`${engine}.json`, { maximumBytes: MAX_SIDECAR_BYTES }) as Record<string, unknown>;
    return {
      gpu: parseText(json.gpu),
      computeCapability: parseText(json.computeCapability),
      hardwareCompatibility: parseText(json.hardwareCompatibility),
      tensorRtVersion: parseText(json.tensorRtVersion),
      image: parseText(json.image),
      inputs: parseList(json.inputs, parseTensor),
      outputs: parseList(json.outputs, parseTensor),
      profiles: parseList(json.profiles, parseProfile),
      deviceMemoryBytes: parseBytes(json.deviceMemoryBytes),
      executionMemoryBytes: parseBytes(json.executionMemoryBytes),
    };
  } catch {
    return undefined;
  }
}

function parseText(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

function parseBytes(value: unknown): number | undefined {
  return typeof value === 'number' && value >= 0 ? value : undefined;
}

/** Parses a list. Undefined if an element is invalid, because rules would report wrong findings for an incomplete list. */
function parseList<T>(value: unknown, parseElement: (each: unknown) => T | undefined): T[] | undefined {
  if (!Array.isArray(value)) return undefined;
  const validElements = value.map(parseElement).filter((each) => each !== undefined);
  return validElements.length === value.length ? validElements : undefined;
}

function parseTensor(value: unknown): OnnxTensor | undefined {
  const { name, dataType, shape } = (value ?? {}) as Record<string, unknown>;
  if (typeof name !== 'string' || typeof dataType !== 'string' || !isShape(shape)) return undefined;
  return { name, dataType: DataType.of(`TYPE_${dataType}`), shape };
}

function parseProfile(value: unknown): ShapesByInput | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const inputs = Object.entries(value as Record<string, Partial<EngineShapes> | null>);
  const isComplete = inputs.every(([, each]) => isShape(each?.min) && isShape(each?.opt) && isShape(each?.max));
  return isComplete ? (value as ShapesByInput) : undefined;
}

function isShape(value: unknown): value is number[] {
  return Array.isArray(value) && value.every((dim) => Number.isInteger(dim));
}

import { readRegularJson } from '../../platform/regular-file';
import { DataType } from '../data-type';
import type { EngineShapes, ShapesByInput } from '../engine/engine-profile';
import type { OnnxTensor } from './onnx-graph';

const MAXIMUM_BYTES = 1024 * 1024;

/** What `<engine>.json`, beside an engine, says of it: who built it, and what it takes. */
export interface EngineSidecar {
  readonly gpu?: string;
  readonly computeCapability?: string;
  /** A value of `HardwareCompatibility`; undefined for an engine that runs on its own GPU only. */
  readonly hardwareCompatibility?: string;
  readonly tensorRtVersion?: string;
  readonly image?: string;
  /** Undefined where it was written by hand, or by an older version of this library. */
  readonly inputs?: OnnxTensor[];
  readonly outputs?: OnnxTensor[];
  readonly profiles?: ShapesByInput[];
  /** GPU memory of the weights and of one execution context. */
  readonly deviceMemoryBytes?: number;
  /** Of it the part of the execution context, which is that of the profile that needs the most. */
  readonly executionMemoryBytes?: number;
}

/** What is beside an engine; undefined without such a file, and for one that cannot be read. */
export function readSidecar(engine: string): EngineSidecar | undefined {
  try {
    const json = readRegularJson(`${engine}.json`, { maximumBytes: MAXIMUM_BYTES }) as Record<string, unknown>;
    return {
      gpu: textOf(json.gpu),
      computeCapability: textOf(json.computeCapability),
      hardwareCompatibility: textOf(json.hardwareCompatibility),
      tensorRtVersion: textOf(json.tensorRtVersion),
      image: textOf(json.image),
      inputs: listOf(json.inputs, tensorOf),
      outputs: listOf(json.outputs, tensorOf),
      profiles: listOf(json.profiles, profileOf),
      deviceMemoryBytes: bytesOf(json.deviceMemoryBytes),
      executionMemoryBytes: bytesOf(json.executionMemoryBytes),
    };
  } catch {
    return undefined;
  }
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

function bytesOf(value: unknown): number | undefined {
  return typeof value === 'number' && value >= 0 ? value : undefined;
}

/** Undefined unless all of it can be read: a rule that knows half of an engine would be wrong about it. */
function listOf<T>(value: unknown, read: (each: unknown) => T | undefined): T[] | undefined {
  if (!Array.isArray(value)) return undefined;
  const all = value.map(read).filter((each) => each !== undefined);
  return all.length === value.length ? all : undefined;
}

function tensorOf(value: unknown): OnnxTensor | undefined {
  const { name, dataType, shape } = (value ?? {}) as Record<string, unknown>;
  if (typeof name !== 'string' || typeof dataType !== 'string' || !isShape(shape)) return undefined;
  return { name, dataType: DataType.of(`TYPE_${dataType}`), shape };
}

function profileOf(value: unknown): ShapesByInput | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const inputs = Object.entries(value as Record<string, Partial<EngineShapes> | null>);
  const complete = inputs.every(([, each]) => isShape(each?.min) && isShape(each?.opt) && isShape(each?.max));
  return complete ? (value as ShapesByInput) : undefined;
}

function isShape(value: unknown): value is number[] {
  return Array.isArray(value) && value.every((dim) => Number.isInteger(dim));
}

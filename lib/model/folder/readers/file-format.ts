import * as fs from 'fs';
import { withRegularFile } from '../../../files/regular-file';

/** Number of bytes that determine a format. */
const START_BYTES = 64;

/* oxlint-disable no-control-regex -- formats begin with control characters */
/** What the first bytes of a file show, as Latin-1 text. The names complete a sentence: "which is …". */
const FORMATS: readonly (readonly [RegExp, string])[] = [
  [/^\x08[\x01-\x7f][\x12\x1a\x22\x28\x32\x3a\x42]/, 'an ONNX model'],
  [/^\{[iUIlL]\0*\x07(learner|version)/, 'an XGBoost model in UBJSON'],
  [/^\s*\{\s*"(learner|version)"/, 'an XGBoost model in JSON'],
  [/^tree\r?\n/, 'a LightGBM model'],
  [/^\x80(?:[\x02\x03][c\]}(]|[\x04\x05]\x95)/, 'a Python pickle'],
  [/^PK\x03\x04/, 'a zip archive'],
  [/^\x89HDF\r\n/, 'an HDF5 file'],
];

/** The format of a file; undefined if it is unknown. */
export function formatOf(file: string): string | undefined {
  const start = readPart(file, START_BYTES).toString('latin1');
  return FORMATS.find(([pattern]) => pattern.test(start))?.[1];
}

/** What a file has instead of a TensorRT plan. */
export interface NoPlan {
  /** Undefined for an unknown format. */
  readonly format?: string;
  /** Number of bytes before the plan, if a plan follows metadata. */
  readonly metadataBytes?: number;
}

/**
 * What a file has instead of a TensorRT plan; undefined for a plan. The first bytes of a plan are "ftrt", and were "ptrt" before TensorRT 8.5
 * (source/tensorrt.js of lutzroeder/netron). libnvinfer_lean 10.16 and 11.4 compare them with "ftrt" or "qtrt": "header.magicTag ==
 * kEXPECTED_MAGIC_TAG".
 */
export function readNoPlan(file: string): NoPlan | undefined {
  const start = readPart(file, START_BYTES);
  if (isPlan(start)) return undefined;
  // Ultralytics writes the length of its metadata in 4 bytes, and the metadata as JSON, before the plan.
  const metadataBytes = start.length >= 5 && start.toString('latin1', 4, 5) === '{' ? 4 + start.readUInt32LE(0) : 0;
  const isBeforePlan = metadataBytes > 0 && isPlan(readPart(file, 4, metadataBytes));
  return isBeforePlan ? { metadataBytes } : { format: formatOf(file) };
}

function isPlan(start: Buffer): boolean {
  return /^[fpq]trt/.test(start.toString('latin1', 0, 4));
}

/** Reads a part of a file: a number of bytes from a position, which counts from the end of the file if it is negative. */
export function readPart(file: string, length: number, position = 0): Buffer {
  return withRegularFile(file, { maximumBytes: Infinity }, (descriptor, size) => {
    const start = position < 0 ? Math.max(0, size + position) : Math.min(position, size);
    const buffer = Buffer.alloc(Math.min(length, size - start));
    fs.readSync(descriptor, buffer, 0, buffer.length, start);
    return buffer;
  });
}

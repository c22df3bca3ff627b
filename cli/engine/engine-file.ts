import * as fs from 'fs';
import * as path from 'path';
import { readRegularJson, withRegularFile } from '../../lib/files/regular-file';

const ENGINE_FILE = 'model.plan';
/** The file with the description of the engine. */
const DESCRIPTION_FILE = `${ENGINE_FILE}.json`;
const MAX_DESCRIPTION_BYTES = 1024 * 1024;

/** The parts of `model.plan.json` that the command uses. */
export interface EngineFileDescription {
  readonly bytes: number;
  readonly latency?: { profile: number; batch: number; median: number; p99: number; throughput: number }[];
}

/** Reads the description of the engine that a build wrote to the folder. */
export function readEngine(out: string): EngineFileDescription {
  const enginePath = path.join(out, ENGINE_FILE);
  if (!fs.existsSync(enginePath)) throw new Error(`the build wrote no ${enginePath}`);
  // The container can write links, which lead to files of this host.
  const size = withRegularFile(enginePath, { maximumBytes: Infinity, within: out }, (_, bytes) => bytes);
  const limits = { maximumBytes: MAX_DESCRIPTION_BYTES, within: out };
  const engine = readRegularJson(path.join(out, DESCRIPTION_FILE), limits) as EngineFileDescription;
  if (engine.bytes !== size) throw new Error(`${enginePath} has ${size} bytes; ${enginePath}.json has ${engine.bytes}`);
  return engine;
}

/** @throws if the folder contains an engine, which a build would replace */
export function requireNoEngine(out: string): void {
  const enginePath = path.join(out, ENGINE_FILE);
  if (!fs.lstatSync(enginePath, { throwIfNoEntry: false })) return;
  throw new Error(`${enginePath} exists and is not replaced; remove it, or choose a different folder with --out`);
}

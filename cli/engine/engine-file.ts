import * as fs from 'fs';
import * as path from 'path';
import { hashFiles } from '../../lib/artifacts/hash-files';

const ENGINE_FILE = 'model.plan';
/** The file with the description of the engine. */
const DESCRIPTION_FILE = `${ENGINE_FILE}.json`;

/** The parts of `model.plan.json` that the command uses. */
export interface EngineFileDescription {
  readonly bytes: number;
  readonly sha256?: string;
  readonly latency?: { profile: number; batch: number; median: number; p99: number; throughput: number }[];
}

/** Reads the description of the engine that a build wrote to the folder. */
export function readEngine(out: string): EngineFileDescription {
  const enginePath = path.join(out, ENGINE_FILE);
  const size = fs.statSync(enginePath, { throwIfNoEntry: false })?.size;
  if (size === undefined) throw new Error(`the build wrote no ${enginePath}`);
  const engine = JSON.parse(fs.readFileSync(path.join(out, DESCRIPTION_FILE), 'utf8')) as EngineFileDescription;
  if (engine.bytes !== size) throw new Error(`${enginePath} has ${size} bytes; ${enginePath}.json has ${engine.bytes}`);
  return engine;
}

/**
 * Checks that a build may write to the folder: it replaces only an engine that an earlier build wrote.
 *
 * @throws if the folder contains a different engine
 */
export function requireReplaceable(out: string): void {
  const enginePath = path.join(out, ENGINE_FILE);
  if (!fs.lstatSync(enginePath, { throwIfNoEntry: false }) || isDescribed(out, enginePath)) return;
  throw new Error(
    `${enginePath} is not an engine that a build wrote, since ${DESCRIPTION_FILE} does not describe it, so it is not replaced; move it elsewhere, or ` +
      'choose a different folder with --out',
  );
}

/** Whether the description next to the engine has the digest of the engine, so a build wrote both. */
function isDescribed(out: string, enginePath: string): boolean {
  try {
    const engine = JSON.parse(
      fs.readFileSync(path.join(out, DESCRIPTION_FILE), 'utf8'),
    ) as Partial<EngineFileDescription> | null;
    const [{ sha256 }] = hashFiles([{ path: ENGINE_FILE, source: enginePath }]);
    return engine?.sha256 === sha256;
  } catch {
    return false;
  }
}

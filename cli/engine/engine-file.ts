import * as fs from 'fs';
import * as path from 'path';
import { hashFiles } from '../../lib/artifacts/hash-files';

const PLAN = 'model.plan';
/** The file that describes the engine next to it. */
const DESCRIPTION = `${PLAN}.json`;

/** What is read of `model.plan.json`. */
export interface BuiltEngine {
  readonly bytes: number;
  readonly sha256?: string;
  readonly latency?: { profile: number; batch: number; median: number; p99: number; throughput: number }[];
}

/** The engine that a build wrote. */
export function readEngine(out: string): BuiltEngine {
  const plan = path.join(out, PLAN);
  const size = fs.statSync(plan, { throwIfNoEntry: false })?.size;
  if (size === undefined) throw new Error(`the build wrote no ${plan}`);
  const engine = JSON.parse(fs.readFileSync(path.join(out, DESCRIPTION), 'utf8')) as BuiltEngine;
  if (engine.bytes !== size) throw new Error(`${plan} has ${size} bytes; ${plan}.json has ${engine.bytes}`);
  return engine;
}

/**
 * A build replaces the engine of an earlier one.
 *
 * @throws an error when a folder has an engine that no build wrote
 */
export function requireBuilt(out: string): void {
  const plan = path.join(out, PLAN);
  if (!fs.lstatSync(plan, { throwIfNoEntry: false }) || isDescribed(out, plan)) return;
  throw new Error(
    `${plan} is not an engine that a build wrote, since ${DESCRIPTION} does not describe it, so it is not replaced; move it elsewhere, or ` +
      'choose a different folder with --out',
  );
}

function isDescribed(out: string, plan: string): boolean {
  try {
    const engine = JSON.parse(fs.readFileSync(path.join(out, DESCRIPTION), 'utf8')) as Partial<BuiltEngine> | null;
    const [{ sha256 }] = hashFiles([{ path: PLAN, source: plan }]);
    return engine?.sha256 === sha256;
  } catch {
    return false;
  }
}

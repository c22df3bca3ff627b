import { InvalidArgumentError } from 'commander';
import { EngineProfile, EngineShapes } from '../../lib/model/engine/engine-profile';

/** Adds what `--profile` says: `token_ids=1x16:8x128:16x512`, several inputs with commas between them. */
export function addProfile(text: string, profiles: EngineProfile[]): EngineProfile[] {
  return [...profiles, EngineProfile.of(Object.fromEntries(text.split(',').map(readInput)))];
}

function readInput(text: string): [name: string, shapes: EngineShapes] {
  // A name may have any character but '='.
  const at = text.lastIndexOf('=');
  const [min, opt, max, ...more] = text
    .slice(at + 1)
    .split(':')
    .map(readShape);
  if (at < 1 || !min || !opt || !max || more.length > 0) {
    throw new InvalidArgumentError(
      'allowed: the smallest, usual and largest shape, such as token_ids=1x16:8x128:16x512',
    );
  }
  return [text.slice(0, at), { min, opt, max }];
}

function readShape(text: string): number[] | undefined {
  return /^\d+(?:x\d+)*$/.test(text) ? text.split('x').map(Number) : undefined;
}

import { InvalidArgumentError } from 'commander';
import type { EngineShapes, ShapesByInput } from '../../lib/model/engine/engine-profile';

/** Parses `--profile`: `token_ids=1x16:8x128:16x512`, or several inputs separated by commas. */
export function addProfile(text: string, profiles: ShapesByInput[]): ShapesByInput[] {
  return [...profiles, Object.fromEntries(text.split(',').map(parseInput))];
}

function parseInput(text: string): [name: string, shapes: EngineShapes] {
  // A name may contain any character except '='.
  const separator = text.lastIndexOf('=');
  const [min, opt, max, ...more] = text
    .slice(separator + 1)
    .split(':')
    .map(parseShape);
  if (separator < 1 || !min || !opt || !max || more.length > 0) {
    throw new InvalidArgumentError(
      'allowed: the smallest, usual and largest shape, such as token_ids=1x16:8x128:16x512',
    );
  }
  return [text.slice(0, separator), { min, opt, max }];
}

function parseShape(text: string): number[] | undefined {
  return /^\d+(?:x\d+)*$/.test(text) ? text.split('x').map(Number) : undefined;
}

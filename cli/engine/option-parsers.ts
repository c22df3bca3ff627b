import { InvalidArgumentError } from 'commander';
import { DataType } from '../../lib/model/values/data-type';
import { EngineProfile, EngineShapes } from '../../lib/model/engine/engine-profile';

type LayerPrecisions = { [layerName: string]: DataType };

/** Parses `--layer-precision`: `*LayerNorm=FP32`. */
export function addLayerPrecision(text: string, layers: LayerPrecisions): LayerPrecisions {
  const separator = text.lastIndexOf('=');
  if (separator < 1 || separator === text.length - 1) {
    throw new InvalidArgumentError('allowed: the name of a layer and a number format, such as *LayerNorm=FP32');
  }
  return { ...layers, [text.slice(0, separator)]: DataType.of(`TYPE_${text.slice(separator + 1)}`) };
}

/** Parses `--profile`: `token_ids=1x16:8x128:16x512`, or several inputs separated by commas. */
export function addProfile(text: string, profiles: EngineProfile[]): EngineProfile[] {
  return [...profiles, EngineProfile.of(Object.fromEntries(text.split(',').map(parseInput)))];
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

import { InvalidArgumentError } from 'commander';
import { DataType } from '../../lib/model';

/** Adds what `--layer-precision` says: `*LayerNorm=FP32`. */
export function addLayer(text: string, layers: { [layerName: string]: DataType }): { [layerName: string]: DataType } {
  const at = text.lastIndexOf('=');
  if (at < 1 || at === text.length - 1) {
    throw new InvalidArgumentError('allowed: the name of a layer and a number format, such as *LayerNorm=FP32');
  }
  return { ...layers, [text.slice(0, at)]: DataType.of(`TYPE_${text.slice(at + 1)}`) };
}

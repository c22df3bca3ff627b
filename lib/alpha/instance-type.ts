import { InstanceType } from '..';
import { AlphaInstanceType } from './shapes';

/** Converts an `InstanceType` of the alpha module. For the opposite conversion, use `InstanceType.of(type.name)` of the alpha module. */
export function fromInstanceType(instanceType: AlphaInstanceType): InstanceType {
  return InstanceType.of(instanceType.toString());
}

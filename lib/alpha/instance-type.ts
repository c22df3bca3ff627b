import { InstanceType } from '..';
import { AlphaInstanceType } from './shapes';

/** The instance type that an alpha module's `InstanceType` names. The other way it is the alpha module's `InstanceType.of(type.name)`. */
export function fromInstanceType(instanceType: AlphaInstanceType): InstanceType {
  return InstanceType.of(instanceType.toString());
}

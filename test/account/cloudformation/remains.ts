import { HalfMadeError } from './provider';
import { Stack } from './stack';
import { StackResource } from './template';

/** What a failed creation may have left, which is to be deleted. */
export function remains(
  stack: Stack,
  logicalId: string,
  definition: StackResource['definition'],
  error: unknown,
): StackResource | undefined {
  if (!(error instanceof HalfMadeError) || error.physicalId === '') return undefined;
  const { physicalId } = error;
  const properties = stack.propertiesOf(definition);
  return { logicalId, type: definition.Type, definition, properties, physicalId, ref: physicalId, attributes: {} };
}

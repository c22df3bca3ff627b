import { Fields } from './fields';

/**
 * Checks the state of an endpoint or of an inference component.
 *
 * @throws if it serves nothing, or is being changed
 */
export function checkInService(fields: Fields, name: string, adviceIfFailed: string): void {
  const status = fields.requiredText(name);
  if (status === 'InService') return;
  const advice =
    status === 'Failed' ? adviceIfFailed : 'wait until SageMaker has finished the change, and import again';
  fields.fail(name, `InService: ${advice}`);
}

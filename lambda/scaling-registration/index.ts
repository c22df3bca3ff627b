import type { Context } from 'aws-lambda';
import { ComponentProperties, RegistrationProperties } from '../../lib/contracts/scaling-registration-properties';
import { ResourceEvent } from '../shared/custom-resource';
import { handleComponent } from './component-resources';
import { handleEndpoint } from './endpoint-resources';
import { restoreLater, LaterRestoration } from './restore';

type Event = ResourceEvent<RegistrationProperties | ComponentProperties>;

/**
 * Prevents conflicts between scaling and the updates of endpoints and inference components. CloudFormation creates the scalable targets and
 * the policies itself.
 */
export async function handler(event: Event | LaterRestoration, context: Context): Promise<void> {
  if (!('ResponseURL' in event)) return restoreLater(event, context);
  const { InferenceComponentName } = event.ResourceProperties as Partial<ComponentProperties>;
  if (InferenceComponentName === undefined) {
    return handleEndpoint(event as ResourceEvent<RegistrationProperties>, context);
  }
  return handleComponent(event as Parameters<typeof handleComponent>[0], context);
}

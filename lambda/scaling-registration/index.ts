import type { Context } from 'aws-lambda';
import {
  ComponentRegistrationProperties,
  ComponentReleaseProperties,
  DEREGISTRATION_TYPE,
  RegistrationProperties,
} from '../../lib/contracts/scaling-registration-properties';
import { ResourceEvent } from '../shared/custom-resource';
import { registerComponent } from './component-registration';
import { releaseComponent } from './component-release';
import { handleEndpoint } from './endpoint-resources';
import { WatchEvent, watch } from './watch';

type Event = ResourceEvent<RegistrationProperties | ComponentReleaseProperties | ComponentRegistrationProperties>;

/**
 * Suspends scaling while CloudFormation updates an endpoint or an inference component. CloudFormation creates the initial targets and policies
 * itself. Before the function suspends scaling, it starts a separate invocation that resumes scaling when the deployment has ended, even if a
 * resource has failed.
 */
export async function handler(event: Event | WatchEvent, context: Context): Promise<void> {
  if (!('ResponseURL' in event)) return watch(event, context);
  const { InferenceComponentName } = event.ResourceProperties as Partial<ComponentReleaseProperties>;
  if (InferenceComponentName === undefined) {
    return handleEndpoint(event as ResourceEvent<RegistrationProperties>, context);
  }
  return event.ResourceType === DEREGISTRATION_TYPE
    ? releaseComponent(event as ResourceEvent<ComponentReleaseProperties>, context)
    : registerComponent(event as ResourceEvent<ComponentRegistrationProperties>, context);
}

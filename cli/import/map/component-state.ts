import { Fields } from '../fields';
import { checkInService } from '../in-service';

const STATE = [
  ...['InferenceComponentArn', 'EndpointName', 'EndpointArn', 'VariantName', 'CreationTime', 'LastModifiedTime'],
  ...['InferenceComponentStatus', 'ResponseMetadata'],
];

/** Marks fields as read that describe the state of a component. */
export function ignoreState(component: Fields): void {
  component.ignore(...STATE);
}

/** Whether a component is an adapter, which shares the copies of its base component. */
export function isAdapter(component: Fields): boolean {
  return component.object('Specification')?.has('BaseInferenceComponentName') ?? false;
}

export function listAdapter(component: Fields): void {
  ignoreState(component);
  component.ignore('InferenceComponentName', 'RuntimeConfig');
  component.list(
    'Specification',
    'the library has no adapters, so the app contains only the base component, under a new name',
    'create the adapter again on the new base component',
  );
}

export function deletionOf(component: Fields): string {
  return `aws sagemaker delete-inference-component --inference-component-name ${component.requiredName('InferenceComponentName')}`;
}

/** @throws if the component serves nothing, or is being changed */
export function checkState(component: Fields): void {
  const name = 'InferenceComponentStatus';
  if (component.has(name))
    checkInService(component, name, 'a failed component serves nothing: delete it, and import again');
}

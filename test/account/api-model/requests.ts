import type { Call } from '../call';
import { ApiModel } from './api-model';

/** Services whose requests are judged here, with what they call a violation; the others judge their requests themselves. */
const ERRORS: Readonly<Record<string, string>> = {
  cloudformation: 'ValidationError',
  ec2: 'InvalidParameterValue',
  events: 'ValidationException',
  iam: 'ValidationError',
  kms: 'ValidationException',
  lambda: 'ValidationException',
  logs: 'InvalidParameterException',
  s3: 'InvalidRequest',
  states: 'ValidationException',
};

/** What a resource's provider sends in the form of CloudFormation, which its resource schema has judged. */
const AS_RESOURCES = [
  /^ec2:/,
  /^lambda:(CreateFunction|UpdateFunctionConfiguration)$/,
  /^logs:PutMetricFilter$/,
  /^s3:PutBucketLifecycleConfiguration$/,
];

const models = new Map<string, ApiModel>();

/** Throws what a service answers to a request of a function or of CloudFormation that violates its API model. */
export function validateRequest({ principal, service, operation, input }: Call): void {
  // What AWS's services send each other, the account sends as far as permissions need it.
  const isOurs = principal === 'deployer' || principal.service === 'lambda.amazonaws.com';
  if (!isOurs || !(service in ERRORS)) return;
  if (principal === 'deployer' && AS_RESOURCES.some((each) => each.test(`${service}:${operation}`))) return;
  const model = models.get(service) ?? new ApiModel(service, ERRORS[service]);
  models.set(service, model);
  model.validate(operation, input);
}

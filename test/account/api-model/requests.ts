import type { Call } from '../call';
import { ApiModel } from './api-model';

/**
 * Services whose requests are validated in this file, and the error names that they use. The other simulated services validate requests
 * themselves.
 */
const ERROR_NAMES: Readonly<Record<string, string>> = {
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

/**
 * Operations that receive the properties of a CloudFormation resource unchanged. CloudFormation has validated them with the resource
 * schema.
 */
const RESOURCE_OPERATIONS = [
  /^ec2:/,
  /^lambda:(CreateFunction|UpdateFunctionConfiguration)$/,
  /^logs:PutMetricFilter$/,
  /^s3:PutBucketLifecycleConfiguration$/,
];

const models = new Map<string, ApiModel>();

/** Throws the service's error if a request from a function or from CloudFormation violates the API model. */
export function validateRequest({ principal, service, operation, input }: Call): void {
  // Simulated requests between AWS services contain only the members that IAM needs to check permissions.
  const isFromStack = principal === 'deployer' || principal.service === 'lambda.amazonaws.com';
  if (!isFromStack || !(service in ERROR_NAMES)) return;
  if (principal === 'deployer' && RESOURCE_OPERATIONS.some((pattern) => pattern.test(`${service}:${operation}`)))
    return;
  const model = models.get(service) ?? new ApiModel(service, ERROR_NAMES[service]);
  models.set(service, model);
  model.validate(operation, input);
}

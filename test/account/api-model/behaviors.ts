import type { Behavior } from '../behavior';

export const API_MODEL_BEHAVIORS: readonly Behavior[] = [
  {
    id: 'account.requests-validated-by-api-models',
    description:
      'Requests of functions and of CloudFormation to CloudFormation, EC2, EventBridge, IAM, KMS, Lambda, CloudWatch Logs, S3 and Step Functions are validated first: required members, patterns, lengths, ranges and values. Requests that CloudFormation sends in the form of a resource were validated with the resource schema.',
    evidence: 'API model',
    source:
      'botocore 1.44.8, data/*/service-2.json; the errors have the name that the service uses, and the message of SageMaker',
  },
];

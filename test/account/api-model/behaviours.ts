import type { Behaviour } from '../behaviour';

export const API_MODEL_BEHAVIOURS: readonly Behaviour[] = [
  {
    id: 'account.requests-judged-by-api-models',
    does: 'Requests of functions and of CloudFormation to CloudFormation, EC2, EventBridge, IAM, KMS, Lambda, CloudWatch Logs, S3 and Step Functions are judged by required members, patterns, lengths, ranges and values before anything else. What CloudFormation sends in the form of a resource, the resource schema has judged.',
    evidence: 'API model',
    source:
      'botocore 1.44.5, data/*/service-2.json; the name of the error is that of the service, the sentence that of SageMaker',
  },
];

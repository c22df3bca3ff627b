import { API_MODEL_BEHAVIOURS } from './api-model/behaviours';
import { BEHAVIOURS as SCALING } from './autoscaling/behaviours';
import { Behaviour } from './behaviour';
import { CLOUDFORMATION_BEHAVIOURS } from './cloudformation/behaviours';
import { BEHAVIOURS as CLOUDWATCH } from './cloudwatch/behaviours';
import { BEHAVIOURS as IAM } from './iam/behaviours';
import { BEHAVIOURS as SAGEMAKER } from './sagemaker/behaviours';
import { JOB_BEHAVIOURS } from './sagemaker/jobs/behaviours';
import { S3_BEHAVIOURS } from './services/s3-behaviours';
import { QUOTA_BEHAVIOURS } from './services/service-quotas';

/** Everything that the account does as AWS does it. */
export const ALL_BEHAVIOURS: readonly Behaviour[] = [
  ...API_MODEL_BEHAVIOURS,
  ...SCALING,
  ...CLOUDFORMATION_BEHAVIOURS,
  ...CLOUDWATCH,
  ...IAM,
  ...SAGEMAKER,
  ...JOB_BEHAVIOURS,
  ...QUOTA_BEHAVIOURS,
  ...S3_BEHAVIOURS,
];

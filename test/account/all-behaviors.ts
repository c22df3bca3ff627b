import { API_MODEL_BEHAVIORS } from './api-model/behaviors';
import { BEHAVIORS as SCALING } from './autoscaling/behaviors';
import { Behavior } from './behavior';
import { CLOUDFORMATION_BEHAVIORS } from './cloudformation/behaviors';
import { BEHAVIORS as CLOUDWATCH } from './cloudwatch/behaviors';
import { BEHAVIORS as IAM } from './iam/behaviors';
import { LAMBDA_BEHAVIORS } from './functions/behaviors';
import { BEHAVIORS as SAGEMAKER } from './sagemaker/behaviors';
import { COMPONENT_BEHAVIORS } from './sagemaker/inference-components/behaviors';
import { JOB_BEHAVIORS } from './sagemaker/jobs/behaviors';
import { EVENT_BEHAVIORS } from './services/event-behaviors';
import { S3_BEHAVIORS } from './services/s3-behaviors';

/** All behaviors of AWS that the simulated account implements. */
export const ALL_BEHAVIORS: readonly Behavior[] = [
  ...API_MODEL_BEHAVIORS,
  ...SCALING,
  ...CLOUDFORMATION_BEHAVIORS,
  ...CLOUDWATCH,
  ...IAM,
  ...LAMBDA_BEHAVIORS,
  ...SAGEMAKER,
  ...COMPONENT_BEHAVIORS,
  ...JOB_BEHAVIORS,
  ...EVENT_BEHAVIORS,
  ...S3_BEHAVIORS,
];

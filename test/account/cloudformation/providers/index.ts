import { Provider } from '../provider';
import { AUTO_SCALING } from './auto-scaling';
import { CLOUDWATCH } from './cloudwatch';
import { EC2 } from './ec2';
import { IAM } from './iam';
import { INFERENCE_COMPONENT } from './inference-component';
import { LAMBDA } from './lambda';
import { LOGS } from './logs';
import { MESSAGING } from './messaging';
import { SAGEMAKER } from './sagemaker';
import { STORAGE } from './storage';

/** The resource types that the simulated account implements, except custom resources and wait conditions. */
export const PROVIDERS: Readonly<Record<string, Provider>> = {
  ...AUTO_SCALING,
  ...CLOUDWATCH,
  ...EC2,
  ...IAM,
  ...INFERENCE_COMPONENT,
  ...LAMBDA,
  ...LOGS,
  ...MESSAGING,
  ...SAGEMAKER,
  ...STORAGE,
};

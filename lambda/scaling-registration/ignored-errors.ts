import type { CloudFormationCustomResourceEvent } from 'aws-lambda';
import { DEREGISTRATION_TYPE } from '../../lib/contracts/scaling-registration-properties';
import { isRollingBack } from '../shared/stack-status';

/**
 * Whether CloudFormation continues after an error of this function. In deletions and rollbacks, SageMaker's error about the endpoint or
 * component is more useful.
 */
export async function isErrorIgnored(event: CloudFormationCustomResourceEvent<object>): Promise<boolean> {
  const { RequestType, ResourceType, StackId } = event;
  if (RequestType === 'Delete') return true;
  return RequestType === 'Update' && ResourceType === DEREGISTRATION_TYPE && isRollingBack(StackId).catch(() => false);
}

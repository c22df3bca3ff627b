import { setTimeout as sleep } from 'node:timers/promises';
import { SageMakerClient } from '@aws-sdk/client-sagemaker';
import type { FailureReportEvent } from '../../lib/contracts/failure-report-event';
import { permissionRetryOptions } from '../shared/await-permissions';
import { describeEndpoint } from '../shared/describe-endpoint';
import { isRollingBack } from '../shared/stack-status';
import { StackResource, describeStackResource } from './stack-resource';

/** A deployment of an endpoint that failed. */
export interface Failure {
  readonly endpointName: string;
  /** The configuration that could not be deployed. */
  readonly configName: string;
  /** When the endpoint was created, in milliseconds since the epoch. Distinguishes endpoints with the same name. */
  readonly created: number;
  /** When the deployment began, in milliseconds since the epoch. Containers with older log streams do not belong to it. */
  readonly since: number;
  /** Whether the containers may have received requests. If so, their log lines may contain payloads. */
  readonly received: boolean;
  readonly keyArn?: string;
}

/** Statuses of a deployment that failed for good. */
const FAILED = ['FAILED', 'UPDATE_ROLLBACK_FAILED'];

/** Time in which CloudFormation repeats an update that SageMaker has rejected, for example because the endpoint was scaling. */
const UPDATE_STARTS_MILLISECONDS = 60_000;

/** The failed deployment that an event is about. Undefined if the event is about something else, such as scaling or a success. */
export async function findFailure({ detail, stackId, endpoints }: FailureReportEvent): Promise<Failure | undefined> {
  const { EndpointName: endpointName, EndpointStatus: status, CreationTime: created } = detail;
  const { endpoint: endpointId, config: configId, key: keyArn } = endpoints[endpointName];
  const endpoint = await describeStackResource(stackId, endpointId);
  const config = await describeStackResource(stackId, configId);
  if (!endpoint || !config) return undefined;
  const stackRollsBack = await isRollingBack(stackId);
  if (status === 'FAILED' && isBeingCreated(endpoint, stackRollsBack)) {
    const { EndpointConfigName: configName } = detail;
    return { endpointName, configName, created, since: created, received: false, keyArn };
  }
  const failure = { endpointName, configName: config.name, created, since: config.since, received: true, keyArn };
  if (FAILED.includes(status)) return failure;
  // Otherwise, the endpoint has not been updated yet, or has been updated, or CloudFormation is restoring the previous configuration.
  const isRolledBack =
    !isSameName(config.name, detail.EndpointConfigName) && endpoint.since > config.since && !stackRollsBack;
  if (!isRolledBack) return undefined;
  return status === 'IN_SERVICE' && (await isUpdatedLater(endpointName, config.name)) ? undefined : failure;
}

/** Whether CloudFormation is creating the endpoint, or is deleting it because its creation failed. */
function isBeingCreated({ status }: StackResource, stackRollsBack: boolean): boolean {
  return /^CREATE_(IN_PROGRESS|FAILED)$/.test(status) || (stackRollsBack && status.startsWith('DELETE_'));
}

/** ARNs contain the names in lower case. */
function isSameName(name: string, otherName: string): boolean {
  return name.toLowerCase() === otherName.toLowerCase();
}

/** Whether the endpoint was only scaling, so that CloudFormation repeats the update. */
async function isUpdatedLater(endpointName: string, configName: string): Promise<boolean> {
  await sleep(UPDATE_STARTS_MILLISECONDS);
  const endpoint = await describeEndpoint(new SageMakerClient(permissionRetryOptions()), endpointName);
  const { EndpointConfigName: served = '', PendingDeploymentSummary: pending } = endpoint ?? {};
  return [served, pending?.EndpointConfigName ?? ''].some((name) => isSameName(name, configName));
}

import { DescribeEndpointOutput, SageMakerClient } from '@aws-sdk/client-sagemaker';
import { FailureReportProperties } from '../../lib/contracts/failure-report-properties';
import { endpointLogGroupOf } from '../../lib/contracts/log-groups';
import { permissionRetryOptions } from '../shared/await-permissions';
import { describeEndpoint } from '../shared/describe-endpoint';
import type { Observation, Target } from './target';

/** The states by the status of an endpoint. With all other statuses, the endpoint is changing. */
const STATES: Partial<Record<string, Observation['state']>> = {
  InService: 'inService',
  RollingBack: 'rollingBack',
  Failed: 'failed',
  UpdateRollbackFailed: 'failed',
  Deleting: 'deleting',
};

/** An endpoint, whose deployments change its endpoint configuration. */
export class EndpointTarget implements Target {
  public readonly kind = 'endpoint';
  public readonly version = 'configuration';
  public readonly keptStreamPrefix = '';

  constructor(private readonly properties: FailureReportProperties) {}

  public get name(): string {
    return this.properties.EndpointName;
  }

  public get logGroup(): string {
    return endpointLogGroupOf(this.name);
  }

  public async observe(): Promise<Observation> {
    const endpoint = await describeEndpoint(new SageMakerClient(permissionRetryOptions()), this.name);
    if (!endpoint) return { state: 'missing', isDeployed: false, isPending: false, mayReceive: false };
    const { EndpointStatus, EndpointConfigName, PendingDeploymentSummary, FailureReason } = endpoint;
    return {
      state: STATES[EndpointStatus ?? ''] ?? 'changing',
      isDeployed: EndpointConfigName === this.properties.EndpointConfigName,
      isPending: PendingDeploymentSummary?.EndpointConfigName === this.properties.EndpointConfigName,
      mayReceive: mayReceive(endpoint),
      failureReason: FailureReason,
    };
  }
}

/**
 * Whether the new fleet of an update may receive requests: true if a variant is no longer being created, or if the status of the variants
 * is unknown.
 */
function mayReceive({ EndpointStatus, PendingDeploymentSummary: pending }: DescribeEndpointOutput): boolean {
  if (EndpointStatus === 'Creating') return false;
  const stages = pending?.ProductionVariants?.map(({ VariantStatus }) => VariantStatus?.[0]?.Status) ?? [];
  return stages.length === 0 || stages.some((stage) => stage !== 'Creating');
}

import { arn } from '../../arn';
import { PhysicalResource, Provider, ResourceRequest, sendAsDeployer, sendDelete } from '../provider';
import { putProvider } from './put-provider';

function physicalResource({ account, physicalId }: ResourceRequest): PhysicalResource {
  return { physicalId, attributes: { Arn: `${arn(account, 'logs', `log-group:${physicalId}`)}:*` } };
}

async function putRetention(request: ResourceRequest): Promise<void> {
  const { RetentionInDays: retentionInDays } = request.properties;
  if (retentionInDays === undefined) return;
  await sendAsDeployer(request, 'logs', 'PutRetentionPolicy', { logGroupName: request.physicalId, retentionInDays });
}

const logGroup: Provider = {
  nameProperty: 'LogGroupName',
  async create(request) {
    const { KmsKeyId } = request.properties;
    const key = KmsKeyId === undefined ? {} : { kmsKeyId: KmsKeyId };
    await sendAsDeployer(request, 'logs', 'CreateLogGroup', { logGroupName: request.physicalId, ...key });
    await putRetention(request);
    return physicalResource(request);
  },
  async update(request) {
    await putRetention(request);
    return physicalResource(request);
  },
  async delete(request) {
    await sendDelete(request, 'logs', 'DeleteLogGroup', { logGroupName: request.physicalId });
  },
};

export const LOGS: Record<string, Provider> = {
  'AWS::Logs::LogGroup': logGroup,
  'AWS::Logs::MetricFilter': putProvider({
    service: 'logs',
    nameProperty: 'FilterName',
    put: 'PutMetricFilter',
    input: ({ properties }) => ({
      filterPattern: properties.FilterPattern,
      metricTransformations: properties.MetricTransformations,
    }),
    remove: 'DeleteMetricFilter',
    key: (filterName, { properties }) => ({ logGroupName: properties.LogGroupName, filterName }),
  }),
};

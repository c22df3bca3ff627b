import { arn } from '../../arn';
import { Made, Provider, Request, send, sendDelete } from '../provider';
import { upserted } from './upserted';

function made({ world, physicalId }: Request): Made {
  return { physicalId, attributes: { Arn: `${arn(world, 'logs', `log-group:${physicalId}`)}:*` } };
}

async function retain(request: Request): Promise<void> {
  const { RetentionInDays: retentionInDays } = request.properties;
  if (retentionInDays === undefined) return;
  await send(request, 'logs', 'PutRetentionPolicy', { logGroupName: request.physicalId, retentionInDays });
}

const logGroup: Provider = {
  nameProperty: 'LogGroupName',
  async create(request) {
    const { KmsKeyId } = request.properties;
    const key = KmsKeyId === undefined ? {} : { kmsKeyId: KmsKeyId };
    await send(request, 'logs', 'CreateLogGroup', { logGroupName: request.physicalId, ...key });
    await retain(request);
    return made(request);
  },
  async update(request) {
    await retain(request);
    return made(request);
  },
  async delete(request) {
    await sendDelete(request, 'logs', 'DeleteLogGroup', { logGroupName: request.physicalId });
  },
};

export const LOGS: Record<string, Provider> = {
  'AWS::Logs::LogGroup': logGroup,
  'AWS::Logs::MetricFilter': upserted({
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

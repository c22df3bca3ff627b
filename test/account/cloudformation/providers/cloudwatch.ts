import { arn } from '../../arn';
import { Made, Provider, Request } from '../provider';
import { upserted } from './upserted';

function alarm({ world, physicalId }: Request): Made {
  return { physicalId, attributes: { Arn: arn(world, 'cloudwatch', `alarm:${physicalId}`) } };
}

const named = { key: (AlarmName: string) => ({ AlarmName }), removeKey: (name: string) => ({ AlarmNames: [name] }) };

export const CLOUDWATCH: Record<string, Provider> = {
  'AWS::CloudWatch::Alarm': upserted({
    service: 'cloudwatch',
    nameProperty: 'AlarmName',
    put: 'PutMetricAlarm',
    remove: 'DeleteAlarms',
    ...named,
    made: alarm,
  }),
  'AWS::CloudWatch::CompositeAlarm': upserted({
    service: 'cloudwatch',
    nameProperty: 'AlarmName',
    put: 'PutCompositeAlarm',
    remove: 'DeleteAlarms',
    ...named,
    made: alarm,
  }),
  'AWS::CloudWatch::Dashboard': upserted({
    service: 'cloudwatch',
    nameProperty: 'DashboardName',
    put: 'PutDashboard',
    remove: 'DeleteDashboards',
    key: (DashboardName) => ({ DashboardName }),
    removeKey: (name) => ({ DashboardNames: [name] }),
  }),
};

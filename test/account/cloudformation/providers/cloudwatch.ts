import { arn } from '../../arn';
import { PhysicalResource, Provider, ResourceRequest } from '../provider';
import { putProvider } from './put-provider';

function physicalAlarm({ account, physicalId }: ResourceRequest): PhysicalResource {
  return { physicalId, attributes: { Arn: arn(account, 'cloudwatch', `alarm:${physicalId}`) } };
}

const alarmKeys = {
  key: (AlarmName: string) => ({ AlarmName }),
  removeKey: (name: string) => ({ AlarmNames: [name] }),
};

export const CLOUDWATCH: Record<string, Provider> = {
  'AWS::CloudWatch::Alarm': putProvider({
    service: 'cloudwatch',
    nameProperty: 'AlarmName',
    put: 'PutMetricAlarm',
    remove: 'DeleteAlarms',
    ...alarmKeys,
    physicalResource: physicalAlarm,
  }),
  'AWS::CloudWatch::CompositeAlarm': putProvider({
    service: 'cloudwatch',
    nameProperty: 'AlarmName',
    put: 'PutCompositeAlarm',
    remove: 'DeleteAlarms',
    ...alarmKeys,
    physicalResource: physicalAlarm,
  }),
  'AWS::CloudWatch::Dashboard': putProvider({
    service: 'cloudwatch',
    nameProperty: 'DashboardName',
    put: 'PutDashboard',
    remove: 'DeleteDashboards',
    key: (DashboardName) => ({ DashboardName }),
    removeKey: (name) => ({ DashboardNames: [name] }),
  }),
};

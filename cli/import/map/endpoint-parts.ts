import { Expression, flag, Properties, seconds, struct } from '../code/expression';
import { Fields } from '../fields';
import { Context } from './context';
import { MappedModel } from './model';

/** The role of the models. The construct adds the permissions that it requires. */
export function mapRole(models: MappedModel[], context: Context): Properties {
  const [role, ...others] = models.map(({ fields }) => fields.text('ExecutionRoleArn'));
  others.forEach((other, index) => {
    if (other !== role)
      models[index + 1].fields.list(
        'ExecutionRoleArn',
        `the library has one role for all variants, and the app contains that of ${models[0].fields.title}`,
        'check that this role has all permissions that the container requires',
      );
  });
  return { role: role === undefined ? undefined : context.role(role) };
}

/** Maps `MetricsConfig`. */
export function mapMonitoring(config: Fields): Expression | undefined {
  const metrics = config.object('MetricsConfig');
  if (!metrics) return undefined;
  const frequency = metrics.number('MetricPublishFrequencyInSeconds');
  const options: Properties = {
    detailedObservability: metrics.flag('EnableDetailedObservability') ? flag(true) : undefined,
    enhancedMetrics: metrics.flag('EnableEnhancedMetrics') ? flag(true) : undefined,
    metricPublishFrequency: frequency === undefined || frequency === 60 ? undefined : seconds(frequency),
  };
  return Object.values(options).some((each) => each !== undefined) ? struct('MonitoringOptions', options) : undefined;
}

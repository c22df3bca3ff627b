import { Properties } from '../code/expression';
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

/** Lists the settings of `MetricsConfig` that the library does not set in the same way. */
export function listMetricsConfig(config: Fields): void {
  const metrics = config.object('MetricsConfig');
  metrics?.expect('EnableDetailedObservability', false);
  metrics?.expect('EnableEnhancedMetrics', false);
  metrics?.expect('MetricPublishFrequencyInSeconds', 60);
}

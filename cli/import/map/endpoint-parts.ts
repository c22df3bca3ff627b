import { Expression, flag, Properties, seconds, struct } from '../code/expression';
import { Fields } from '../fields';
import { prefixOf } from './capture';
import { Context, parseS3Uri } from './context';
import { MappedModel } from './model';
import { VariantFields } from './variant';

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

/** Maps `CoreDumpConfig`, which the library has for all variants together: SageMaker's URI ends with the name of the variant. */
export function mapCoreDumps(variants: VariantFields[], context: Context): Expression | undefined {
  const [first, ...others] = variants.flatMap(({ config }) => config.object('CoreDumpConfig') ?? []);
  if (!first) return undefined;
  for (const other of others) {
    other.ignore('KmsKeyId');
    other.list(
      'DestinationS3Uri',
      `the library has one location for all variants: ${first.place}`,
      'core dumps are under a prefix for each variant',
    );
  }
  const location = parseS3Uri(first.requiredText('DestinationS3Uri'));
  if (!location) return first.fail('DestinationS3Uri', 'an S3 URI');
  const names = variants.map(({ config }) => config.requiredName('VariantName'));
  const folders = location.key.replace(/\/$/, '').split('/');
  const endsWithName = names.includes(folders.at(-1) ?? '');
  const prefix = (endsWithName ? folders.slice(0, -1) : folders).join('/');
  const withoutDumps = variants.filter(({ config }) => !config.has('CoreDumpConfig'));
  if (prefix !== '' && (!endsWithName || withoutDumps.length > 0))
    first.list(
      'DestinationS3Uri',
      'the library writes the core dumps of all variants, each under a prefix with the name of the variant',
      `core dumps are under ${names.map((name) => `${prefix}/${name}`).join(' and ')}`,
    );
  const key = first.text('KmsKeyId');
  return struct('CoreDumpOptions', {
    bucket: context.bucket(location.bucket, 'CoreDumpBucket'),
    prefix: prefixOf(prefix, 'core-dumps', () =>
      first.list(
        'DestinationS3Uri',
        'the library writes core dumps under a prefix of the bucket',
        'core dumps are under the prefix core-dumps',
      ),
    ),
    encryptionKey: key === undefined ? undefined : context.key(key),
  });
}

import { isObject } from '../input/shape';
import { Code, Properties } from '../app/code';
import { App, parseS3Uri } from './app';
import { Json, objectsIn } from './description';
import { key, mapRows, number, OverriddenField, overrideFields, Row, topic } from './rows';
import { peek, refuse, take, takeCopies } from './take';

// Settings of the endpoint as a whole.

const METRICS: OverriddenField[] = [
  ['EnableDetailedObservability', false],
  ['EnableEnhancedMetrics', false],
  ['MetricPublishFrequencyInSeconds', 60],
];

/** `MetricsConfig`, which the endpoint repeats, with defaults. */
export function mapMetrics(app: App): void {
  const { description, original } = app;
  const configured = original.config.MetricsConfig;
  const current = description.endpoint.MetricsConfig;
  if (isObject(current))
    takeCopies(current, { ...Object.fromEntries(METRICS), ...(isObject(configured) ? configured : {}) });
  overrideFields(description.config.MetricsConfig, 'MetricsConfig', METRICS, app);
}

const CONTENT_TYPES: OverriddenField[] = [
  ['CaptureContentTypeHeader.JsonContentTypes', ['application/json']],
  ['CaptureContentTypeHeader.CsvContentTypes'],
];

const CAPTURE: Row[] = [
  ['InitialSamplingPercentage', 'samplingPercentage', number],
  ['KmsKeyId', 'encryptionKey', key],
];

/** `DataCaptureConfig`. Undefined if nothing is captured. */
export function mapCapture(app: App): Code | undefined {
  const { code } = app;
  const { endpoint, config } = app.description;
  const capture = config.DataCaptureConfig;
  const current = endpoint.DataCaptureConfig;
  take(current, 'EnableCapture', 'CaptureStatus', 'DestinationS3Uri', 'KmsKeyId');
  if (!isObject(capture) || take(capture, 'EnableCapture') === false) return void take(config, 'DataCaptureConfig');
  if (peek(current, 'CurrentSamplingPercentage') === capture.InitialSamplingPercentage)
    take(current, 'CurrentSamplingPercentage');
  const options = objectsIn('CaptureOptions', capture.CaptureOptions);
  const modes = options.map(({ CaptureMode }) => CaptureMode);
  for (const option of options)
    if (/^(Input|Output|InputAndOutput)$/.test(String(option.CaptureMode))) take(option, 'CaptureMode');
  const { bucket, prefix } = mapLocation(capture, 'DestinationS3Uri', 'CaptureBucket', app);
  if (peek(capture, 'CaptureContentTypeHeader') === undefined)
    app.note('CaptureContentTypeHeader', 'not set', 'the app captures JSON as text, and not with base64 encoding');
  overrideFields(capture, 'DataCaptureConfig', CONTENT_TYPES, app);
  return code.struct('DataCaptureOptions', {
    input: modes.some((mode) => mode !== 'Output') ? undefined : code.flag(false),
    output: modes.some((mode) => mode !== 'Input') ? undefined : code.flag(false),
    bucket,
    prefix,
    ...mapRows(capture, CAPTURE, app),
  });
}

/**
 * A bucket and a prefix. The library requires a prefix.
 *
 * @throws if the location is not an S3 URI
 */
function mapLocation(from: Json, field: string, id: string, app: App): { bucket: Code; prefix?: Code } {
  const location = parseS3Uri(from[field]) ?? refuse(field, from[field], 'an S3 URI');
  const prefix = location.key.replace(/^\/+/, '').replace(/\/$/, '');
  if (prefix !== '') take(from, field);
  return { bucket: app.bucket(location.bucket, id), prefix: prefix === '' ? undefined : app.code.text(prefix) };
}

const ASYNCHRONOUS: Row[] = [
  ['OutputConfig.KmsKeyId', 'outputEncryptionKey', key],
  ['OutputConfig.NotificationConfig.SuccessTopic', 'successTopic', topic('SuccessTopic')],
  ['OutputConfig.NotificationConfig.ErrorTopic', 'errorTopic', topic('ErrorTopic')],
  ['ClientConfig.MaxConcurrentInvocationsPerInstance', 'maxConcurrentInvocationsPerInstance', number],
];

const RESPONSES_IN_NOTIFICATIONS: OverriddenField[] = [['OutputConfig.NotificationConfig.IncludeInferenceResponseIn']];

/** `AsyncInferenceConfig`. */
export function mapAsynchronous(config: Json, app: App): Properties {
  const output = config.OutputConfig;
  if (!isObject(output)) return refuse('AsyncInferenceConfig.OutputConfig', output, 'an object');
  app.note(
    'location of the requests (InputLocation of InvokeEndpointAsync)',
    'not in the description',
    'callers choose it in each request. Set `inputBucket` and `inputPrefix` to the location to which they upload requests; the default is the prefix input in the output bucket',
  );
  const isInBucket = parseS3Uri(output.S3FailurePath)?.bucket === parseS3Uri(output.S3OutputPath)?.bucket;
  const { bucket, prefix } = mapLocation(output, 'S3OutputPath', 'OutputBucket', app);
  const failure = isInBucket ? mapLocation(output, 'S3FailurePath', 'OutputBucket', app) : undefined;
  overrideFields(config, 'AsyncInferenceConfig', RESPONSES_IN_NOTIFICATIONS, app);
  return {
    outputBucket: bucket,
    outputPrefix: prefix,
    failurePrefix: failure?.prefix,
    ...mapRows(config, ASYNCHRONOUS, app),
  };
}

/** `VpcConfig` and `EnableNetworkIsolation` of a model. */
export function mapNetwork(model: Json, app: App): Properties {
  const { code, description, identity } = app;
  const networkIsolation = take(model, 'EnableNetworkIsolation') === true ? code.flag(true) : undefined;
  const [subnetIds, groupIds] = ['Subnets', 'SecurityGroupIds'].map((name) =>
    [take(model, `VpcConfig.${name}`) ?? []].flat().map(String),
  );
  if (subnetIds.length === 0) return { networkIsolation };
  const described = subnetIds.map((id) => description.subnets.find((each) => each.SubnetId === id));
  if (described.includes(undefined))
    app.note(
      'VpcConfig.Subnets',
      subnetIds,
      `the VPC and the zones of the subnets are not known, so the app contains placeholders; replace them, or add the output of 'aws ec2 describe-subnets' to the folder of --description, and import again`,
    );
  const zones = described.map((subnet, index) =>
    code.text(String(subnet?.AvailabilityZone ?? `${identity.region}${'abcdef'[index % 6]}`)),
  );
  const subnets = subnetIds.map((id, index) =>
    app.existing('Subnet.fromSubnetAttributes', 'Subnet', [], {
      subnetId: code.text(id),
      availabilityZone: zones[index],
    }),
  );
  return {
    vpc: app.existing('Vpc.fromVpcAttributes', 'Vpc', [], {
      vpcId: code.text(String(described.find((subnet) => subnet !== undefined)?.VpcId ?? 'vpc-00000000')),
      availabilityZones: code.list([...new Set(zones)]),
    }),
    vpcSubnets: code.struct('SubnetSelection', { subnets: code.list(subnets) }),
    securityGroups: code.list(
      groupIds.map((id) => app.existing('SecurityGroup.fromSecurityGroupId', 'SecurityGroup', [id])),
    ),
    networkIsolation,
  };
}

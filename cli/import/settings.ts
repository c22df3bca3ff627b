import { isObject } from '../input/shape';
import { Code, Properties } from '../app/code';
import { App, parseS3Uri } from './app';
import { Json, objectsIn } from './description';
import { flag, key, mapRows, number, Row, seconds, structOf, texts, topic } from './rows';
import { peek, refuse, take, takeCopies } from './take';

// Settings of the endpoint as a whole.

const METRICS: Row[] = [
  ['EnableDetailedObservability', 'detailedObservability', flag, false],
  ['EnableEnhancedMetrics', 'enhancedMetrics', flag, false],
  ['MetricPublishFrequencyInSeconds', 'metricPublishFrequency', seconds, 60],
];

/** `MetricsConfig`, which the endpoint repeats, with defaults. */
export function mapMonitoring(app: App): Code | undefined {
  const { description, original } = app;
  const defaults = Object.fromEntries(METRICS.map(([field, , , libraryDefault]) => [field, libraryDefault]));
  const configured = original.config.MetricsConfig;
  const current = description.endpoint.MetricsConfig;
  if (isObject(current)) takeCopies(current, { ...defaults, ...(isObject(configured) ? configured : {}) });
  return structOf('MonitoringOptions', mapRows(description.config.MetricsConfig, METRICS, app), app);
}

const CONTENT_TYPES: Row[] = [
  ['CaptureContentTypeHeader.JsonContentTypes', 'jsonContentTypes', texts],
  ['CaptureContentTypeHeader.CsvContentTypes', 'csvContentTypes', texts],
];

/** `DataCaptureConfig`. Undefined if nothing is captured. */
export function mapCapture(app: App): Code | undefined {
  const { code } = app;
  const { endpoint, config } = app.description;
  const capture = config.DataCaptureConfig;
  const current = endpoint.DataCaptureConfig;
  take(current, 'EnableCapture', 'CaptureStatus', 'DestinationS3Uri', 'KmsKeyId');
  const percentage = peek(capture, 'InitialSamplingPercentage');
  if (peek(current, 'CurrentSamplingPercentage') === percentage) take(current, 'CurrentSamplingPercentage');
  const enabled = take(capture, 'EnableCapture');
  if (!isObject(capture) || enabled === false) return void take(config, 'DataCaptureConfig');
  const options = objectsIn('CaptureOptions', capture.CaptureOptions);
  const modes = options.map(({ CaptureMode }) => CaptureMode);
  for (const option of options)
    if (/^(Input|Output|InputAndOutput)$/.test(String(option.CaptureMode))) take(option, 'CaptureMode');
  const { bucket, prefix } = mapLocation(capture, 'DestinationS3Uri', 'CaptureBucket', app);
  return code.struct('DataCaptureOptions', {
    ...mapRows(capture, [['InitialSamplingPercentage', 'samplingPercentage', number]], app),
    input: modes.some((mode) => mode !== 'Output') ? undefined : code.flag(false),
    output: modes.some((mode) => mode !== 'Input') ? undefined : code.flag(false),
    bucket,
    prefix,
    ...mapRows(capture, [['KmsKeyId', 'encryptionKey', key]], app),
    // Without content types, SageMaker captures all content with base64 encoding, and the library JSON as text.
    jsonContentTypes: '[]',
    ...mapRows(capture, CONTENT_TYPES, app),
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
  const included = peek(output, 'NotificationConfig.IncludeInferenceResponseIn');
  const topics = mapRows(config, ASYNCHRONOUS, app);
  // The notifications of the library contain the response in all topics or in none.
  const topicCount = [topics.successTopic, topics.errorTopic].filter((each) => each !== undefined).length;
  const isInAll = Array.isArray(included) && included.length === topicCount;
  if (isInAll) take(output, 'NotificationConfig.IncludeInferenceResponseIn');
  return {
    outputBucket: bucket,
    outputPrefix: prefix,
    failurePrefix: failure?.prefix,
    ...topics,
    responseInNotifications: isInAll && included.length > 0 ? app.code.flag(true) : undefined,
  };
}

/** `VpcConfig` and `EnableNetworkIsolation` of a model, or of the configuration of an endpoint with inference components. */
export function mapNetwork(from: Json, app: App): Properties {
  const { code } = app;
  const { subnets } = app.description;
  const isIsolated = take(from, 'EnableNetworkIsolation') === true;
  const networkIsolation = isIsolated ? code.flag(true) : undefined;
  const subnetIds = textsIn(take(from, 'VpcConfig.Subnets'));
  if (subnetIds.length === 0) return { networkIsolation };
  const described = subnetIds.map((id) => subnets.find((each) => each.SubnetId === id));
  if (described.includes(undefined))
    app.note(
      'VpcConfig.Subnets',
      subnetIds,
      `the VPC and the zones of the subnets are not known, so the app contains the placeholder vpc-00000000 and example zones; replace them, or add the output of 'aws ec2 describe-subnets --subnet-ids ${subnetIds.join(' ')}' to the folder of --description, and import again`,
    );
  const zones = described.map((subnet, index) =>
    String(subnet?.AvailabilityZone ?? `${app.identity.region}${'abcdef'[index % 6]}`),
  );
  const vpcId = String(described.find((subnet) => subnet !== undefined)?.VpcId ?? 'vpc-00000000');
  const subnetConstructs = subnetIds.map((id, index) =>
    app.existing('Subnet.fromSubnetAttributes', 'Subnet', [], {
      subnetId: code.text(id),
      availabilityZone: code.text(zones[index]),
    }),
  );
  const groups = textsIn(take(from, 'VpcConfig.SecurityGroupIds'));
  return {
    vpc: app.existing('Vpc.fromVpcAttributes', 'Vpc', [], {
      vpcId: code.text(vpcId),
      availabilityZones: code.json([...new Set(zones)]),
    }),
    vpcSubnets: code.struct('SubnetSelection', { subnets: code.list(subnetConstructs) }),
    securityGroups: code.list(
      groups.map((id) => app.existing('SecurityGroup.fromSecurityGroupId', 'SecurityGroup', [id])),
    ),
    networkIsolation,
  };
}

const textsIn = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((each): each is string => typeof each === 'string') : [];

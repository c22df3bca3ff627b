import { ArnFormat, RemovalPolicy, Stack } from 'aws-cdk-lib';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { IKey } from 'aws-cdk-lib/aws-kms';
import { FilterPattern, IFilterPattern, LogGroup, MetricFilter, RetentionDays } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import { logMetrics, PublishedMetric } from '../facts/cloudwatch-metrics';
import { logGroupNameOf } from '../cdk/endpoint-names';

/**
 * Parts of the log lines that the server prints if a model cannot be read or loaded. Triton release 24.10 (server 2.51) printed them all.
 */
const LOAD_FAILURES = ['failed to load', 'failed to poll model', 'Poll failed for model', 'load failed for model'];
/** Messages of CUDA, PyTorch, TensorRT, ONNX Runtime, Python and the C++ library about exhausted memory or disk space. */
const OUT_OF_MEMORY = [
  'out of memory',
  'OutOfMemory',
  'OUT_OF_MEMORY',
  'Failed to allocate memory',
  'MemoryError',
  'bad_alloc',
  'No space left on device',
];

/** Properties of `EndpointLogs`. */
export interface EndpointLogsProps {
  /** Name of the endpoint. */
  readonly endpointName: string;

  /**
   * Retention period of the log events.
   *
   * @default RetentionDays.ONE_MONTH
   */
  readonly retention?: RetentionDays;

  /**
   * KMS key that encrypts the log. The policy of a key in this app is extended to allow CloudWatch Logs to use the key for this log group
   * only. The policy of an imported key must already allow CloudWatch Logs to use the key.
   *
   * @default - the default encryption of CloudWatch Logs
   */
  readonly encryptionKey?: IKey;

  /**
   * Whether log lines about load failures, and about exhausted memory or disk space, are counted as metrics
   * (`EndpointMetrics.loadFailures`, `outOfMemory`).
   *
   * @default true
   */
  readonly metricFilters?: boolean;

  /**
   * Whether the server writes its own metrics into the log (`monitoring.serverMetrics`). The metric filters do not count these lines.
   *
   * @default false
   */
  readonly serverMetrics?: boolean;

  /**
   * Removal policy of the log group.
   *
   * @default RemovalPolicy.DESTROY
   */
  readonly removalPolicy?: RemovalPolicy;
}

/**
 * The log group to which SageMaker writes the output of the server. If the log group does not exist, SageMaker creates it when the server
 * prints the first line: unencrypted, and retained permanently. The endpoint must therefore depend on this construct.
 */
export class EndpointLogs extends Construct {
  /** The log group. */
  public readonly logGroup: LogGroup;

  constructor(scope: Construct, id: string, props: EndpointLogsProps) {
    super(scope, id);
    const { endpointName, encryptionKey } = props;
    this.logGroup = new LogGroup(this, 'Resource', {
      logGroupName: logGroupNameOf(endpointName),
      retention: props.retention ?? RetentionDays.ONE_MONTH,
      removalPolicy: props.removalPolicy ?? RemovalPolicy.DESTROY,
      encryptionKey,
    });
    if (encryptionKey) allowLogEncryption(encryptionKey, Stack.of(this), logGroupNameOf(endpointName));
    if (props.metricFilters === false) return;
    const { loadFailures, outOfMemory } = logMetrics(endpointName);
    const patternsOf = props.serverMetrics ? messagePatterns : linePatterns;
    this.addMetricFilters('LoadFailures', loadFailures, patternsOf(LOAD_FAILURES));
    this.addMetricFilters('OutOfMemory', outOfMemory, patternsOf(OUT_OF_MEMORY));
  }

  private addMetricFilters(id: string, { namespace, name }: PublishedMetric, patterns: IFilterPattern[]): void {
    patterns.forEach((filterPattern, index) => {
      new MetricFilter(this, index === 0 ? id : `${id}${index}`, {
        logGroup: this.logGroup,
        filterPattern,
        metricNamespace: namespace,
        metricName: name,
        metricValue: '1',
      });
    });
  }
}

/** The pattern of the lines that contain any of the texts. */
function linePatterns(texts: string[]): IFilterPattern[] {
  return [FilterPattern.anyTerm(...texts)];
}

/**
 * Patterns that match the same lines, each line once, except documents of the metrics exporter: the name of a model could be one of the
 * texts. A pattern cannot contain both alternatives and exclusions.
 */
function messagePatterns(texts: string[]): IFilterPattern[] {
  return texts.map((text, index) => {
    const excluded = [...texts.slice(0, index), 'CloudWatchMetrics'].map((each) => `-"${each}"`);
    return FilterPattern.literal([`"${text}"`, ...excluded].join(' '));
  });
}

/**
 * Allows CloudWatch Logs to use a key for one log group.
 *
 * @internal
 */
export function allowLogEncryption(key: IKey, stack: Stack, logGroupName: string): void {
  key.addToResourcePolicy(
    new PolicyStatement({
      principals: [new ServicePrincipal(`logs.${stack.region}.${stack.urlSuffix}`)],
      actions: ['kms:Encrypt', 'kms:Decrypt', 'kms:ReEncrypt*', 'kms:GenerateDataKey*'],
      resources: ['*'],
      conditions: {
        ArnEquals: {
          'kms:EncryptionContext:aws:logs:arn': stack.formatArn({
            service: 'logs',
            resource: 'log-group',
            resourceName: logGroupName,
            arnFormat: ArnFormat.COLON_RESOURCE_NAME,
          }),
        },
      },
    }),
  );
}

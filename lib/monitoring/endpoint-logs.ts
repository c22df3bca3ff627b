import { ArnFormat, RemovalPolicy, Stack } from 'aws-cdk-lib';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { IKey } from 'aws-cdk-lib/aws-kms';
import { FilterPattern, LogGroup, MetricFilter, RetentionDays } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import { componentLogMetrics, logMetrics, PublishedMetric } from '../facts/cloudwatch-metrics';
import { componentLogGroupOf, endpointLogGroupOf } from '../contracts/log-groups';

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

/** Whether the metric filters count a line of the log that contains this text. */
export function isCountedByFilters(text: string): boolean {
  return [...LOAD_FAILURES, ...OUT_OF_MEMORY].some((counted) => text.includes(counted));
}

/** The server that writes a log: the variants of an endpoint, or one inference component. */
interface LogSource {
  /** Name of the endpoint. */
  readonly endpointName: string;

  /**
   * Name of the inference component. SageMaker writes the output of its copies to a separate log group.
   *
   * @default - the log group of the endpoint
   */
  readonly inferenceComponentName?: string;
}

/** Returns the name of the log group to which SageMaker writes the output of a server. */
export function serverLogGroupNameOf({ endpointName, inferenceComponentName }: LogSource): string {
  return inferenceComponentName === undefined
    ? endpointLogGroupOf(endpointName)
    : componentLogGroupOf(inferenceComponentName);
}

/** Properties of `EndpointLogs`. */
export interface EndpointLogsProps extends LogSource {
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
   * (`LoadFailureLines` and `OutOfMemoryLines`).
   *
   * @default true
   */
  readonly metricFilters?: boolean;

  /**
   * Removal policy of the log group.
   *
   * @default RemovalPolicy.DESTROY
   */
  readonly removalPolicy?: RemovalPolicy;
}

/**
 * The log group to which SageMaker writes the output of the server. If the log group does not exist, SageMaker creates it when the server
 * prints the first line: unencrypted, and retained permanently. The endpoint or the inference component must therefore depend on this
 * construct.
 */
export class EndpointLogs extends Construct {
  /** The log group. */
  public readonly logGroup: LogGroup;
  /** Name of the log group, as text without a reference. */
  public readonly logGroupName: string;

  constructor(scope: Construct, id: string, props: EndpointLogsProps) {
    super(scope, id);
    const { endpointName, inferenceComponentName, encryptionKey } = props;
    const logGroupName = serverLogGroupNameOf(props);
    this.logGroupName = logGroupName;
    this.logGroup = new LogGroup(this, 'Resource', {
      logGroupName,
      retention: props.retention ?? RetentionDays.ONE_MONTH,
      removalPolicy: props.removalPolicy ?? RemovalPolicy.DESTROY,
      encryptionKey,
    });
    if (encryptionKey) allowLogEncryption(encryptionKey, Stack.of(this), logGroupName);
    if (props.metricFilters === false) return;
    const { loadFailures, outOfMemory } =
      inferenceComponentName === undefined ? logMetrics(endpointName) : componentLogMetrics(inferenceComponentName);
    this.addMetricFilter('LoadFailures', loadFailures, LOAD_FAILURES);
    this.addMetricFilter('OutOfMemory', outOfMemory, OUT_OF_MEMORY);
  }

  private addMetricFilter(id: string, { namespace, name }: PublishedMetric, texts: string[]): void {
    new MetricFilter(this, id, {
      logGroup: this.logGroup,
      filterPattern: FilterPattern.anyTerm(...texts),
      metricNamespace: namespace,
      metricName: name,
      metricValue: '1',
    });
  }
}

/**
 * Allows CloudWatch Logs to use a key for the log groups whose names match a pattern with `*`.
 *
 * @internal
 */
export function allowLogEncryption(key: IKey, stack: Stack, logGroupNames: string): void {
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
            resourceName: logGroupNames,
            arnFormat: ArnFormat.COLON_RESOURCE_NAME,
          }),
        },
      },
    }),
  );
}

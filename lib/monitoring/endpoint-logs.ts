import { ArnFormat, RemovalPolicy, Stack } from 'aws-cdk-lib';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { IKey } from 'aws-cdk-lib/aws-kms';
import { FilterPattern, LogGroup, MetricFilter, RetentionDays } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import { LOG_METRICS, logMetricNamespace } from './log-metrics';
import { logGroupNameOf } from '../platform/endpoint-names';

/** What the server prints when a model cannot be read or loaded: 2.51 (24.10) was made to print each. */
const LOAD_FAILURES = ['failed to load', 'failed to poll model', 'Poll failed for model', 'load failed for model'];
/** Texts of CUDA, PyTorch, TensorRT, ONNX Runtime, Python and the C++ library when memory or disk is exhausted. */
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
   * How long log lines are kept.
   *
   * @default RetentionDays.ONE_MONTH
   */
  readonly retention?: RetentionDays;

  /**
   * Encrypts the log. A key of this app is opened to CloudWatch Logs for this group alone; the policy of an imported one has to
   * allow it already.
   *
   * @default - CloudWatch's own encryption
   */
  readonly encryptionKey?: IKey;

  /**
   * Whether lines of load failures and exhausted memory are counted as metrics (`EndpointMetrics.loadFailures`, `outOfMemory`).
   *
   * @default true
   */
  readonly metricFilters?: boolean;

  /**
   * What becomes of the log when the stack is deleted.
   *
   * @default RemovalPolicy.DESTROY
   */
  readonly removalPolicy?: RemovalPolicy;
}

/**
 * The log group that SageMaker writes the server's output to. SageMaker would make it itself, kept for ever and unencrypted,
 * when the first line comes: so the endpoint has to depend on this construct.
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
    if (encryptionKey) allowLogs(encryptionKey, Stack.of(this), logGroupNameOf(endpointName));
    if (props.metricFilters === false) return;
    this.count(endpointName, 'LoadFailures', LOG_METRICS.loadFailures, LOAD_FAILURES);
    this.count(endpointName, 'OutOfMemory', LOG_METRICS.outOfMemory, OUT_OF_MEMORY);
  }

  private count(endpointName: string, id: string, metricName: string, texts: string[]): void {
    new MetricFilter(this, id, {
      logGroup: this.logGroup,
      filterPattern: FilterPattern.anyTerm(...texts),
      metricNamespace: logMetricNamespace(endpointName),
      metricName,
      metricValue: '1',
    });
  }
}

/**
 * Opens a key to CloudWatch Logs, for one log group.
 *
 * @internal
 */
export function allowLogs(key: IKey, stack: Stack, logGroupName: string): void {
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

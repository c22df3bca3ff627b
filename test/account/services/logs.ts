import { AwsError, Call, Service } from '../call';
import { Account } from '../account';

type Input = Record<string, unknown>;

interface LogEvent {
  readonly timestamp: number;
  readonly message: string;
}

interface MetricFilter {
  readonly filterPattern: string;
  readonly metricTransformations: { MetricNamespace: string; MetricName: string; MetricValue: string }[];
}

export interface LogGroup {
  readonly streams: Map<string, LogEvent[]>;
  readonly filters: Map<string, MetricFilter>;
}

/** The simulated CloudWatch Logs. It also publishes metrics from log lines in the embedded metric format, and from metric filters. */
export class LogsService implements Service {
  public readonly name = 'logs';
  public readonly groups = new Map<string, LogGroup>();
  /** The creation time of each stream, in milliseconds since 1970. */
  private readonly creationTimes = new WeakMap<LogEvent[], number>();
  private readonly operations: Record<string, (input: Input) => object | Promise<object>> = {
    CreateLogGroup: ({ logGroupName }) => {
      const name = String(logGroupName);
      if (this.groups.has(name)) {
        throw new AwsError('ResourceAlreadyExistsException', 'The specified log group already exists');
      }
      this.groups.set(name, { streams: new Map(), filters: new Map() });
      return {};
    },
    DeleteLogGroup: (input) => {
      this.findGroup(input);
      this.groups.delete(String(input.logGroupName));
      return {};
    },
    PutRetentionPolicy: (input) => {
      this.findGroup(input);
      return {};
    },
    CreateLogStream: (input) => {
      const { streams } = this.findGroup(input);
      const stream = String(input.logStreamName);
      if (streams.has(stream)) {
        throw new AwsError('ResourceAlreadyExistsException', 'The specified log stream already exists');
      }
      streams.set(stream, []);
      this.creationTimes.set(this.findStream(input), this.account.now());
      return {};
    },
    PutLogEvents: async (input) => {
      const group = this.findGroup(input);
      const events = input.logEvents as LogEvent[];
      this.findStream(input).push(...events);
      for (const event of events) await this.publishMetrics(event.message, group);
      return {};
    },
    DescribeLogStreams: (input) => {
      const logStreams = [...this.findGroup(input).streams].reverse().map(([logStreamName, events]) => ({
        logStreamName,
        creationTime: this.creationTimes.get(events) ?? events[0]?.timestamp,
      }));
      return { logStreams: logStreams.slice(0, Number(input.limit ?? 50)) };
    },
    GetLogEvents: (input) => {
      const events = this.findStream(input);
      // The token is the position of the first event of the previous response.
      const end = input.nextToken === undefined ? events.length : Number(input.nextToken);
      const start = Math.max(0, end - Number(input.limit ?? 10_000));
      return { events: events.slice(start, end), nextBackwardToken: String(start) };
    },
    PutMetricFilter: (input) => {
      this.findGroup(input).filters.set(String(input.filterName), input as unknown as MetricFilter);
      return {};
    },
    DeleteMetricFilter: (input) => {
      if (!this.findGroup(input).filters.delete(String(input.filterName))) throw notFound('metric filter');
      return {};
    },
  };

  constructor(private readonly account: Account) {}

  public async handle({ operation, input }: Call): Promise<object> {
    const handleOperation = this.operations[operation];
    if (!handleOperation) throw new Error(`logs has no operation ${operation}`);
    return handleOperation(input);
  }

  private async publishMetrics(message: string, { filters }: LogGroup): Promise<void> {
    for (const { filterPattern, metricTransformations } of filters.values()) {
      const terms = [...filterPattern.matchAll(/\?"([^"]*)"/g)].map(([, term]) => term);
      if (!terms.some((term) => message.includes(term))) continue;
      for (const { MetricNamespace, MetricName, MetricValue } of metricTransformations) {
        await this.putMetricData(MetricNamespace, [{ MetricName, Value: Number(MetricValue) }]);
      }
    }
    if (!message.startsWith('{') || !message.includes('"_aws"')) return;
    const line = JSON.parse(message) as Record<string, unknown> & { _aws: EmbeddedMetrics };
    // A period of the simulated CloudWatch does not contain its start.
    const timestamp = new Date(line._aws.Timestamp + 1);
    for (const { Namespace, Dimensions, Metrics } of line._aws.CloudWatchMetrics) {
      for (const names of Dimensions) {
        const dimensions = names.map((Name) => ({ Name, Value: line[Name] }));
        const data = Metrics.map(({ Name, Unit }) => ({
          MetricName: Name,
          Unit,
          ...(Array.isArray(line[Name]) ? { Values: line[Name] as number[] } : { Value: line[Name] }),
          Timestamp: timestamp,
          Dimensions: dimensions,
        }));
        await this.putMetricData(Namespace, data);
      }
    }
  }

  /** Publishes metrics. CloudWatch Logs needs no permissions of a role for this request. */
  private async putMetricData(Namespace: string, MetricData: object[]): Promise<void> {
    const input = { Namespace, MetricData };
    await this.account.call({ principal: 'deployer', service: 'cloudwatch', operation: 'PutMetricData', input });
  }

  private findGroup({ logGroupName }: Input): LogGroup {
    const group = this.groups.get(String(logGroupName));
    if (!group) throw notFound(`log group ${String(logGroupName)}`);
    return group;
  }

  private findStream(input: Input): LogEvent[] {
    const stream = this.findGroup(input).streams.get(String(input.logStreamName));
    if (!stream) throw notFound('log stream');
    return stream;
  }
}

interface EmbeddedMetrics {
  readonly Timestamp: number;
  readonly CloudWatchMetrics: {
    readonly Namespace: string;
    readonly Dimensions: string[][];
    readonly Metrics: { readonly Name: string; readonly Unit: string }[];
  }[];
}

function notFound(resource: string): AwsError {
  return new AwsError('ResourceNotFoundException', `The specified ${resource} does not exist`);
}

import { AwsError, Call, Service } from '../call';
import { World } from '../world';

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

/** CloudWatch Logs, which makes metrics of lines in the embedded metric format and of what its filters find. */
export class LogsService implements Service {
  public readonly name = 'logs';
  public readonly groups = new Map<string, LogGroup>();
  /** When streams were created, in milliseconds since the epoch. */
  private readonly created = new WeakMap<LogEvent[], number>();
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
      this.group(input);
      this.groups.delete(String(input.logGroupName));
      return {};
    },
    PutRetentionPolicy: (input) => {
      this.group(input);
      return {};
    },
    CreateLogStream: (input) => {
      const { streams } = this.group(input);
      const stream = String(input.logStreamName);
      if (streams.has(stream)) {
        throw new AwsError('ResourceAlreadyExistsException', 'The specified log stream already exists');
      }
      streams.set(stream, []);
      this.created.set(this.stream(input), this.world.now());
      return {};
    },
    PutLogEvents: async (input) => {
      const group = this.group(input);
      const events = input.logEvents as LogEvent[];
      this.stream(input).push(...events);
      for (const event of events) await this.publishMetrics(event.message, group);
      return {};
    },
    DescribeLogStreams: (input) => {
      const logStreams = [...this.group(input).streams].reverse().map(([logStreamName, events]) => ({
        logStreamName,
        creationTime: this.created.get(events) ?? events[0]?.timestamp,
      }));
      return { logStreams: logStreams.slice(0, Number(input.limit ?? 50)) };
    },
    GetLogEvents: (input) => ({ events: this.stream(input).slice(-Number(input.limit ?? 10_000)) }),
    PutMetricFilter: (input) => {
      this.group(input).filters.set(String(input.filterName), input as unknown as MetricFilter);
      return {};
    },
    DeleteMetricFilter: (input) => {
      if (!this.group(input).filters.delete(String(input.filterName))) throw notFound('metric filter');
      return {};
    },
  };

  constructor(private readonly world: World) {}

  public async handle({ operation, input }: Call): Promise<object> {
    const perform = this.operations[operation];
    if (!perform) throw new Error(`logs has no operation ${operation}`);
    return perform(input);
  }

  private async publishMetrics(message: string, { filters }: LogGroup): Promise<void> {
    for (const { filterPattern, metricTransformations } of filters.values()) {
      const terms = [...filterPattern.matchAll(/\?"([^"]*)"/g)].map(([, term]) => term);
      if (!terms.some((term) => message.includes(term))) continue;
      for (const { MetricNamespace, MetricName, MetricValue } of metricTransformations) {
        await this.put(MetricNamespace, [{ MetricName, Value: Number(MetricValue) }]);
      }
    }
    if (!message.startsWith('{') || !message.includes('"_aws"')) return;
    const line = JSON.parse(message) as Record<string, unknown> & { _aws: EmbeddedMetrics };
    for (const { Namespace, Dimensions, Metrics } of line._aws.CloudWatchMetrics) {
      for (const names of Dimensions) {
        const dimensions = names.map((Name) => ({ Name, Value: line[Name] }));
        const data = Metrics.map(({ Name, Unit }) => ({
          MetricName: Name,
          Unit,
          Value: line[Name],
          Dimensions: dimensions,
        }));
        await this.put(Namespace, data);
      }
    }
  }

  /** CloudWatch Logs publishes for the account: nobody's permission is asked. */
  private async put(Namespace: string, MetricData: object[]): Promise<void> {
    const input = { Namespace, MetricData };
    await this.world.call({ principal: 'deployer', service: 'cloudwatch', operation: 'PutMetricData', input });
  }

  private group({ logGroupName }: Input): LogGroup {
    const found = this.groups.get(String(logGroupName));
    if (!found) throw notFound(`log group ${String(logGroupName)}`);
    return found;
  }

  private stream(input: Input): LogEvent[] {
    const found = this.group(input).streams.get(String(input.logStreamName));
    if (!found) throw notFound('log stream');
    return found;
  }
}

interface EmbeddedMetrics {
  readonly CloudWatchMetrics: {
    readonly Namespace: string;
    readonly Dimensions: string[][];
    readonly Metrics: { readonly Name: string; readonly Unit: string }[];
  }[];
}

function notFound(what: string): AwsError {
  return new AwsError('ResourceNotFoundException', `The specified ${what} does not exist`);
}

import { Stack } from '../cloudformation/stack';
import { Simulation } from '../simulation';
import { Report } from './invariants';

const MINUTE = 60_000;

/** The longest that a request waits when an instance has to start first. */
const PATIENCE_MINUTES = 60;

/** Clients of the asynchronous endpoint of a stack: they put requests in S3, and wait for the responses there. */
export class QueueClients {
  private waitsFor: string[] = [];

  constructor(private readonly aws: Simulation) {}

  /** Puts requests in the queue. */
  public async send(stack: Stack | undefined, count: number): Promise<string> {
    const test = [...(stack?.resources.values() ?? [])].find(({ type }) => type === 'Custom::TritonSmokeTest');
    if (!test?.properties.InputBucket) return 'there is no queue';
    const { EndpointName, InputBucket: Bucket, InputPrefix } = test.properties;
    for (let number = 0; number < count; number++) {
      const Key = `${InputPrefix}/request-${number}`;
      await this.call('s3', 'PutObject', { Bucket, Key, Body: '{}' });
      const InputLocation = `s3://${Bucket}/${Key}`;
      const sent = await this.call('sagemaker', 'InvokeEndpointAsync', { EndpointName, InputLocation });
      this.waitsFor.push(String(sent.OutputLocation));
    }
    return 'sent';
  }

  /** Whether each request gets its response in time. Failures that SageMaker writes are none. */
  public async checkResponses(report: Report): Promise<void> {
    for (let minute = 0; this.waitsFor.length > 0 && minute < PATIENCE_MINUTES; minute++) {
      await this.aws.account.sleep(MINUTE);
      this.waitsFor = this.waitsFor.filter((uri) => !this.isThere(uri));
    }
    const { length } = this.waitsFor;
    if (length > 0) report('each queued request has a response', `${length} requests have none`);
    this.leave();
  }

  /** Nobody waits any longer: the endpoint is gone. */
  public leave(): void {
    this.waitsFor = [];
  }

  private isThere(uri: string): boolean {
    const [, bucket, key] = /^s3:\/\/([^/]+)\/(.+)$/.exec(uri) ?? [];
    return this.aws.s3.buckets.get(bucket)?.objects.has(key) ?? false;
  }

  private call(service: string, operation: string, input: Record<string, unknown>): Promise<Record<string, unknown>> {
    return this.aws.account.call({ principal: 'deployer', service, operation, input });
  }
}

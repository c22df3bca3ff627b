import { Stack } from '../cloudformation/stack';
import { Simulation } from '../simulation';
import type { ReportViolation } from './invariant';

const MINUTE = 60_000;

/** Longest time until a request has a response, including the start of an instance. */
const TIMEOUT_MINUTES = 60;

/** Clients of the asynchronous endpoint of a stack. They write requests to S3, and wait for the responses in S3. */
export class QueueClients {
  private pendingOutputs: string[] = [];

  constructor(private readonly aws: Simulation) {}

  /** Sends requests to the queue. Returns a description of the result. */
  public async send(stack: Stack | undefined, count: number): Promise<string> {
    const smokeTest = [...(stack?.resources.values() ?? [])].find(({ type }) => type === 'Custom::TritonSmokeTest');
    if (!smokeTest?.properties.InputBucket) return 'the stack has no queue';
    const { EndpointName, InputBucket: Bucket, InputPrefix } = smokeTest.properties;
    for (let index = 0; index < count; index++) {
      const Key = `${InputPrefix}/request-${index}`;
      await this.call('s3', 'PutObject', { Bucket, Key, Body: '{}' });
      const InputLocation = `s3://${Bucket}/${Key}`;
      const sent = await this.call('sagemaker', 'InvokeEndpointAsync', { EndpointName, InputLocation });
      this.pendingOutputs.push(String(sent.OutputLocation));
    }
    return 'sent';
  }

  /**
   * Waits for the responses, and reports requests without a response after the timeout. Failure objects in S3 do not count as responses.
   */
  public async checkResponses(report: ReportViolation): Promise<void> {
    for (let minute = 0; this.pendingOutputs.length > 0 && minute < TIMEOUT_MINUTES; minute++) {
      await this.aws.account.sleep(MINUTE);
      this.pendingOutputs = this.pendingOutputs.filter((uri) => !this.hasOutput(uri));
    }
    const { length: pendingCount } = this.pendingOutputs;
    if (pendingCount > 0) report('each queued request has a response', `${pendingCount} requests have none`);
    this.abandon();
  }

  /** Stops waiting for responses. */
  public abandon(): void {
    this.pendingOutputs = [];
  }

  private hasOutput(uri: string): boolean {
    const [, bucket, key] = /^s3:\/\/([^/]+)\/(.+)$/.exec(uri) ?? [];
    return this.aws.s3.buckets.get(bucket)?.objects.has(key) ?? false;
  }

  private call(service: string, operation: string, input: Record<string, unknown>): Promise<Record<string, unknown>> {
    return this.aws.account.call({ principal: 'deployer', service, operation, input });
  }
}

import { isDeepStrictEqual } from 'node:util';
import { Account } from '../account';
import { PartialFailureError, Provider, ResourceRequest } from './provider';
import { Properties } from './template';

const HANDLE = 'AWS::CloudFormation::WaitConditionHandle';
const CONDITION = 'AWS::CloudFormation::WaitCondition';

/** The JSON that signals success or failure to the URL of a wait condition handle. */
interface Signal {
  readonly Status: 'SUCCESS' | 'FAILURE';
  readonly Reason: string;
  readonly UniqueId: string;
}

/** Wait conditions and their handles: a condition is complete when the URL of its handle has received enough signals. */
export class WaitConditions {
  private readonly signals = new Map<string, Signal[]>();
  private readonly conditionProperties = new Map<string, Properties>();
  private readonly watchers = new Map<string, () => void>();

  constructor(private readonly account: Account) {}

  /** The provider of wait conditions or of handles, or undefined for a different type. */
  public providerOf(type: string): Provider | undefined {
    if (type === HANDLE) return this.handles;
    return type === CONDITION ? this.conditions : undefined;
  }

  /** Receives a signal. Returns undefined if the URL does not belong to a handle. */
  public receiveSignal(url: string, body: string): boolean | undefined {
    if (!url.startsWith(this.baseUrl)) return undefined;
    const signal = JSON.parse(body) as Signal;
    const receivedSignals = this.signals.get(url) ?? [];
    // A second signal with the same ID is ignored.
    if (!receivedSignals.some(({ UniqueId }) => UniqueId === signal.UniqueId))
      this.signals.set(url, [...receivedSignals, signal]);
    this.watchers.get(url)?.();
    return true;
  }

  private get baseUrl(): string {
    return `https://cloudformation-waitcondition-${this.account.region}.s3.amazonaws.com/`;
  }

  private readonly handles: Provider = {
    create: async ({ stackId, logicalId }) => {
      const url = `${this.baseUrl}${encodeURIComponent(`${stackId}/${logicalId}`)}`;
      if (this.account.isSwitchedOn('cloudformation.deleted-handle-forgets-its-signals')) this.signals.delete(url);
      return { physicalId: url };
    },
    update: async ({ physicalId }) => ({ physicalId }), // a handle has no properties
    delete: async () => undefined,
  };

  private readonly conditions: Provider = {
    create: async (request) => {
      const { stackId, logicalId, properties } = request;
      await this.waitForSignals(
        request,
        String(properties.Handle),
        Number(properties.Count ?? 1),
        Number(properties.Timeout),
      );
      this.conditionProperties.set(`${stackId}/${logicalId}`, properties);
      return { physicalId: `${stackId}/${logicalId}` };
    },
    // Accepts unchanged properties, so that the rollback of a rejected update succeeds.
    update: async ({ physicalId, properties, type }) => {
      if (isDeepStrictEqual(this.conditionProperties.get(physicalId), properties)) return { physicalId };
      throw new Error(`Update to resource type ${type} is not supported.`);
    },
    delete: async () => undefined,
  };

  private async waitForSignals(
    { cancelled }: ResourceRequest,
    url: string,
    count: number,
    timeoutSeconds: number,
  ): Promise<void> {
    const partialFailure = (message: string): PartialFailureError => new PartialFailureError(message, url);
    await new Promise<void>((resolve, reject) => {
      const check = (): void => {
        const signals = this.signals.get(url) ?? [];
        const failed = signals.find(({ Status }) => Status !== 'SUCCESS');
        if (failed) {
          reject(
            partialFailure(
              `WaitCondition received failed message: '${failed.Reason}' for uniqueId: ${failed.UniqueId}`,
            ),
          );
        } else if (signals.length >= count) resolve();
      };
      this.watchers.set(url, check);
      cancelled.addEventListener('abort', () => reject(partialFailure('Resource creation cancelled')), { once: true });
      this.account.after(timeoutSeconds * 1000, () => {
        const signalCount = (this.signals.get(url) ?? []).length;
        reject(partialFailure(`WaitCondition timed out. Received ${signalCount} conditions when expecting ${count}`));
      });
      check();
    }).finally(() => this.watchers.delete(url));
  }
}

import { isDeepStrictEqual } from 'node:util';
import { World } from '../world';
import { HalfMadeError, Provider, Request } from './provider';
import { Properties } from './template';

const HANDLE = 'AWS::CloudFormation::WaitConditionHandle';
const CONDITION = 'AWS::CloudFormation::WaitCondition';

/** What is sent to the URL of a handle. */
interface Signal {
  readonly Status: 'SUCCESS' | 'FAILURE';
  readonly Reason: string;
  readonly UniqueId: string;
}

/** Wait conditions and their handles: a condition is there when its handle's URL has got enough signals. */
export class WaitConditions {
  private readonly signals = new Map<string, Signal[]>();
  private readonly made = new Map<string, Properties>();
  private readonly watchers = new Map<string, () => void>();

  constructor(private readonly world: World) {}

  /** What makes resources of a type, if it is one of these. */
  public providerOf(type: string): Provider | undefined {
    if (type === HANDLE) return this.handles;
    return type === CONDITION ? this.conditions : undefined;
  }

  /** A request to a URL; undefined if it is not that of a handle. */
  public takeSignal(url: string, body: string): boolean | undefined {
    if (!url.startsWith(this.base)) return undefined;
    const signal = JSON.parse(body) as Signal;
    const kept = this.signals.get(url) ?? [];
    // A second signal with the same id counts no more.
    if (!kept.some(({ UniqueId }) => UniqueId === signal.UniqueId)) this.signals.set(url, [...kept, signal]);
    this.watchers.get(url)?.();
    return true;
  }

  private get base(): string {
    return `https://cloudformation-waitcondition-${this.world.region}.s3.amazonaws.com/`;
  }

  private readonly handles: Provider = {
    create: async ({ stackId, logicalId }) => {
      const url = `${this.base}${encodeURIComponent(`${stackId}/${logicalId}`)}`;
      if (this.world.assumes('cloudformation.deleted-handle-forgets-its-signals')) this.signals.delete(url);
      return { physicalId: url };
    },
    update: async ({ physicalId }) => ({ physicalId }), // it has no properties
    delete: async () => undefined,
  };

  private readonly conditions: Provider = {
    create: async (request) => {
      const { stackId, logicalId, properties } = request;
      await this.enough(request, String(properties.Handle), Number(properties.Count ?? 1), Number(properties.Timeout));
      this.made.set(`${stackId}/${logicalId}`, properties);
      return { physicalId: `${stackId}/${logicalId}` };
    },
    // What an update was refused needs no way back.
    update: async ({ physicalId, properties, type }) => {
      if (isDeepStrictEqual(this.made.get(physicalId), properties)) return { physicalId };
      throw new Error(`Update to resource type ${type} is not supported.`);
    },
    delete: async () => undefined,
  };

  private async enough({ cancelled }: Request, url: string, count: number, seconds: number): Promise<void> {
    const fail = (message: string): HalfMadeError => new HalfMadeError(message, url);
    await new Promise<void>((resolve, reject) => {
      const look = (): void => {
        const signals = this.signals.get(url) ?? [];
        const failed = signals.find(({ Status }) => Status !== 'SUCCESS');
        if (failed) {
          reject(fail(`WaitCondition received failed message: '${failed.Reason}' for uniqueId: ${failed.UniqueId}`));
        } else if (signals.length >= count) resolve();
      };
      this.watchers.set(url, look);
      cancelled.addEventListener('abort', () => reject(fail('Resource creation cancelled')), { once: true });
      this.world.after(seconds * 1000, () => {
        const received = (this.signals.get(url) ?? []).length;
        reject(fail(`WaitCondition timed out. Received ${received} conditions when expecting ${count}`));
      });
      look();
    }).finally(() => this.watchers.delete(url));
  }
}

import * as fc from 'fast-check';
import { AwsError, Call } from '../account/call';
import { FunctionUnderTest, withFunctionUnderTest } from '../lambda/function-under-test';
import { BUCKET, GROUP, Kind, Publications, Version, VERSIONS } from '../lambda/publication/publications';
import { runs } from '../setup/proof';

// Users and other programs ("others") may write objects under the prefixes of a stack. Such objects are kept unchanged. Between any two
// requests of the stack, others may add objects, overwrite or delete objects of the stack. At the same time,
// deployments succeed or fail, Lambda retries killed invocations, and the stack is deleted.

/** The contents of the objects of all versions, by object name. */
const DECLARED = Object.assign({}, ...Object.values(VERSIONS)) as Record<string, string>;

/** A change by others before a request of the stack. */
interface ForeignChange {
  /** The number of the request. */
  readonly requestNumber: number;
  readonly key: string;
  /** The content to write, or undefined to delete the object. */
  readonly body: string | undefined;
}

/** The events of a test: the changes by others, and the deployments and failures of the stack. */
interface History {
  readonly kind: Kind;
  readonly changes: readonly ForeignChange[];
  /** Whether the stack is updated, and with which result. An update fails because an asset is missing. */
  readonly update: 'none' | 'succeeds' | 'fails';
  /** The numbers of the requests at which the function is killed. */
  readonly kills: readonly { readonly requestNumber: number; readonly when: 'before' | 'after' }[];
  /** The numbers of the requests whose response is lost. */
  readonly lostResponses: readonly number[];
  /** The numbers of the requests that S3 rejects because of a conflict. */
  readonly conflicts: readonly number[];
}

const anyRequestNumber = fc.nat(60);

/** The keys of the objects that others may change: declared objects, foreign objects, and objects next to the prefix. */
function changeableKeys(kind: Kind): string[] {
  const prefixes = kind === 'open' ? [`${GROUP}models/`] : [`${GROUP}aa11/`, `${GROUP}bb22/`];
  const besideThePrefix =
    kind === 'open'
      ? [`${GROUP}declared/aa11.json`, `${GROUP}declared/aa11.running`, `${GROUP}declared/0.json`]
      : [`${GROUP}aa11.running`, `${GROUP}00.json`];
  return [
    ...prefixes.flatMap((prefix) => [...Object.keys(DECLARED), 'own.tar.gz'].map((name) => prefix + name)),
    ...besideThePrefix,
    `${GROUP}table.json`,
  ];
}

const HISTORIES: fc.Arbitrary<History> = fc.constantFrom<Kind>('open', 'closed').chain((kind) =>
  fc.record({
    kind: fc.constant(kind),
    changes: fc.array(anyChange(kind), { maxLength: 8 }),
    update: fc.constantFrom('none', 'succeeds', 'fails'),
    kills: fc.array(fc.record({ requestNumber: anyRequestNumber, when: fc.constantFrom('before', 'after') }), {
      maxLength: 2,
    }),
    lostResponses: fc.array(anyRequestNumber, { maxLength: 2 }),
    conflicts: fc.array(anyRequestNumber, { maxLength: 2 }),
  }),
);

function anyChange(kind: Kind): fc.Arbitrary<ForeignChange> {
  return fc.constantFrom(...changeableKeys(kind)).chain((key) => {
    const declared = DECLARED[key.split('/').at(-1) ?? ''];
    const foreign = ['of one other', 'of a 2nd one', '{}', 'null', '{"objects": {"own.tar.gz": 1}}'];
    // Content that differs from the declared content but has the same size, and the declared content itself.
    const similar = declared === undefined ? [] : [declared.replace('stack', 'other'), declared];
    return fc.record({
      requestNumber: anyRequestNumber,
      key: fc.constant(key),
      body: fc.constantFrom(undefined, ...foreign, ...similar),
    });
  });
}

/** Applies the changes of others, and checks that their objects are kept. */
class Others {
  /** The existing objects of others. */
  public readonly objects = new Map<string, Buffer>([['elsewhere', Buffer.from('of others')]]);
  private requests = 0;
  /** The keys and contents that the stack has written. */
  private readonly written = new Set<string>();

  constructor(
    private readonly publisher: FunctionUnderTest,
    private readonly history: History,
  ) {
    const { account, s3 } = publisher.aws;
    const handle = async (call: Call): Promise<object> => this.handleRequest(call, () => s3.handle(call));
    account.services.set('s3', { name: 's3', handle });
    const kills = [...history.kills];
    account.injectCrash = ({ service }) => {
      const index = kills.findIndex(({ requestNumber }) => service === 's3' && requestNumber === this.requests);
      return index < 0 ? undefined : kills.splice(index, 1)[0].when;
    };
  }

  private async handleRequest(call: Call, perform: () => Promise<object>): Promise<object> {
    const current = this.requests++;
    for (const change of this.history.changes) if (change.requestNumber === current) this.apply(change);
    if (this.history.conflicts.includes(current) && isConditional(call))
      throw new AwsError('ConditionalRequestConflict', 'A conflicting operation', 409);
    const output = await perform();
    if (/^(Put|Copy)Object$/.test(call.operation))
      this.written.add(`${String(call.input.Key)} ${this.bodyAt(String(call.input.Key))}`);
    this.check(`${call.operation} ${JSON.stringify(call.input)}`);
    if (this.history.lostResponses.includes(current))
      throw new AwsError('InternalError', 'We encountered an internal error', 500);
    return output;
  }

  private apply({ key, body }: ForeignChange): void {
    const { objects: bucketObjects } = this.publisher.aws.s3.buckets.get(BUCKET) ?? {
      objects: new Map<string, Buffer>(),
    };
    this.objects.delete(key);
    if (body === undefined) bucketObjects.delete(key);
    else {
      bucketObjects.set(key, Buffer.from(body));
      // An object with the same content has the same ETag, so a deletion cannot distinguish it from the object that it has just listed.
      if (!this.written.has(`${key} ${body}`)) this.objects.set(key, Buffer.from(body));
    }
  }

  private bodyAt(key: string): string {
    return String(this.publisher.aws.s3.buckets.get(BUCKET)?.objects.get(key));
  }

  /** @throws LostObject if an object of others was changed or deleted */
  public check(after: string): void {
    for (const [key, body] of this.objects) {
      if (this.bodyAt(key) !== String(body))
        throw new LostObject(`${after}: ${key} is ${this.bodyAt(key)} instead of ${String(body)}`);
    }
  }
}

/** An object of others was lost. The error is not from AWS, so the handler does not retry, and its response contains the message. */
class LostObject extends Error {}

function isConditional({ input }: Call): boolean {
  return input.IfNoneMatch !== undefined || input.IfMatch !== undefined;
}

/** Sends all events of a stack, from its creation to its deletion; returns whether its resource was created. */
async function runLifetime(publications: Publications, { update }: History): Promise<boolean> {
  const send = async (...event: Parameters<Publications['send']>): Promise<boolean> => {
    const { Status, Reason } = await publications
      .send(...event)
      .catch(() => ({ Status: 'FAILED', Reason: 'no response' }));
    if (Reason.includes('instead of')) throw new LostObject(Reason);
    return Status === 'SUCCESS';
  };
  if (!(await send('Create', 'aa11'))) {
    await send('Delete', 'aa11');
    return false;
  }
  let current: Version = 'aa11';
  if (update !== 'none') {
    if (await send('Update', 'bb22')) {
      current = 'bb22';
      await send('Delete', 'aa11');
    } else {
      await send('Update', 'aa11');
      await send('Delete', 'bb22');
    }
  }
  await send('Delete', current);
  return true;
}

async function runHistory(history: History): Promise<{ readonly remaining: string[]; readonly wasCreated: boolean }> {
  return withFunctionUnderTest('publish-model', async (publisher) => {
    const { kind, update } = history;
    const publications = new Publications(publisher, kind);
    publications.upload(update === 'fails' ? ['eel.tar.gz'] : []);
    publisher.aws.s3.addObject(BUCKET, 'elsewhere', Buffer.from('of others'));
    const others = new Others(publisher, history);
    const wasCreated = await runLifetime(publications, history);
    others.check('at the end');
    const { objects } = publisher.aws.s3.buckets.get(BUCKET) ?? { objects: new Map<string, Buffer>() };
    return { remaining: [...objects.keys()].filter((key) => !others.objects.has(key)), wasCreated };
  });
}

test('objects of others are neither deleted nor changed', async () => {
  await fc.assert(
    fc.asyncProperty(HISTORIES, async (history) => void (await runHistory(history))),
    { numRuns: runs(150, 20) },
  );
});

test('if others change nothing, a deleted stack leaves no objects, even if the function was killed at any request', async () => {
  const withoutOthers = HISTORIES.map((history) => ({ ...history, changes: [] }));
  await fc.assert(
    fc.asyncProperty(withoutOthers, async (history) => {
      const { remaining, wasCreated } = await runHistory(history);
      expect(remaining).toEqual([]);
      if (history.kills.length === 0) expect(wasCreated).toBe(true);
    }),
    { numRuns: runs(75, 10) },
  );
});

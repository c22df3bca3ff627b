import * as fc from 'fast-check';
import { AwsError, Call } from '../account/call';
import { FunctionInAccount, inAccount } from '../lambda/in-account';
import { BUCKET, GROUP, Kind, Publications, Version, VERSIONS } from '../lambda/publication/publications';

// Whatever others do below the prefixes of a stack, and between which of its requests: their objects stay as they are. Others add objects,
// overwrite and delete those of the stack, and put what is no record where records are, while deployments succeed, fail, or are ended halfway and
// repeated by Lambda, and while the stack is deleted.

const DECLARED = Object.assign({}, ...Object.values(VERSIONS)) as Record<string, string>;

/** What one of the others does before a request of the stack. */
interface Act {
  /** The number of the request. */
  readonly at: number;
  readonly key: string;
  /** What is put there; undefined deletes what is there. */
  readonly body: string | undefined;
}

interface History {
  readonly kind: Kind;
  readonly acts: readonly Act[];
  /** Whether there is an update, and whether an asset of it is missing. */
  readonly update: 'none' | 'succeeds' | 'fails';
  /** Numbers of requests at which the function is ended. */
  readonly kills: readonly { readonly at: number; readonly when: 'before' | 'after' }[];
  /** Numbers of requests that S3 performs and whose response is lost, and that S3 refuses for a conflict. */
  readonly lost: readonly number[];
  readonly conflicts: readonly number[];
}

const position = fc.nat(60);

/** Keys at which others act: of declared objects, of their own, and where the stack has its records. */
function keysOf(kind: Kind): string[] {
  const prefixes = kind === 'open' ? [`${GROUP}models/`] : [`${GROUP}aa11/`, `${GROUP}bb22/`];
  const records =
    kind === 'open'
      ? [`${GROUP}declared/aa11.json`, `${GROUP}declared/0.json`]
      : [`${GROUP}aa11.json`, `${GROUP}00.json`];
  return [
    ...prefixes.flatMap((prefix) => [...Object.keys(DECLARED), 'own.tar.gz'].map((name) => prefix + name)),
    ...records,
    `${GROUP}table.json`,
  ];
}

const HISTORIES: fc.Arbitrary<History> = fc.constantFrom<Kind>('open', 'closed').chain((kind) =>
  fc.record({
    kind: fc.constant(kind),
    acts: fc.array(actOf(kind), { maxLength: 8 }),
    update: fc.constantFrom('none', 'succeeds', 'fails'),
    kills: fc.array(fc.record({ at: position, when: fc.constantFrom('before', 'after') }), { maxLength: 2 }),
    lost: fc.array(position, { maxLength: 2 }),
    conflicts: fc.array(position, { maxLength: 2 }),
  }),
);

function actOf(kind: Kind): fc.Arbitrary<Act> {
  return fc.constantFrom(...keysOf(kind)).chain((key) => {
    const declared = DECLARED[key.split('/').at(-1) ?? ''];
    const foreign = [
      'of the first other',
      'of the 2nd other',
      '{}',
      'null',
      '{"publishedAt": 1, "files": ["own.tar.gz"]}',
    ];
    // Of the size of the declared one, and of its content.
    const alike = declared === undefined ? [] : [declared.replace('stack', 'other'), declared];
    return fc.record({ at: position, key: fc.constant(key), body: fc.constantFrom(undefined, ...foreign, ...alike) });
  });
}

/** Others beside a stack: what they did, and what of it has to be there. */
class Others {
  /** What they put and did not delete. */
  public readonly objects = new Map<string, Buffer>([['elsewhere', Buffer.from('of someone else')]]);
  private requests = 0;
  /** Keys that the stack has written, and with which contents. */
  private readonly written = new Set<string>();

  constructor(
    private readonly aws: FunctionInAccount,
    private readonly history: History,
  ) {
    const { account, s3 } = aws.aws;
    const handle = async (call: Call): Promise<object> => this.between(call, () => s3.handle(call));
    account.services.set('s3', { name: 's3', handle });
    const kills = [...history.kills];
    account.interruption = ({ service }) => {
      const next = kills.findIndex(({ at }) => service === 's3' && at === this.requests);
      return next < 0 ? undefined : kills.splice(next, 1)[0].when;
    };
  }

  private async between(call: Call, perform: () => Promise<object>): Promise<object> {
    const number = this.requests++;
    for (const act of this.history.acts) if (act.at === number) this.act(act);
    if (this.history.conflicts.includes(number) && isConditional(call))
      throw new AwsError('ConditionalRequestConflict', 'A conflicting operation', 409);
    const output = await perform();
    if (/^(Put|Copy)Object$/.test(call.operation))
      this.written.add(`${String(call.input.Key)} ${this.bodyAt(String(call.input.Key))}`);
    this.check(`${call.operation} ${JSON.stringify(call.input)}`);
    if (this.history.lost.includes(number))
      throw new AwsError('InternalError', 'We encountered an internal error', 500);
    return output;
  }

  private act({ key, body }: Act): void {
    const { objects } = this.aws.aws.s3.buckets.get(BUCKET) ?? { objects: new Map<string, Buffer>() };
    this.objects.delete(key);
    if (body === undefined) objects.delete(key);
    else {
      objects.set(key, Buffer.from(body));
      // The same bytes have the same ETag: they are the object that the stack has recorded.
      if (!this.written.has(`${key} ${body}`)) this.objects.set(key, Buffer.from(body));
    }
  }

  private bodyAt(key: string): string {
    return String(this.aws.aws.s3.buckets.get(BUCKET)?.objects.get(key));
  }

  /** Everything of others is there as they left it. */
  public check(after: string): void {
    for (const [key, body] of this.objects) {
      if (this.bodyAt(key) !== String(body))
        throw new LostObject(`${after}: ${key} is ${this.bodyAt(key)} instead of ${String(body)}`);
    }
  }
}

/** No error of AWS, so that the handler's answer shows it. */
class LostObject extends Error {}

function isConditional({ input }: Call): boolean {
  return input.IfNoneMatch !== undefined || input.IfMatch !== undefined;
}

/** A stack's life, as CloudFormation lets it go. @returns whether its resource was created */
async function live(publications: Publications, { update }: History): Promise<boolean> {
  const send = async (...event: Parameters<Publications['send']>): Promise<boolean> => {
    const { Status, Reason } = await publications
      .send(...event)
      .catch(() => ({ Status: 'FAILED', Reason: 'no response' }));
    if (Reason.includes('instead of')) throw new LostObject(Reason);
    return Status === 'SUCCESS';
  };
  if (!(await send('Create', 'aa11', 'CREATE_IN_PROGRESS'))) {
    await send('Delete', 'aa11', 'ROLLBACK_IN_PROGRESS');
    return false;
  }
  let current: Version = 'aa11';
  if (update !== 'none') {
    if (await send('Update', 'bb22')) {
      current = 'bb22';
      await send('Delete', 'aa11', 'UPDATE_COMPLETE_CLEANUP_IN_PROGRESS');
    } else {
      await send('Update', 'aa11', 'UPDATE_ROLLBACK_IN_PROGRESS');
      await send('Delete', 'bb22', 'UPDATE_ROLLBACK_COMPLETE_CLEANUP_IN_PROGRESS');
    }
  }
  await send('Delete', current, 'DELETE_IN_PROGRESS');
  return true;
}

async function play(history: History): Promise<{ readonly left: string[]; readonly wasCreated: boolean }> {
  return inAccount('publish-model', async (aws) => {
    const { kind, update } = history;
    const publications = new Publications(aws, kind);
    publications.upload(update === 'fails' ? ['eel.tar.gz'] : []);
    aws.aws.s3.seed(BUCKET, 'elsewhere', Buffer.from('of someone else'));
    const others = new Others(aws, history);
    const wasCreated = await live(publications, history);
    others.check('at the end');
    const { objects } = aws.aws.s3.buckets.get(BUCKET) ?? { objects: new Map<string, Buffer>() };
    return { left: [...objects.keys()].filter((key) => !others.objects.has(key)), wasCreated };
  });
}

const RUNS = Number(process.env.RUNS ?? 400);

test('no object of others is lost or changed', async () => {
  await fc.assert(
    fc.asyncProperty(HISTORIES, async (history) => void (await play(history))),
    { numRuns: RUNS },
  );
});

test('without others, nothing is left of a stack that was deleted, wherever its function was ended', async () => {
  const alone = HISTORIES.map((history) => ({ ...history, acts: [] }));
  await fc.assert(
    fc.asyncProperty(alone, async (history) => {
      const { left, wasCreated } = await play(history);
      expect(left).toEqual([]);
      if (history.kills.length === 0) expect(wasCreated).toBe(true);
    }),
    { numRuns: RUNS / 2 },
  );
});

import { createHash } from 'node:crypto';
import * as fc from 'fast-check';
import type { PublicationManifest } from '../../lib/artifacts/publication-manifest';
import { AwsError, Call } from '../account/call';
import type { S3Service } from '../account/services/s3';
import { FunctionInAccount, inAccount, Verdict } from '../lambda/in-account';

// Whatever others do below the prefixes of a stack, and between which of its requests: their objects stay as they are. Others add objects,
// overwrite and delete those of the stack, and put what is no record where records are, while deployments succeed, fail, or are ended halfway and
// repeated by Lambda, and while the stack is deleted.

const BUCKET = 'models';
const GROUP = 'stack/endpoint/model/';
/** What the two versions declare, by paths: one is in both. */
const VERSIONS = {
  aa11: { 'cat.tar.gz': 'cat of the stack', 'dog.tar.gz': 'dog of the stack', 'fox.txt': 'fox of the stack' },
  bb22: { 'cat.tar.gz': 'cat of the stack', 'eel.tar.gz': 'eel of the stack', 'fox.txt': 'fox of the stack' },
} as const;
type Version = keyof typeof VERSIONS;
const DECLARED = Object.assign({}, ...Object.values(VERSIONS)) as Record<string, string>;

type Kind = 'open' | 'closed';

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

/** Puts the assets of both versions where the CDK CLI does. */
function uploadAssets(s3: S3Service, { update }: History): void {
  s3.seed(BUCKET, 'elsewhere', Buffer.from('of someone else'));
  for (const [version, files] of Object.entries(VERSIONS)) {
    const copies = [];
    const texts = [];
    for (const [path, content] of Object.entries(files)) {
      const sha256 = createHash('sha256').update(content).digest('hex');
      if (path.endsWith('.txt')) texts.push({ path, content });
      else copies.push({ path, bytes: content.length, sha256, key: sha256 });
      if (update !== 'fails' || path !== 'eel.tar.gz') s3.seed('assets', sha256, Buffer.from(content));
    }
    const manifest: PublicationManifest = { copies, texts, table: { cat: 'cat.tar.gz' } };
    s3.seed('assets', `${version}.json`, Buffer.from(JSON.stringify(manifest)));
  }
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

/** What CloudFormation does with a publication. */
class Stack {
  constructor(
    private readonly aws: FunctionInAccount,
    private readonly kind: Kind,
  ) {}

  public async send(RequestType: string, version: Version, stackStatus = 'UPDATE_IN_PROGRESS'): Promise<boolean> {
    this.aws.stackStatus = stackStatus;
    const isOpen = this.kind === 'open';
    const Prefix = isOpen ? `${GROUP}models/` : `${GROUP}${version}/`;
    const PhysicalResourceId = `s3://${BUCKET}/${isOpen ? `${GROUP}declared/${version}.json` : Prefix}`;
    const properties = { SourceBucket: 'assets', ManifestKey: `${version}.json`, Bucket: BUCKET, Prefix, Retain: '1' };
    const verdict = await this.aws
      .send(
        { RequestType, ...(RequestType !== 'Create' && { PhysicalResourceId }) },
        { ...properties, ...(isOpen && { Declaration: version }) },
      )
      .catch((): Verdict => ({ Status: 'FAILED', Reason: 'no response', PhysicalResourceId: '', bytes: 0 }));
    if (verdict.Reason.includes('instead of')) throw new LostObject(verdict.Reason);
    return verdict.Status === 'SUCCESS';
  }
}

/** A stack's life, as CloudFormation lets it go. @returns whether its resource was created */
async function live(stack: Stack, { update }: History): Promise<boolean> {
  if (!(await stack.send('Create', 'aa11', 'CREATE_IN_PROGRESS'))) {
    await stack.send('Delete', 'aa11', 'ROLLBACK_IN_PROGRESS');
    return false;
  }
  let current: Version = 'aa11';
  if (update !== 'none') {
    if (await stack.send('Update', 'bb22')) {
      current = 'bb22';
      await stack.send('Delete', 'aa11', 'UPDATE_COMPLETE_CLEANUP_IN_PROGRESS');
    } else {
      await stack.send('Update', 'aa11', 'UPDATE_ROLLBACK_IN_PROGRESS');
      await stack.send('Delete', 'bb22', 'UPDATE_ROLLBACK_COMPLETE_CLEANUP_IN_PROGRESS');
    }
  }
  await stack.send('Delete', current, 'DELETE_IN_PROGRESS');
  return true;
}

async function play(history: History): Promise<{ readonly left: string[]; readonly wasCreated: boolean }> {
  return inAccount('publish-model', async (aws) => {
    uploadAssets(aws.aws.s3, history);
    const others = new Others(aws, history);
    const wasCreated = await live(new Stack(aws, history.kind), history);
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

import { createHash } from 'node:crypto';
import type { PublicationManifest } from '../../../lib/artifacts/publication-manifest';
import type { FunctionInAccount, Verdict } from '../in-account';

export const BUCKET = 'models';
export const GROUP = 'stack/endpoint/model/';

/** What two versions declare, by paths: two of the objects are in both. */
export const VERSIONS = {
  aa11: { 'cat.tar.gz': 'cat of the stack', 'dog.tar.gz': 'dog of the stack', 'fox.txt': 'fox of the stack' },
  bb22: { 'cat.tar.gz': 'cat of the stack', 'eel.tar.gz': 'eel of the stack', 'fox.txt': 'fox of the stack' },
} as const;
export type Version = keyof typeof VERSIONS;

/** Whether others add objects to the prefix. */
export type Kind = 'open' | 'closed';

/** What CloudFormation does with the publications of a model, or of an endpoint with an open prefix, in the simulated account. */
export class Publications {
  constructor(
    private readonly lambda: FunctionInAccount,
    private readonly kind: Kind,
  ) {}

  /** Uploads the assets of both versions as the CDK CLI does, and creates the bucket. */
  public upload(missing: string[] = []): void {
    const { s3 } = this.lambda.aws;
    s3.buckets.set(BUCKET, { objects: new Map() });
    for (const [version, files] of Object.entries(VERSIONS)) {
      const texts = Object.entries(files).filter(([path]) => path.endsWith('.txt'));
      const copies = Object.entries(files).filter(([path]) => !path.endsWith('.txt'));
      for (const [path, content] of copies) {
        if (!missing.includes(path)) s3.seed('assets', sha256(content), Buffer.from(content));
      }
      const manifest: PublicationManifest = {
        copies: copies.map(([path, content]) => ({
          path,
          bytes: content.length,
          sha256: sha256(content),
          key: sha256(content),
        })),
        texts: texts.map(([path, content]) => ({ path, content })),
        table: { cat: 'cat.tar.gz' },
      };
      s3.seed('assets', `${version}.json`, Buffer.from(JSON.stringify(manifest)));
    }
  }

  /** The key of a path of a version. */
  public keyOf(path: string, version: Version = 'aa11'): string {
    return `${GROUP}${this.kind === 'open' ? 'models' : version}/${path}`;
  }

  /** The key of a version's record. */
  public recordOf(version: Version = 'aa11'): string {
    return `${GROUP}${this.kind === 'open' ? 'declared/' : ''}${version}.json`;
  }

  /** Sends an event about a version, and returns the response. */
  public async send(RequestType: string, version: Version = 'aa11', stackStatus = ''): Promise<Verdict> {
    this.lambda.stackStatus = stackStatus || 'UPDATE_COMPLETE_CLEANUP_IN_PROGRESS';
    const isOpen = this.kind === 'open';
    const PhysicalResourceId = `s3://${BUCKET}/${isOpen ? this.recordOf(version) : this.keyOf('', version)}`;
    return this.lambda.send(
      { RequestType, ...(RequestType !== 'Create' && { PhysicalResourceId }) },
      {
        SourceBucket: 'assets',
        ManifestKey: `${version}.json`,
        Bucket: BUCKET,
        Prefix: this.keyOf('', version),
        Retain: '1',
        ...(isOpen && { Declaration: version }),
      },
    );
  }
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

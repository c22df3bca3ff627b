import { createHash } from 'node:crypto';
import type { PublicationManifest } from '../../../lib/contracts/publication-manifest';
import type { FunctionUnderTest, HandlerResponse } from '../function-under-test';

export const BUCKET = 'models';
export const GROUP = 'stack/endpoint/model/';

/** The content of the objects of two versions, by path. Both versions contain cat.tar.gz and fox.txt. */
export const VERSIONS = {
  aa11: { 'cat.tar.gz': 'cat of the stack', 'dog.tar.gz': 'dog of the stack', 'fox.txt': 'fox of the stack' },
  bb22: { 'cat.tar.gz': 'cat of the stack', 'eel.tar.gz': 'eel of the stack', 'fox.txt': 'fox of the stack' },
} as const;
export type Version = keyof typeof VERSIONS;

/** Whether users can add objects under the prefix (open), or only the stack (closed). */
export type Kind = 'open' | 'closed';

/** Simulates CloudFormation for the publications (published versions) of a model, or of an endpoint with an open prefix. */
export class Publications {
  /** The ID and the properties of the resource that CloudFormation knows. */
  private known?: { readonly id: string; readonly properties: object };

  constructor(
    private readonly lambda: FunctionUnderTest,
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
        if (!missing.includes(path)) s3.addObject('assets', sha256(content), Buffer.from(content));
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
      s3.addObject('assets', `${version}.json`, Buffer.from(JSON.stringify(manifest)));
    }
  }

  /** The key of a version's object, by the path of the object. */
  public keyOf(path: string, version: Version = 'aa11'): string {
    return `${GROUP}${this.kind === 'open' ? 'models' : version}/${path}`;
  }

  /** The key of a version's declaration under an open prefix. */
  public declarationOf(version: Version = 'aa11'): string {
    return `${GROUP}declared/${version}.json`;
  }

  /** Sends an event for a version, and returns the response, which CloudFormation may not receive. */
  public async send(
    RequestType: string,
    version: Version = 'aa11',
    delivery: 'received' | 'lost' = 'received',
  ): Promise<HandlerResponse> {
    const properties = this.propertiesOf(version);
    const { known } = this;
    this.known = { id: known?.id ?? this.idOf(version), properties };
    const response = await this.lambda.send(
      {
        RequestType,
        ...(RequestType === 'Update' && { PhysicalResourceId: known?.id, OldResourceProperties: known?.properties }),
        ...(RequestType === 'Delete' && { PhysicalResourceId: this.idOf(version) }),
      },
      properties,
    );
    if (delivery === 'received') this.known = { id: response.PhysicalResourceId, properties };
    return response;
  }

  private idOf(version: Version): string {
    return `s3://${BUCKET}/${this.kind === 'open' ? this.declarationOf(version) : this.keyOf('', version)}`;
  }

  private propertiesOf(version: Version): object {
    return {
      SourceBucket: 'assets',
      ManifestKey: `${version}.json`,
      Bucket: BUCKET,
      Prefix: this.keyOf('', version),
      ...(this.kind === 'open' && { Declaration: version }),
    };
  }
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

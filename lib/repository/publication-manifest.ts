/** A file that is an object of its own in the asset bucket. */
export interface CopiedFile {
  /** Path inside the published prefix. */
  readonly path: string;
  readonly bytes: number;
  readonly sha256: string;
  /** CRC-32 as 8 hexadecimal digits, for files too large for a single copy: S3 has no SHA-256 over those. */
  readonly crc32?: string;
  /** The object that holds it. */
  readonly key: string;
}

/** A file that rides in the bundle. */
export interface BundledFile {
  readonly path: string;
  readonly bytes: number;
  readonly sha256: string;
}

/** Small files in one object: a JSON list of `BundledFile`, then their bytes in that order. */
export interface Bundle {
  readonly key: string;
  readonly indexBytes: number;
  readonly indexSha256: string;
}

/** A text made at synth. */
export interface TextFile {
  readonly path: string;
  readonly content: string;
}

/** What a published prefix consists of: an asset of its own, so that the custom resource's properties stay small. */
export interface PublicationManifest {
  readonly copies: CopiedFile[];
  readonly texts: TextFile[];
  readonly bundle?: Bundle;
}

/** Properties of `Custom::TritonModelPublication`. */
export interface PublicationProperties {
  readonly SourceBucket: string;
  readonly ManifestKey: string;
  readonly Bucket: string;
  /** `<group>/<content hash>/`; beside it lies the record `<group>/<content hash>.json` once it is complete. */
  readonly Prefix: string;
  /** How many prefixes stay beside the current one. */
  readonly Retain: string;
}

/** A file that is an object of its own in the asset bucket. */
export interface CopiedFile {
  /** Path inside the published prefix. */
  readonly path: string;
  /** Absent, like the checksums, for an archive: its object is named after what is in it, which a lock tells without the files. */
  readonly bytes?: number;
  readonly sha256?: string;
  /** CRC-32 as 8 hexadecimal digits, for files too large for a single copy: S3 has no SHA-256 over those. */
  readonly crc32?: string;
  /** The object that holds it. */
  readonly key: string;
  /** Where the object is, if not in the asset bucket. */
  readonly bucket?: string;
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

/** A TensorRT engine that the deployment has built: size and checksum are in its record. */
export interface EngineFile {
  /** Path inside the published prefix, or inside the archive. */
  readonly path: string;
  /** Its record is `<engine prefix><key>/engine.json`. */
  readonly key: string;
}

/** An archive that the deployment packs, because engines belong into it that the deployment builds. */
export interface PackedArchive {
  /** Path inside the published prefix. */
  readonly path: string;
  /** The object with an archive of the other files. */
  readonly key: string;
  /** Their paths are those inside the archive. */
  readonly engines: EngineFile[];
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
  readonly engines?: EngineFile[];
  readonly packed?: PackedArchive[];
  /** For an open prefix: the path of each model's object, by the model's name. */
  readonly table?: Record<string, string>;
}

/** Properties of `Custom::TritonModelPublication`. */
export interface PublicationProperties {
  readonly SourceBucket: string;
  readonly ManifestKey: string;
  readonly Bucket: string;
  /**
   * `<group>/<content hash>/`; beside it lies the record `<group>/<content hash>.json` once it is complete. Of an open prefix
   * `<group>/models/`, which others write to as well.
   */
  readonly Prefix: string;
  /** Of an open prefix: names what this publication declares, `<content hash>`. */
  readonly Declaration?: string;
  /** Where the engines are that the manifest names, in the same bucket: `<…>/_engines/`. */
  readonly EnginePrefix?: string;
  /** How many prefixes stay beside the current one. */
  readonly Retain: string;
  /** Names what the role may do that reads the files. Absent where no SageMaker model is created after the publication. */
  readonly Reader?: string;
}

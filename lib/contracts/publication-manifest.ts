/** A file that the deployment copies from a separate object in the asset bucket. */
export interface CopiedFile {
  /** Path inside the published prefix. */
  readonly path: string;
  /**
   * Size in bytes. The size and the checksums are undefined for an archive, because the name of its object is a hash of its content. If a
   * lock file contains this hash, synthesis does not require the files.
   */
  readonly bytes?: number;
  readonly sha256?: string;
  /**
   * CRC-32 as 8 hexadecimal digits, for files that are too large for a single copy: S3 computes no SHA-256 of the full object for these
   * files.
   */
  readonly crc32?: string;
  /** Name and version of the Python package that the file belongs to, such as `tokenizers 0.23.3`. For the command, which lists changes. */
  readonly package?: string;
  /** Key of the object that contains the file. */
  readonly key: string;
  /** Bucket of the object, if it is not the asset bucket. */
  readonly bucket?: string;
}

/** A small file that is part of the bundle. */
export interface BundledFile {
  readonly path: string;
  readonly bytes: number;
  readonly sha256: string;
  /** Name and version of the Python package that the file belongs to. */
  readonly package?: string;
}

/** Small files in one object: a JSON list of `BundledFile`, followed by the content of the files in that order. */
export interface Bundle {
  readonly key: string;
  readonly indexBytes: number;
  readonly indexSha256: string;
}

/** A TensorRT engine that the deployment builds. Its size and checksum are in its record. */
export interface EngineFile {
  /** Path inside the published prefix, or inside the archive. */
  readonly path: string;
  /** Hash that identifies the engine. The S3 key of the engine's record is `<engine prefix><key>/engine.json`. */
  readonly key: string;
}

/** An archive that the deployment packs, because it contains engines that the deployment builds. */
export interface PackedArchive {
  /** Path inside the published prefix. */
  readonly path: string;
  /** Key of the object that contains an archive of all other files. */
  readonly key: string;
  /** Engines, with their paths inside the archive. */
  readonly engines: EngineFile[];
}

/** A text file that is generated at synthesis. */
export interface TextFile {
  readonly path: string;
  readonly content: string;
}

/**
 * Content of a published prefix: the files that the deployment writes to S3 for the models of an endpoint. The manifest is a separate
 * asset, so the properties of the custom resource remain small.
 */
export interface PublicationManifest {
  readonly copies: CopiedFile[];
  readonly texts: TextFile[];
  readonly bundle?: Bundle;
  readonly engines?: EngineFile[];
  readonly packed?: PackedArchive[];
  /** Path of each model's object, by the name of the model. Only for an open prefix, to which users can also add models. */
  readonly table?: Record<string, string>;
}

/** Properties of `Custom::TritonModelPublication`, which writes the model files of an endpoint to a prefix in S3. */
export interface PublicationProperties {
  readonly SourceBucket: string;
  readonly ManifestKey: string;
  readonly Bucket: string;
  /**
   * `<group>/<content hash>/`. The group is the common prefix of all versions. For an open prefix, `<group>/models/`, to which users can
   * also write.
   */
  readonly Prefix: string;
  /** For an open prefix: content hash of the models that this custom resource publishes. */
  readonly Declaration?: string;
  /** Prefix of the engines in the manifest, in the same bucket: `<…>/_engines/`. */
  readonly EnginePrefix?: string;
  /** Hash of the permissions of the role that reads the files. Undefined if no SageMaker model is created after the publication. */
  readonly Reader?: string;
}

/** How a model's files travel to the instances of an endpoint. */
export enum Packaging {
  /**
   * The files as they are, under a prefix in S3. Nothing is packed at synth or unpacked at start-up, and a deployment uploads
   * only what changed.
   */
  UNCOMPRESSED = 'uncompressed',
  /** One `model.tar.gz`. Any change uploads all of it again. */
  ARCHIVE = 'archive',
}

/** Where the deployment finds a model's large files. */
export enum AssetStaging {
  /** Where they are: the cloud assembly refers to them by a relative path. Nothing is copied at synth. */
  IN_PLACE = 'inPlace',
  /**
   * In the cloud assembly, for assemblies that travel to another machine, as in CDK Pipelines. Costs no space and no time on
   * file systems with reflinks (Btrfs, XFS, APFS), else a copy of the weights.
   */
  COPY = 'copy',
}

/** The format in which model files are deployed to the instances of an endpoint. */
export enum Packaging {
  /**
   * Uncompressed files under a prefix in S3. Nothing is packed at synth or unpacked at start-up, and a deployment uploads only the changed
   * files.
   */
  UNCOMPRESSED = 'uncompressed',
  /** One `model.tar.gz`. Each change uploads the complete archive again. */
  ARCHIVE = 'archive',
}

/**
 * The location from which a deployment uploads the large files of a model. For all endpoints of an app that do not set `assetStaging`, set
 * the context key `cdk-sagemaker-triton:assetStaging` to `copy` or `inPlace`.
 */
export enum AssetStaging {
  /** The original location. The cloud assembly refers to the files by a relative path. Nothing is copied at synth. */
  IN_PLACE = 'inPlace',
  /**
   * The cloud assembly, for assemblies that are deployed from a different host, as in CDK Pipelines. The files are copied into the assembly at
   * synth. On file systems with reflinks (Btrfs, XFS, APFS), a copy requires no additional space and no time. On other file systems,
   * the weights are duplicated. A copy that is already in the assembly is not created again.
   */
  COPY = 'copy',
}

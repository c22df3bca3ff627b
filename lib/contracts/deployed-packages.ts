/** Metadata key of a publication, under which the template contains the `DeployedPackages` of its models. */
export const DEPLOYED_PACKAGES_METADATA_KEY = 'cdk-sagemaker-triton:pythonPackages';

/** The Python packages of the models of a publication. */
export interface DeployedPackages {
  readonly models: ModelPackages[];
  /** Number of further models with packages, for which a template would be too large. */
  readonly omittedModels: number;
}

/** The Python packages that are deployed with a model. */
export interface ModelPackages {
  /** Name of the model in the model repository, or name of its archive on a multi-model endpoint. */
  readonly model: string;
  /** The packages with their versions, such as `tokenizers 0.23.3`. */
  readonly packages: string[];
  /** Number of files of the packages in all version folders. */
  readonly files: number;
  /** Size of these files. */
  readonly bytes: number;
}

/**
 * Metadata key of a SageMaker model, or of the publication of a multi-model endpoint, under which the template contains the `DeployedPackages`
 * of its models.
 */
export const DEPLOYED_PACKAGES_METADATA_KEY = 'cdk-sagemaker-triton:pythonPackages';

/** The Python packages that are deployed with a model. */
export interface DeployedPackages {
  /** Name of the model in the model repository. */
  readonly model: string;
  /** The packages with their versions, such as `tokenizers 0.23.3`. */
  readonly packages: string[];
  /** Number of files of the packages in all version folders. */
  readonly files: number;
  /** Size of these files. */
  readonly bytes: number;
}

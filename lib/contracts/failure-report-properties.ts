/**
 * Properties of the custom resource `Custom::TritonFailureReport`, which watches the deployment of an endpoint, or of an inference component
 * if `InferenceComponentName` is set.
 */
export interface FailureReportProperties {
  readonly EndpointName: string;
  /** For an endpoint: endpoint configuration of the deployment. */
  readonly EndpointConfigName?: string;
  readonly InferenceComponentName?: string;
  /** For an inference component: SageMaker model of the deployment. */
  readonly ModelName?: string;
  /** Key that encrypts the log of the containers and the log lines that the failure report retains. */
  readonly EncryptionKeyArn?: string;
}

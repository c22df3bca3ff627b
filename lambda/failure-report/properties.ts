/** Properties of the custom resource `Custom::TritonFailureReport`. */
export interface FailureReportProperties {
  readonly EndpointName: string;
  /** The configuration that the deployment gives the endpoint. */
  readonly EndpointConfigName: string;
  /** Encrypts the lines that are kept, as it does the endpoint's log. */
  readonly EncryptionKeyArn?: string;
}

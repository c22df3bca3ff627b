/** Properties of the custom resource `Custom::TritonFailureReport`. */
export interface FailureReportProperties {
  readonly EndpointName: string;
  /** Endpoint configuration of the deployment. */
  readonly EndpointConfigName: string;
  /** Key that encrypts the endpoint's log and the log lines that the failure report retains. */
  readonly EncryptionKeyArn?: string;
}

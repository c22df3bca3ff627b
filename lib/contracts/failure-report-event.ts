/** The event that the failure report receives when the status of an endpoint changes: SageMaker's event, and what the stack adds. */
export interface FailureReportEvent {
  readonly detail: EndpointStateChange;
  readonly stackId: string;
  /** The endpoints of the stack, by name. */
  readonly endpoints: Readonly<Record<string, ReportedEndpoint>>;
}

/** The detail of SageMaker's event, as far as the failure report uses it (SageMaker developer guide, "Endpoint state change"). */
export interface EndpointStateChange {
  readonly EndpointName: string;
  /** The configuration that the endpoint serves. */
  readonly EndpointConfigName: string;
  /** The status in upper case, such as `IN_SERVICE`. */
  readonly EndpointStatus: string;
  /** In milliseconds since the epoch. */
  readonly CreationTime: number;
}

/** Where an endpoint is in the template: logical IDs of resources. */
export interface ReportedEndpoint {
  readonly endpoint: string;
  readonly config: string;
  /** ARN of the key that encrypts the log of the containers and the stored lines. */
  readonly key?: string;
}

/** The purpose of an endpoint. It determines the defaults of the endpoint. */
export enum EndpointPurpose {
  /** Production: alarms that roll back a deployment, a dashboard, a probe, a smoke test and autoscaling. */
  PRODUCTION = 'production',
  /**
   * Development: no alarms, dashboard, probe, smoke test or autoscaling. The stack has few resources, and a deployment waits only for the
   * endpoint.
   */
  DEVELOPMENT = 'development',
}

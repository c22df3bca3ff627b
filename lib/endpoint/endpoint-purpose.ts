/** What an endpoint is for, which decides what it has unless its properties say otherwise. */
export enum EndpointPurpose {
  /** Alarms on which deployments roll back, dashboard, probe, smoke test and scaling. */
  PRODUCTION = 'production',
  /** None of them: few resources, and a deployment that waits for nothing but the endpoint. */
  DEVELOPMENT = 'development',
}

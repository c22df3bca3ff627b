/** How SageMaker spreads requests over the instances of a variant. */
export enum RoutingStrategy {
  /** To the instance with the fewest requests in flight: shorter queues than by chance when there are two instances or more. */
  LEAST_OUTSTANDING_REQUESTS = 'LEAST_OUTSTANDING_REQUESTS',
  /** To any instance by chance, SageMaker's own default. */
  RANDOM = 'RANDOM',
}

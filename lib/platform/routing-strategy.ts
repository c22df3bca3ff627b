/** The strategy by which SageMaker routes requests to the instances of a variant. */
export enum RoutingStrategy {
  /**
   * Routes each request to the instance with the fewest concurrent requests. With two or more instances, queues are shorter than with random
   * routing.
   */
  LEAST_OUTSTANDING_REQUESTS = 'LEAST_OUTSTANDING_REQUESTS',
  /** Routes each request to a random instance, which is the default of SageMaker. */
  RANDOM = 'RANDOM',
}

/** Whether SageMaker keeps models in memory between requests. */
export enum ModelCacheSetting {
  /** A model stays loaded until another one needs its memory. */
  ENABLED = 'Enabled',
  /** A model is unloaded after its request: for very many models of which each is asked for rarely, so that none waits for the unloading of another. */
  DISABLED = 'Disabled',
}

/** CloudWatch namespace of the metrics that this library publishes. It has its own file, so that handlers do not load the tables of metrics. */
export const LIBRARY_NAMESPACE = 'TritonOnSageMaker';

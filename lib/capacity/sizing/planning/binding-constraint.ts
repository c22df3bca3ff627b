/** What prevents a smaller or less expensive fleet. */
export type BindingConstraint = 'LATENCY' | 'THROUGHPUT' | 'INSTANCE_LIMIT';

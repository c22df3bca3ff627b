/** Properties of `Custom::TritonBenchmarkStart`: the benchmarks that a deployment starts and stops. */
export interface StartProperties {
  readonly StateMachineArn: string;
  /**
   * Name of the execution of the state machine. It contains a hash of the names of the jobs, and the name of each job contains a hash of
   * what the job benchmarks. A deployment without changes therefore does not start a new execution. Undefined if deployments do not start
   * benchmarks.
   */
  readonly ExecutionName?: string;
  /** Names of the jobs of this execution. */
  readonly JobNames: string[];
  /** Prefix of the names of all jobs of the workflow. */
  readonly JobPrefix: string;
}

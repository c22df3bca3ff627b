/** The state of a target. SageMaker's API has different statuses for endpoints and inference components. */
export interface Observation {
  /** `failed` is final. After `rollingBack`, the target is in service with the previous version, or it has failed. */
  readonly state: 'missing' | 'changing' | 'rollingBack' | 'inService' | 'failed' | 'deleting';
  /** Whether the target has the deployed version, which it might not serve yet. */
  readonly isDeployed: boolean;
  /** Whether an update to the deployed version is in progress. */
  readonly isPending: boolean;
  /** Whether containers of the deployed version may receive requests while the update is in progress. */
  readonly mayReceive: boolean;
  readonly failureReason?: string;
}

/** The endpoint or the inference component whose deployment is watched. */
export interface Target {
  /** The target in messages, such as `endpoint` and `vision`. */
  readonly kind: string;
  readonly name: string;
  /** What a deployment changes: `configuration` or `model`. */
  readonly version: string;
  readonly logGroup: string;
  /** The number of log streams to read. */
  readonly streams?: number;
  /** The beginning of the names of log streams with retained lines. */
  readonly keptStreamPrefix: string;
  observe(): Promise<Observation>;
}

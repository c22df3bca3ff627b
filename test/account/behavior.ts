/** The kind of evidence for a behavior of AWS. */
export type Evidence =
  /** A page of AWS's documentation. */
  | 'documented'
  /** A sentence or constraint in the service's API model. */
  | 'API model'
  /** A public report by users, such as an issue or a post. */
  | 'observed by others'
  /** A guess: AWS does not document the behavior. The behavior can be switched off, and the invariants must be true in both cases. */
  | 'assumed';

/** A behavior of AWS that the simulated account implements. */
export interface Behavior {
  /** The service and a short name, such as `sagemaker.changes-rejected-while-in-progress`. */
  readonly id: string;
  readonly description: string;
  readonly evidence: Evidence;
  /**
   * A URL, or the operation and member of an API model. For an assumption, the reason why it is likely, and the behavior if it is switched
   * off.
   */
  readonly source: string;
}

/** Whether each assumed behavior is switched on, by ID of the behavior. Missing behaviors are on. */
export type Switches = Readonly<Record<string, boolean>>;

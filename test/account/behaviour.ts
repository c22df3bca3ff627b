/** Where a behaviour of the simulated account is known from. */
export type Evidence =
  /** A page of AWS's documentation. */
  | 'documented'
  /** A sentence or constraint in the service's API model. */
  | 'API model'
  /** What others saw and wrote down: an issue, a post. */
  | 'observed by others'
  /** Nobody wrote it down. It can be switched, and invariants hold in both positions. */
  | 'assumed';

/** One thing that AWS does, as the account does it. */
export interface Behaviour {
  /** Short and in kebab case: `sagemaker.update-refused-while-updating`. */
  readonly id: string;
  readonly does: string;
  readonly evidence: Evidence;
  /** An address, or the operation and member of an API model. Of what is assumed: why it is likely. */
  readonly source: string;
}

/** Positions of what is assumed, by id. What is not named is as the behaviour says. */
export type Switches = Readonly<Record<string, boolean>>;

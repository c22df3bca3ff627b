/** A violation of an invariant. */
export interface Violation {
  readonly invariant: Invariant;
  readonly message: string;
}

/** Statements that must be true for every history, which is a sequence of deployments. */
export type Invariant =
  | 'the fleet can read its model'
  | 'the endpoint matches the template'
  | 'scaling matches the template'
  | 'each deployment completes or rolls back'
  | 'a deletion leaves no resources'
  | 'no request is denied'
  | 'names do not collide'
  | 'a broken version is not deployed'
  | 'a deployment without a failure succeeds'
  | 'the log of a failed start is kept'
  | 'each serving instance has a log'
  | 'engines match their builds'
  | 'no job runs after its deployment'
  | 'each queued request has a response'
  | 'a component does not affect the others'
  | 'a component always serves'
  | 'a deployment keeps the copies'
  | 'requests start a copy';

/** Reports a violation. */
export type ReportViolation = (invariant: Invariant, message: string) => void;

import { Consequence } from './consequence';
import { NewFleet } from './fleet';

/** The effect of a deployment on an endpoint. */
export interface EndpointChange {
  readonly endpoint: string;
  /** The operation of CloudFormation on the endpoint resource. */
  readonly change: 'created' | 'updated' | 'replaced' | 'deleted' | 'unchanged';
  /** Whether the deployment starts a new fleet: a new set of instances for the endpoint. */
  readonly newFleet: NewFleet;
  /** The reasons for the new fleet, as phrases. */
  readonly reasons: string[];
}

/** The effect of a deployment on an endpoint, as data and as sentences. */
export interface EndpointConsequences {
  readonly change: EndpointChange;
  readonly consequences: Consequence[];
}

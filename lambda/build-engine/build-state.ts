import type { EngineProperties } from '../../lib/contracts/engine-properties';
import type { ResourceEvent, ResourceRequest } from '../shared/custom-resource';

/** What is known about a build. An invocation passes it on to the invocation that continues the build. */
export interface BuildState {
  /** When the build began, in milliseconds since the epoch. */
  readonly since: number;
  /** The job that builds the engine. */
  readonly job?: string;
}

/** `build` is set if an earlier invocation has worked on the event. */
export type EngineEvent = ResourceEvent<EngineProperties> & { readonly build?: BuildState };

/** A request for an engine. `properties` contains the kind of job to use. */
export interface EngineRequest extends ResourceRequest<EngineProperties, EngineEvent> {
  readonly properties: EngineProperties;
}

import { Simulation } from '../../simulation';
import { Incident } from './steps';
import { Version, warningsOf } from './versions';

/** Incidents that must not make a deployment fail. */
const HARMLESS_INCIDENTS: readonly Incident['kind'][] = [
  'none',
  'responses are delivered twice',
  'responses are rejected once',
  'functions are throttled',
  'a function is killed',
  'the load changes',
  'the copies change',
];

export function isHarmless({ kind }: Incident): boolean {
  return HARMLESS_INCIDENTS.includes(kind);
}

/** The reasons with which an update without room for the new copies fails, depending on what detects that SageMaker has rolled it back. */
const NO_ROOM =
  /not enough hardware resources|was rolled back|rolled the update back|have no room for them|SageMaker gives no reason/;

/** Documented limitations that may fail a deployment: a fleet without room, about which the library warns, and limitations of SageMaker. */
export function expectedFailure({ account }: Simulation, reason: string, version: Version): boolean {
  const isSmall = warningsOf(version).some((warning) => /ic\.(packing|update-room)/.test(warning));
  return (
    (isSmall && NO_ROOM.test(reason)) ||
    (/The instance type of the variant \S+ cannot change while it hosts inference components/.test(reason) &&
      !account.isSwitchedOn('sagemaker.components-move-to-other-instance-types'))
  );
}

/**
 * Whether a deletion may fail because the creation of a component or of its endpoint is still in progress. CloudFormation deletes both before the
 * resources that they require, so no resource of the stack can wait for the end of the creation. A second deletion succeeds.
 */
export function isDeletedInCreation({ account }: Simulation, reason: string): boolean {
  const isComponent = /while it is in state CREATE_IN_PROGRESS/.test(reason);
  const isEndpoint = /Cannot update in-progress endpoint/.test(reason);
  return (
    (isComponent && !account.isSwitchedOn('cloudformation.component-waits-while-in-progress')) ||
    (isEndpoint && !account.isSwitchedOn('cloudformation.endpoint-waits-for-scaling'))
  );
}

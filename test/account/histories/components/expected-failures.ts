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
  'an instance is lost',
];

export function isHarmless({ kind }: Incident): boolean {
  return HARMLESS_INCIDENTS.includes(kind);
}

/** Documented limitations of SageMaker that may fail a deployment. */
export function expectedFailure({ account }: Simulation, reason: string, version: Version): boolean {
  if (/not enough hardware resources/.test(reason)) return warningsOf(version).some((w) => /ic\.(packing|update-room)/.test(w));
  return (
    /The instance type of the variant \S+ cannot change while it hosts inference components/.test(reason) &&
    !account.isSwitchedOn('sagemaker.components-move-to-other-instance-types')
  );
}

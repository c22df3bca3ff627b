import { DeclaredFleet } from './declared-components';
import { Incident } from './steps';
import { Version } from './versions';

/** Whether the incident breaks a component of the new version, and whether something can detect it. */
export function isDetectablyBroken(
  incident: Incident,
  before: DeclaredFleet | undefined,
  after: DeclaredFleet | undefined,
  version: Version,
): boolean {
  return isBroken(incident, before, after) && !isUndetected(incident, before, version);
}

/** Whether the incident breaks a component of the new version. */
function isBroken(incident: Incident, before: DeclaredFleet | undefined, after: DeclaredFleet | undefined): boolean {
  if (!/^new copies/.test(incident.kind) || !('component' in incident)) return false;
  const modelOf = (fleet: DeclaredFleet | undefined) =>
    fleet?.components.find(({ name }) => name.endsWith(`-${incident.component}`))?.specification.ModelName;
  return modelOf(after) !== undefined && modelOf(after) !== modelOf(before);
}

/**
 * Whether nothing can detect the broken copies: rollback alarms detect errors only in the update of an existing component, and only the smoke
 * test detects incorrect responses.
 */
function isUndetected(incident: Incident, before: DeclaredFleet | undefined, version: Version): boolean {
  if (incident.kind === 'new copies return errors') {
    const isUpdated = before?.components.some(({ name }) => name.endsWith(`-${incident.component}`));
    return !isUpdated || version.includes('cat does not roll back on alarms');
  }
  const isSmokeTestRequired = ['new copies respond incorrectly', 'new copies fail after the update'];
  return isSmokeTestRequired.includes(incident.kind) && version.includes('there is no smoke test');
}

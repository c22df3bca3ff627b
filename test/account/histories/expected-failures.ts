import { Simulation } from '../simulation';
import { warningsOf } from './components/versions';
import { DeclaredEndpoint } from './declared-endpoint';
import { Incident } from './steps';
import { hasComponents, synthesizedVersion, Version } from './versions';

/** Documented limitations of SageMaker that may fail a deployment. */
const LIMITATIONS = [
  /must have the same variant names as the old one/,
  // The page on scaling describes the two deployments.
  /begins to scale the endpoint, and changes the instance type or the name of/,
];
/** Failures of a deployment that ends all scaling, which has no resource that waits for scaling and deregisters variants (page on scaling). */
const STILL_SCALING = /must be deregistered as scalable targets|Cannot update in-progress endpoint/;
/** The reasons with which an update without room for the new copies fails, depending on what detects that SageMaker has rolled it back. */
const NO_ROOM =
  /not enough hardware resources|was rolled back|rolled the update back|have no room for them|SageMaker gives no reason/;

/** Incidents that must not make a deployment fail. */
const HARMLESS_INCIDENTS: readonly Incident['kind'][] = [
  'none',
  'old version returns errors',
  'responses are delivered twice',
  'responses are rejected once',
  'load rises',
  'the load changes',
  'no requests arrive',
  'the probe is throttled',
  'functions are throttled',
  'a function is killed',
  'builds have a quota of one',
  'requests are queued',
];

/** Whether the incident must not make a deployment fail. */
export function isHarmless(incident: Incident): boolean {
  // If all copies of a component return errors, its new version does too. SageMaker may reject an update while the instance count changes.
  if (incident.kind === 'old version returns errors') return incident.component === undefined;
  if (incident.kind === 'the count changes') return incident.component !== undefined;
  return HARMLESS_INCIDENTS.includes(incident.kind);
}

/** Whether a deployment may fail due to a documented limitation: of SageMaker, or a fleet without room, about which the library warns. */
export function isExpectedFailure({ account }: Simulation, reason: string, version: Version): boolean {
  if (hasComponents(version)) {
    const isSmall = warningsOf(version).some((warning) => /ic\.(packing|update-room)/.test(warning));
    return (
      (isSmall && NO_ROOM.test(reason)) ||
      (/The instance type of the variant \S+ cannot change while it hosts inference components/.test(reason) &&
        !account.isSwitchedOn('sagemaker.components-move-to-other-instance-types'))
    );
  }
  const { Resources } = synthesizedVersion(version).template;
  const scales = Object.values(Resources).some(({ Type }) => Type === 'AWS::ApplicationAutoScaling::ScalableTarget');
  return LIMITATIONS.some((pattern) => pattern.test(reason)) || (!scales && STILL_SCALING.test(reason));
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

/** Whether the incident breaks the new version, and something can detect it. */
export function isDetectablyBroken(
  incident: Incident,
  before: DeclaredEndpoint | undefined,
  after: DeclaredEndpoint | undefined,
  version: Version,
): boolean {
  if (!/^new version|^new copies/.test(incident.kind)) return false;
  if (!hasComponents(version)) {
    // Rollback alarms detect errors only in updates, and a changed endpoint name creates an endpoint instead of updating it.
    const isUndetected = incident.kind === 'new version returns errors' && after?.endpointName !== before?.endpointName;
    return before !== undefined && after?.endpointConfigName !== before.endpointConfigName && !isUndetected;
  }
  if (!('component' in incident)) return false;
  const [old, current] = [before, after].map((declared) =>
    declared?.components.find(({ name }) => name.endsWith(`-${incident.component}`)),
  );
  if (!current || current.specification.ModelName === old?.specification.ModelName) return false;
  // Rollback alarms detect errors only in the update of an existing component, and only the smoke test detects incorrect responses.
  if (incident.kind === 'new version returns errors')
    return old !== undefined && !version.includes('cat does not roll back on alarms');
  return incident.kind === 'new version does not start' || !version.includes('there is no smoke test');
}

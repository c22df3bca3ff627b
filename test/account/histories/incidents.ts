import { Stack } from '../cloudformation/stack';
import { AwsError, Call } from '../call';
import { Simulation } from '../simulation';
import { DeclaredEndpoint } from './declared-endpoint';
import { USUAL_LOAD } from './deployer';
import { failedBuild, simulatedBuild } from './engine-build';
import { Incident } from './steps';
import { modelResponse } from './test-models';

const MINUTE = 60_000;
/** The last log line of a container that does not start. */
export const LAST_LINE = 'error: creating server: Internal - failed to load all models';
/** A load, in requests per minute, that exceeds the scaling target for concurrent requests. */
const HIGH_LOAD = 100_000;
/**
 * Time until the load rises. The load must rise during the update of the endpoint: scaling reacts within a minute, so if the load
 * rose earlier, the scaling activity would end before the update.
 */
const LOAD_RISES_AFTER = 3 * MINUTE;

/** Role of the function that runs the smoke tests and the probes. */
const TESTS_ROLE = /TritonTestsR/;
/** Roles of the functions that start builds of TensorRT engines. */
const BUILD_ROLES = /TritonEnginesRole/;

/** The parts of the simulation that `injectIncident` reads and changes. */
export interface IncidentScope {
  readonly aws: Simulation;
  /** The endpoint as declared before the deployment, or undefined for a first deployment. */
  readonly before?: DeclaredEndpoint;
  readonly stack: () => Stack | undefined;
  /** Sends requests to the queue of an asynchronous endpoint. */
  readonly send: (requestCount: number) => Promise<unknown>;
  /** Sets the instance count of the first variant. */
  readonly scale: (instanceCount: number) => Promise<unknown>;
}

/** Injects an incident, which lasts until {@link clearIncidents}. */
export function injectIncident(incident: Incident, { aws, before, stack, send, scale }: IncidentScope): void {
  const { hooks } = aws.sagemaker;
  const { cloudformation, account } = aws;
  const isNewFleet = (configName: string): boolean => configName !== before?.endpointConfigName;
  const isTypeOfOldFleet = (type: string): boolean =>
    before?.variants.some(({ InstanceType }) => InstanceType === type) ?? false;
  /** The number of operations or requests so far that the incident could affect. */
  let matchCount = 0;
  switch (incident.kind) {
    case 'step fails':
      cloudformation.injectFailure = ({ moment, phase, action }) =>
        phase === 'forward' && action !== 'delete' && moment === incident.moment && ++matchCount === incident.number
          ? 'injected failure'
          : undefined;
      return;
    case 'new fleet does not start':
      hooks.startContainer = ({ endpointConfigName }) =>
        isNewFleet(endpointConfigName) ? { failure: 'it exits', log: [LAST_LINE] } : {};
      return;
    case 'new fleet finds no capacity':
      hooks.hasCapacity = isTypeOfOldFleet;
      return;
    case 'new fleet exceeds the quota':
      hooks.instanceLimit = (type) => (isTypeOfOldFleet(type) ? Infinity : 0);
      return;
    case 'new fleet returns errors':
      hooks.quality = ({ endpointConfigName }) => (isNewFleet(endpointConfigName) ? { errors5xx: 0.5 } : {});
      return;
    case 'old fleet returns errors':
      hooks.quality = ({ endpointConfigName }) => (isNewFleet(endpointConfigName) ? {} : { errors5xx: 0.5 });
      return;
    case 'new fleet returns wrong responses':
      hooks.invoke = async ({ endpointConfigName }) => modelResponse(!isNewFleet(endpointConfigName));
      return;
    case 'responses are delivered twice':
      cloudformation.customResources.delivery = () => 'delivered twice';
      return;
    case 'responses are rejected once':
      cloudformation.customResources.delivery = () => 'rejected once';
      return;
    case 'a response is lost':
      cloudformation.customResources.delivery = () =>
        // Responses during a rollback are delivered.
        !stack()?.status.includes('ROLLBACK') && ++matchCount === incident.number ? 'lost' : 'delivered';
      return;
    case 'the probe is throttled':
      // The smoke test has the same role.
      account.injectFault = ({ principal, operation }) =>
        operation === 'DescribeEndpoint' &&
        principal !== 'deployer' &&
        TESTS_ROLE.test(principal.role) &&
        !isSmokeTestRunning(stack())
          ? new AwsError('ThrottlingException', 'Rate exceeded')
          : undefined;
      return;
    case 'build fails':
      hooks.runJob = (container) =>
        container.instanceType === (incident.on ?? container.instanceType)
          ? failedBuild(container, incident.message)
          : simulatedBuild(container);
      return;
    case 'build finds no capacity':
      hooks.hasJobCapacity = () => false;
      return;
    case 'build has no quota':
      hooks.jobLimit = () => 0;
      return;
    case 'builds have a quota of one':
      hooks.jobLimit = () => 1;
      return;
    case 'build takes hours':
      hooks.runJob = (container) => simulatedBuild(container, { seconds: incident.hours * 3600 });
      return;
    case 'build requests are throttled':
      account.injectFault = (call) =>
        isBuildRequest(call) && call.service === 'sagemaker' && matchCount++ < incident.count
          ? new AwsError('ThrottlingException', 'Rate exceeded')
          : undefined;
      return;
    case 'build function is killed':
      account.injectCrash = (call) =>
        isBuildRequest(call) && ++matchCount === incident.number ? incident.moment : undefined;
      return;
    case 'no requests arrive':
      hooks.requestsPerMinute = () => 0;
      return;
    case 'load rises': {
      const riseTime = account.now() + LOAD_RISES_AFTER;
      hooks.requestsPerMinute = () => (account.now() < riseTime ? USUAL_LOAD : HIGH_LOAD);
      // With two instances, requests wait in the servers. With four instances, they do not.
      hooks.quality = () => ({ capacityPerMinute: HIGH_LOAD / 3 });
      return;
    }
    case 'requests are queued':
      account.after(incident.minute * MINUTE, async () => void (await send(incident.count)));
      return;
    case 'scaling changes the count':
      account.after(incident.minute * MINUTE, async () => void (await scale(incident.count)));
  }
}

/** Ends all incidents: restores the default behavior. */
export function clearIncidents(aws: Simulation): void {
  const { hooks } = aws.sagemaker;
  aws.cloudformation.injectFailure = () => undefined;
  aws.account.injectFault = () => undefined;
  aws.account.injectCrash = () => undefined;
  hooks.runJob = simulatedBuild;
  hooks.hasJobCapacity = () => true;
  hooks.jobLimit = () => Infinity;
  aws.cloudformation.customResources.delivery = () => 'delivered';
  hooks.startContainer = () => ({});
  hooks.hasCapacity = () => true;
  hooks.instanceLimit = () => Infinity;
  hooks.requestsPerMinute = () => USUAL_LOAD;
  hooks.quality = () => ({});
  hooks.invoke = async () => modelResponse(true);
}

/** Whether the incident makes the new fleet (the instances that the deployment starts) fail or respond incorrectly. */
export function breaksNewFleet({ kind }: Incident): boolean {
  return ['new fleet does not start', 'new fleet returns errors', 'new fleet returns wrong responses'].includes(kind);
}

/** Whether the request comes from a function that starts builds of engines. */
function isBuildRequest({ principal, service }: Call): boolean {
  return principal !== 'deployer' && service !== 'logs' && BUILD_ROLES.test(principal.role);
}

function isSmokeTestRunning(stack: Stack | undefined): boolean {
  const statuses = new Map(stack?.events.map(({ logicalId, status }) => [logicalId, status]));
  return [...statuses].some(
    ([id, status]) =>
      id !== undefined &&
      stack?.template.Resources[id]?.Type === 'Custom::TritonSmokeTest' &&
      status.endsWith('IN_PROGRESS'),
  );
}

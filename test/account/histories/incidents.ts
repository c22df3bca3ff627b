import { DEFAULT_VARIANT_NAME } from '../../../lib/cdk/endpoint-names';
import { Stack } from '../cloudformation/stack';
import { AwsError, Call } from '../call';
import type { ServingVariant } from '../sagemaker/hooks';
import { Simulation } from '../simulation';
import { DeclaredEndpoint } from './declared-endpoint';
import { failedBuild, simulatedBuild } from './engine-build';
import { Loads, USUAL_LOAD } from './loads';
import { Incident } from './steps';
import { modelResponse } from './test-models';
import type { ComponentName } from './components/versions';

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
/** Role of the function that prepares scaling for updates. */
const SCALING_ROLE = /TritonScalingRegistr/;

/** The parts of the simulation that `injectIncident` reads and changes. */
export interface IncidentScope {
  readonly aws: Simulation;
  /** The endpoint as declared before the deployment, or undefined for a first deployment. */
  readonly before?: DeclaredEndpoint;
  readonly loads: Loads;
  readonly stack: () => Stack | undefined;
  /** Sends requests to the queue of an asynchronous endpoint. */
  readonly send: (requestCount: number) => Promise<unknown>;
  /** Sets the instance count of the first variant, or the number of copies of a component. */
  readonly changeCount: (count: number, component?: ComponentName) => Promise<unknown>;
  readonly destroy: () => Promise<unknown>;
}

/** Injects an incident, which lasts until {@link clearIncidents}. */
export function injectIncident(incident: Incident, scope: IncidentScope): void {
  const { aws, before, loads, stack, send, changeCount, destroy } = scope;
  const { hooks } = aws.sagemaker;
  const { cloudformation, account } = aws;
  const oldModels = new Set(aws.sagemaker['state'].models.keys());
  const isAffected = ({ inferenceComponentName = '' }: ServingVariant): boolean =>
    !('component' in incident) || inferenceComponentName.endsWith(`-${incident.component}`);
  const isNew = ({ endpointConfigName, modelName }: ServingVariant): boolean =>
    'component' in incident ? !oldModels.has(modelName) : endpointConfigName !== before?.endpointConfigName;
  const isBroken = (serving: ServingVariant): boolean => isAffected(serving) && isNew(serving);
  const errors = 'component' in incident ? { errors5xx: 0.9 } : { errors5xx: 0.5 };
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
    case 'new version does not start':
      hooks.startContainer = (serving) => (isBroken(serving) ? { failure: 'it exits', log: [LAST_LINE] } : {});
      return;
    case 'new version returns errors':
      hooks.quality = (serving) => (isBroken(serving) ? errors : {});
      return;
    case 'old version returns errors':
      hooks.quality = (serving) => (isAffected(serving) && ('component' in incident || !isNew(serving)) ? errors : {});
      return;
    case 'new version returns wrong responses':
      hooks.invoke = async (serving) => responseTo(serving, !isBroken(serving));
      return;
    case 'new copies fail after the update': {
      let isFailing = false;
      hooks.invoke = async (serving) => {
        isFailing ||= isBroken(serving);
        return responseTo(serving, !isBroken(serving));
      };
      hooks.quality = (serving) => (isFailing && isBroken(serving) ? errors : {});
      return;
    }
    case 'new fleet finds no capacity':
      hooks.hasCapacity = isTypeOfOldFleet;
      return;
    case 'AWS has no instances':
      hooks.hasCapacity = () => false;
      return;
    case 'the quota is used up':
      hooks.instanceLimit = (type) => (isTypeOfOldFleet(type) ? Infinity : 0);
      return;
    case 'an instance is lost':
      account.after(incident.minute * MINUTE, () => {
        for (const { name, status } of aws.sagemaker['state'].endpoints.values())
          if (['InService', 'Updating'].includes(status)) aws.sagemaker.replaceInstance(name, DEFAULT_VARIANT_NAME);
      });
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
          ? throttling()
          : undefined;
      return;
    case 'functions are throttled':
      account.injectFault = (call) =>
        (isFrom(call, SCALING_ROLE) || (isFrom(call, BUILD_ROLES) && call.service === 'sagemaker')) &&
        matchCount++ < incident.count
          ? throttling()
          : undefined;
      return;
    case 'a function is killed':
      account.injectCrash = (call) =>
        (isFrom(call, SCALING_ROLE) || isFrom(call, BUILD_ROLES)) && ++matchCount === incident.number
          ? incident.moment
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
    case 'the load changes':
      account.after(incident.minute * MINUTE, () => loads.set(incident.component, incident.load));
      return;
    case 'requests are queued':
      account.after(incident.minute * MINUTE, async () => void (await send(incident.count)));
      return;
    case 'the count changes':
      account.after(incident.minute * MINUTE, async () => void (await changeCount(incident.count, incident.component)));
      return;
    case 'the stack is deleted':
      account.after(incident.minute * MINUTE, async () => void (await destroy()));
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
  hooks.invoke = async (serving) => responseTo(serving, true);
}

/** The response of a model. The model of a component has the name of the component. */
function responseTo({ inferenceComponentName }: ServingVariant, isCorrect: boolean): Record<string, unknown> {
  return modelResponse(isCorrect, inferenceComponentName?.split('-').at(-1));
}

function throttling(): AwsError {
  return new AwsError('ThrottlingException', 'Rate exceeded');
}

/** Whether the request comes from a function with a role, apart from its log lines. */
function isFrom({ principal, service }: Call, role: RegExp): boolean {
  return principal !== 'deployer' && service !== 'logs' && role.test(principal.role);
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

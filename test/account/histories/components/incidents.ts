import { DEFAULT_VARIANT_NAME } from '../../../../lib/cdk/endpoint-names';
import { AwsError, Call } from '../../call';
import { Simulation } from '../../simulation';
import { LAST_LINE } from '../incidents';
import { modelResponse } from '../test-models';
import { Incident, Load } from './steps';
import type { ComponentName } from './versions';

const MINUTE = 60_000;
/** Requests per minute. The high load exceeds the target of scaling for all numbers of copies. */
const REQUESTS_PER_MINUTE: Record<Load, number> = { none: 0, usual: 60, high: 100_000 };
/** Role of the function that prepares scaling for updates. */
const SCALING_ROLE = /TritonScalingRegistr/;

/** What an incident reads and changes. */
export interface IncidentScope {
  readonly aws: Simulation;
  readonly loads: Loads;
  /** Changes the number of copies of a component. */
  readonly changeCopies: (component: ComponentName, count: number) => Promise<unknown>;
  readonly destroy: () => Promise<unknown>;
  readonly isRollingBack: () => boolean;
}

/** The requests that the components receive. */
export class Loads {
  private readonly loads = new Map<string, Load>();

  public set(component: ComponentName, load: Load): void {
    this.loads.set(component, load);
  }

  public of(inferenceComponentName: string): Load {
    return this.loads.get(inferenceComponentName.split('-').at(-1) ?? '') ?? 'usual';
  }

  public requestsPerMinute(inferenceComponentName: string): number {
    return REQUESTS_PER_MINUTE[this.of(inferenceComponentName)];
  }
}

/** Injects an incident, which lasts until {@link clearIncidents}. */
export function injectIncident(incident: Incident, scope: IncidentScope): void {
  const { aws, loads, changeCopies, destroy, isRollingBack } = scope;
  const { account, cloudformation } = aws;
  const { hooks } = aws.sagemaker;
  const oldModels = new Set(aws.sagemaker['state'].models.keys());
  const oldTypes = new Set(
    [...aws.sagemaker['state'].endpoints.values()].flatMap(({ fleet }) =>
      fleet.variants.map(({ config }) => config.InstanceType),
    ),
  );
  const isNew = (modelName: string, component: string | undefined, target: string): boolean =>
    !oldModels.has(modelName) && (component?.endsWith(`-${target}`) ?? false);
  /** The number of operations or requests so far that the incident could affect. */
  let matchCount = 0;
  switch (incident.kind) {
    case 'step fails':
      cloudformation.injectFailure = ({ moment, phase, action }) =>
        phase === 'forward' && action !== 'delete' && moment === incident.moment && ++matchCount === incident.number
          ? 'injected failure'
          : undefined;
      return;
    case 'new copies do not start':
      hooks.startContainer = ({ modelName, inferenceComponentName }) =>
        isNew(modelName, inferenceComponentName, incident.component) ? { failure: 'it exits', log: [LAST_LINE] } : {};
      return;
    case 'new copies return errors':
      hooks.quality = ({ modelName, inferenceComponentName }) =>
        isNew(modelName, inferenceComponentName, incident.component) ? { errors5xx: 0.9 } : {};
      return;
    case 'all copies return errors':
      hooks.quality = ({ inferenceComponentName }) =>
        inferenceComponentName?.endsWith(`-${incident.component}`) ? { errors5xx: 0.9 } : {};
      return;
    case 'new copies respond incorrectly':
      hooks.invoke = async ({ modelName, inferenceComponentName }) =>
        responseOf(inferenceComponentName, !isNew(modelName, inferenceComponentName, incident.component));
      return;
    case 'new copies fail after the update': {
      let isFailing = false;
      hooks.invoke = async ({ modelName, inferenceComponentName }) => {
        const isAffected = isNew(modelName, inferenceComponentName, incident.component);
        isFailing ||= isAffected;
        return responseOf(inferenceComponentName, !isAffected);
      };
      hooks.quality = ({ modelName, inferenceComponentName }) =>
        isFailing && isNew(modelName, inferenceComponentName, incident.component) ? { errors5xx: 0.9 } : {};
      return;
    }
    case 'AWS has no instances':
      hooks.hasCapacity = () => false;
      return;
    case 'the quota is used up':
      hooks.instanceLimit = (type) => (oldTypes.has(type) ? Infinity : 0);
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
      // Responses during a rollback are delivered.
      cloudformation.customResources.delivery = () =>
        !isRollingBack() && ++matchCount === incident.number ? 'lost' : 'delivered';
      return;
    case 'functions are throttled':
      account.injectFault = (call) =>
        isScalingRequest(call) && matchCount++ < incident.count
          ? new AwsError('ThrottlingException', 'Rate exceeded')
          : undefined;
      return;
    case 'a function is killed':
      account.injectCrash = (call) =>
        isScalingRequest(call) && ++matchCount === incident.number ? incident.moment : undefined;
      return;
    case 'the load changes':
      account.after(incident.minute * MINUTE, () => loads.set(incident.component, incident.load));
      return;
    case 'the copies change':
      account.after(
        incident.minute * MINUTE,
        async () => void (await changeCopies(incident.component, incident.count)),
      );
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
  aws.cloudformation.customResources.delivery = () => 'delivered';
  hooks.startContainer = () => ({});
  hooks.hasCapacity = () => true;
  hooks.instanceLimit = () => Infinity;
  hooks.quality = () => ({});
  hooks.invoke = async ({ inferenceComponentName }) => responseOf(inferenceComponentName, true);
}

/** The response of a component's model, whose name is the name of the component. */
function responseOf(inferenceComponentName: string | undefined, isCorrect: boolean): Record<string, unknown> {
  return modelResponse(isCorrect, inferenceComponentName?.split('-').at(-1));
}

/** Whether the request comes from the function that prepares scaling for updates. */
function isScalingRequest({ principal, service }: Call): boolean {
  return principal !== 'deployer' && service !== 'logs' && SCALING_ROLE.test(principal.role);
}

import { isDeepStrictEqual } from 'node:util';
import { Registration } from '../../../lib/scaling/registration-properties';
import { FakeServices } from './fake-services';

const ENDPOINT_NAME = 'vision';

/** Where a deployment fails. */
export type Failure = 'endpoint' | 'neighbour' | 'registration' | 'smoke test';

/** An endpoint's configuration and the registrations that belong to it. */
export interface Deployed {
  readonly config: string;
  /** JSON of its deployment configuration. */
  readonly deployment?: string;
  readonly variants: Registration[];
}

/**
 * Updates a stack as CloudFormation does: in the order of dependencies, only what has changed, new policies before old ones go, and
 * back again with the old properties of exactly that which was changed.
 */
export class FakeCloudFormation {
  public deployed?: Deployed;

  constructor(private readonly services: FakeServices) {}

  /** Whether the stack has the new state; without, it has the old again. */
  public async deploy(next: Deployed, failure?: Failure): Promise<boolean> {
    const old = this.deployed;
    if (!old) {
      await this.resource('Release', next);
      this.updateEndpoint({ ...next, variants: [] }, next);
      await this.resource('Registration', next);
      this.makeTargets(next);
      this.deployed = next;
      return true;
    }
    const changed: Failure[] = [];
    try {
      this.services.stackStatus = 'UPDATE_IN_PROGRESS';
      await this.resource('Release', next, old);
      if (failure === 'endpoint' && next.config !== old.config) throw new Error('the new fleet does not start');
      this.updateEndpoint(old, next);
      changed.push('endpoint');
      if (failure === 'neighbour') throw new Error('another resource of the stack fails');
      if (failure === 'registration') this.services.failures.push(...REGISTRATION_FAILURES);
      changed.push('registration');
      await this.resource('Registration', next, old);
      this.makeTargets(next, old);
      changed.push('smoke test');
      if (failure === 'smoke test') throw new Error('a wrong answer');
    } catch (error) {
      if (failure === undefined) throw error;
      await this.rollBack(old, next, changed);
      return false;
    } finally {
      this.services.failures = [];
    }
    this.cleanUp(next, old);
    this.deployed = next;
    await this.end('UPDATE_COMPLETE');
    return true;
  }

  public async delete(): Promise<void> {
    for (const name of ['Registration', 'Release']) {
      await this.services.send({
        RequestType: 'Delete',
        ResourceType: `Custom::TritonScaling${name}`,
        LogicalResourceId: name,
        ResourceProperties: { EndpointName: ENDPOINT_NAME },
      });
    }
  }

  private async rollBack(old: Deployed, failed: Deployed, changed: Failure[]): Promise<void> {
    this.services.failures = [];
    this.services.stackStatus = 'UPDATE_ROLLBACK_IN_PROGRESS';
    await this.resource('Release', old, failed);
    if (changed.includes('endpoint')) this.updateEndpoint(failed, old);
    if (changed.includes('registration')) await this.resource('Registration', old, failed);
    if (changed.includes('smoke test')) {
      this.makeTargets(old, failed, true);
      this.cleanUp(old, failed);
    }
    await this.end('UPDATE_ROLLBACK_COMPLETE');
  }

  /** What was left for later sees the end of the deployment. */
  private async end(status: string): Promise<void> {
    this.services.stackStatus = status;
    await this.services.runInvocations();
  }

  /** An event for a custom resource, as it is. */
  public async send(name: string, properties: object, old?: object): Promise<void> {
    await this.services.send({
      RequestType: old ? 'Update' : 'Create',
      StackId: 'arn:aws:cloudformation:us-east-1:111122223333:stack/vision/1',
      ResourceType: `Custom::TritonScaling${name}`,
      LogicalResourceId: name,
      ResourceProperties: properties,
      OldResourceProperties: old,
    });
  }

  private async resource(name: 'Release' | 'Registration', next: Deployed, old?: Deployed): Promise<void> {
    const properties = (state: Deployed): object => ({
      EndpointName: ENDPOINT_NAME,
      Variants: JSON.stringify(state.variants),
      EndpointConfigName: state.config,
      Deployment: state.deployment ?? '{}',
    });
    if (old && isDeepStrictEqual(properties(next), properties(old))) return;
    await this.send(name, properties(next), old && properties(old));
    if (this.services.verdict?.Status !== 'SUCCESS') throw new Error(this.services.verdict?.Reason);
  }

  /** SageMaker refuses when a registered variant would change its instance type or go. */
  private updateEndpoint(from: Deployed, to: Deployed): void {
    for (const { variantName, instanceTypes } of from.variants) {
      const next = to.variants.find((variant) => variant.variantName === variantName);
      const stays = isDeepStrictEqual(next?.instanceTypes, instanceTypes);
      if (!stays && this.services.targets.has(this.resourceId(variantName))) {
        throw new Error(`${variantName} is registered: SageMaker refuses the update`);
      }
    }
    if (this.services.busyLooks > 0) throw new Error('Cannot update in-progress endpoint');
    const awake = [...this.services.targets].filter(([, { suspended }]) => !suspended).map(([id]) => id);
    if (awake.length > 0) throw new Error(`${awake.join()} may scale during the update`);
    this.services.servedConfig = to.config;
    const counts = to.variants.map(({ variantName, instanceCount }): [string, number] => [
      variantName,
      this.services.counts.get(variantName) ?? instanceCount, // retained
    ]);
    this.services.counts = new Map(counts);
  }

  /** What CloudFormation creates must not be there, what it updates must. What is as before it does not touch. */
  private makeTargets(next: Deployed, before?: Deployed, rollingBack = false): void {
    for (const variant of next.variants.filter(({ target }) => target)) {
      const had = before?.variants.find(({ variantName, target }) => variantName === variant.variantName && target);
      const id = this.resourceId(variant.variantName);
      expectThat(id, this.services.targets.has(id), rollingBack || had !== undefined);
      const existing = this.services.targets.get(id);
      const { minCapacity = 0, maxCapacity = 0, scheduledActions = [] } = variant.target ?? {};
      if (!existing || (had && !isDeepStrictEqual(had.target, variant.target))) {
        this.services.targets.set(id, {
          MinCapacity: minCapacity,
          MaxCapacity: maxCapacity,
          suspended: existing?.suspended ?? false,
          actions: new Map(scheduledActions.map((action) => [nameOf(action), action])),
          policies: existing?.policies ?? new Map(),
        });
      }
      for (const policy of variant.policies) {
        const policies = this.services.targets.get(id)?.policies ?? new Map();
        const hadPolicy = rollingBack || had?.policies.some((other) => nameOf(other) === nameOf(policy)) === true;
        expectThat(nameOf(policy), policies.has(nameOf(policy)), hadPolicy);
        if (!hadPolicy) policies.set(nameOf(policy), policy);
      }
    }
  }

  /** Deletes what the new state no longer has; that it is gone already is fine. */
  private cleanUp(next: Deployed, old: Deployed): void {
    for (const variant of old.variants.filter(({ target }) => target)) {
      const id = this.resourceId(variant.variantName);
      const stays = next.variants.find(({ variantName, target }) => variantName === variant.variantName && target);
      const kept = stays?.policies.map(nameOf) ?? [];
      for (const name of variant.policies.map(nameOf).filter((name) => !kept.includes(name))) {
        this.services.targets.get(id)?.policies.delete(name);
      }
      if (!stays) this.services.targets.delete(id);
    }
  }

  private resourceId(variantName: string): string {
    return `endpoint/${ENDPOINT_NAME}/variant/${variantName}`;
  }
}

function expectThat(what: string, isThere: boolean, shouldBe: boolean): void {
  if (isThere !== shouldBe) throw new Error(`${what} ${isThere ? 'already exists' : 'is not there'}`);
}

/** More than the handler is patient with. */
const REGISTRATION_FAILURES = Array.from({ length: 10 }, () => ({
  operation: 'RegisterScalableTarget',
  error: 'ValidationException',
}));

/** Of a policy or a scheduled action. */
export function nameOf(registered: object): string {
  const { policyName, scheduledActionName } = registered as Record<string, string>;
  return policyName ?? scheduledActionName;
}

import { Stack, StackEvent } from '../cloudformation/stack';
import { simulate, Simulation } from '../simulation';
import { Switches } from '../behavior';
import { PermissionUsage } from '../iam/permission-usage';
import {
  checkCopyLogs,
  checkFleetMatchesTemplate,
  componentsIn,
  copiesInService,
  hasRoomForCopy,
} from './components/component-invariants';
import { CopyWatch } from './components/copy-watch';
import { BystanderWatch } from './components/isolation';
import { unchangedComponents } from './components/unchanged-components';
import { synthesizedComponents } from './components/versions';
import { DeclaredEndpoint, declaredEndpointOf } from './declared-endpoint';
import { Deployer } from './deployer';
import { checkEngineInvariants, describeJobs } from './engine-invariants';
import { isLastLineDenial, unexpectedDenials, unexpectedDenialsInDeletion } from './expected-denials';
import { isDeletedInCreation, isDetectablyBroken, isExpectedFailure, isHarmless } from './expected-failures';
import { clearIncidents, injectIncident, LAST_LINE } from './incidents';
import type { Invariant, Violation } from './invariant';
import {
  checkLogs,
  checkFailureLog,
  checkModelIsReadable,
  checkNothingLeft,
  checkDataCapture,
  checkMatchesTemplate,
  retainedResourceIds,
} from './invariants';
import { Loads } from './loads';
import { OwnRequests } from './own-requests';
import { QueueClients } from './queue-clients';
import { Reversal } from './reversals';
import { checkScaling } from './scaling-invariants';
import { describeStep, Incident, Step } from './steps';
import { SynthesizedStack } from './synthesize';
import { hasComponents, Version, synthesizedVersion } from './versions';

const MINUTE = 60_000;
/** Time in which functions and scaling complete their work after a deployment. */
const SETTLING_TIME = 25 * MINUTE;
/** Time in which services complete all work after a deletion, such as deleting network interfaces, retries of functions, and scaling. */
const CLEAN_UP_TIME = 180 * MINUTE;

export interface HistoryOptions {
  readonly seed: number;
  /** Changes each template so that it lacks a fix. */
  readonly reversal?: Reversal;
  readonly switches?: Switches;
  readonly usage?: PermissionUsage;
}

/** The result of a history. */
export interface HistoryResult {
  readonly violations: readonly (Violation & { readonly step: number })[];
  /** Descriptions of the steps and their results. */
  readonly stepResults: string[];
  /** Descriptions of all jobs. */
  readonly jobs: string[];
}

/** Runs the steps on a new simulated account, deletes the stack, and returns the violated invariants. */
export async function runHistory(steps: readonly Step[], options: HistoryOptions): Promise<HistoryResult> {
  // Synthesizes all versions before virtual time begins. The results are cached.
  for (const step of steps) if (step.kind === 'deploy') synthesizedOrRejected(step.version);
  return simulate(options, async (aws) => new History(aws, options.reversal).run(steps));
}

/** Returns the synthesized stack, or the error with which the library rejects a version. */
function synthesizedOrRejected(version: Version): SynthesizedStack | string {
  return hasComponents(version) ? synthesizedComponents(version) : synthesizedVersion(version);
}

class History {
  private readonly violations: (Violation & { step: number })[] = [];
  private readonly stepResults: string[] = [];
  private readonly retainedIds: string[] = [];
  private readonly deployer: Deployer;
  private readonly queueClients: QueueClients;
  private readonly loads = new Loads();
  private readonly ownRequests: OwnRequests;
  private step = 0;
  private checkedDenialCount = 0;
  /** Whether the stack has inference components. */
  private sharesInstances = false;

  constructor(
    private readonly aws: Simulation,
    reversal?: Reversal,
  ) {
    this.deployer = new Deployer(aws, 'App', reversal);
    this.queueClients = new QueueClients(aws);
    this.ownRequests = new OwnRequests(aws, () => this.stack && declaredEndpointOf(this.stack));
    aws.sagemaker.hooks.requestsPerMinuteToComponent = this.loads.requestsPerMinute;
  }

  public async run(steps: readonly Step[]): Promise<HistoryResult> {
    this.sharesInstances = steps.some((step) => step.kind === 'deploy' && hasComponents(step.version));
    for (const step of [...steps, { kind: 'delete' } as const]) {
      this.step++;
      if (step.kind === 'delete' && !this.stack) continue;
      const status = await this.runStep(step);
      this.stepResults.push(`${this.step}. ${describeStep(step)}: ${status}`);
      this.checkDenials(step);
    }
    return { violations: this.violations, stepResults: this.stepResults, jobs: describeJobs(this.aws) };
  }

  private get stack() {
    return this.aws.cloudformation.stacks.get(this.deployer.stackName);
  }

  private readonly report = (invariant: Invariant, message: string): void => {
    this.violations.push({ invariant, message, step: this.step });
  };

  private async runStep(step: Step): Promise<string> {
    switch (step.kind) {
      case 'time passes':
        await this.aws.account.sleep(step.minutes * MINUTE);
        if (step.minutes >= 60) this.checkFirstCopies();
        return 'done';
      case 'the load changes':
        this.loads.set(step.component, step.load);
        return 'done';
      case 'the count changes':
        return this.ownRequests.changeCount(step.count, step.component);
      case 'a component is deleted':
        return this.ownRequests.deleteComponent(step.component);
      case 'requests are queued':
        return this.queueClients.send(this.stack, step.count);
      case 'delete':
        return this.delete();
      case 'deploy':
        return this.deploy(step.version, step.incident);
    }
  }

  private async deploy(version: Version, incident: Incident): Promise<string> {
    const { aws, stack: existing } = this;
    const synthesized = synthesizedOrRejected(version);
    if (typeof synthesized === 'string') return 'rejected in synthesis';
    if (existing && !/^(CREATE|UPDATE|UPDATE_ROLLBACK|ROLLBACK)_COMPLETE$/.test(existing.status))
      return `not possible: ${existing.status}`;
    if (this.ownRequests.hasDeleted) return 'not possible: a person has deleted a component';
    const before = existing && existing.status !== 'ROLLBACK_COMPLETE' ? declaredEndpointOf(existing) : undefined;
    const previousEventCount = before ? (existing?.events.length ?? 0) : 0;
    let deletion: Promise<string> | undefined;
    injectIncident(incident, {
      aws,
      before,
      loads: this.loads,
      stack: () => this.stack,
      send: (count) => this.queueClients.send(this.stack, count),
      changeCount: this.ownRequests.changeCount,
      destroy: async () => {
        if (this.stack?.status !== 'CREATE_IN_PROGRESS') return;
        deletion = this.delete(true);
        await deletion;
      },
    });
    if (incident.kind === 'old version returns errors') await aws.account.sleep(15 * MINUTE);
    const modelAccess = this.watchModelAccess(before?.endpointName);
    const components = incident.kind === 'an instance is lost' ? [] : (before?.components ?? []);
    const unchanged = existing ? unchangedComponents(existing.template, synthesized.template) : [];
    const { includes } = this.ownRequests;
    const bystanders = new BystanderWatch(
      aws,
      components.filter(({ name }) => unchanged.includes(name)),
      includes,
      this.report,
    );
    const copies = new CopyWatch(aws, components, synthesized.template, includes, this.report);
    const stack = await this.deployer.deploySynthesized(synthesized);
    modelAccess.stop();
    clearIncidents(aws);
    if (deletion) return `${await deletion} during the creation`;
    this.retainedIds.push(...retainedResourceIds(stack));
    const { status } = stack;
    const reason = stack.events.slice(previousEventCount).find(isFailure)?.reason ?? '';
    const hasSucceeded = /^(CREATE|UPDATE)_COMPLETE$/.test(status);
    const result = hasSucceeded ? status : `${status} (${reason})`;
    if (!hasSucceeded && !/^(UPDATE_)?ROLLBACK_COMPLETE$/.test(status)) {
      const lastReason = stack.events.filter(isFailure).at(-1)?.reason ?? '';
      if (before || !hasComponents(version) || !isDeletedInCreation(aws, lastReason))
        this.report('each deployment completes or rolls back', `${status}: ${lastReason}`);
      bystanders.stop();
      copies.stop(undefined, 'failed');
      return result;
    }
    if (!hasSucceeded && isHarmless(incident) && !isExpectedFailure(aws, reason, version))
      this.report('a deployment without a failure succeeds', reason);
    if (!hasSucceeded && / ping health check/.test(reason) && !hasComponents(version))
      checkFailureLog(aws, LAST_LINE, this.report);
    if (hasSucceeded && isDetectablyBroken(incident, before, declaredEndpointOf(stack), version))
      this.report(
        'a broken version is not deployed',
        `${describeStep({ kind: 'deploy', version, incident })} succeeds`,
      );
    if (/already exists/.test(reason)) this.report('names do not collide', reason);
    await aws.account.sleep(SETTLING_TIME);
    bystanders.stop();
    const declared = status === 'ROLLBACK_COMPLETE' ? undefined : declaredEndpointOf(stack);
    copies.stop(declared, hasSucceeded ? 'succeeded' : 'rolled back');
    if (status === 'ROLLBACK_COMPLETE') this.queueClients.abandon();
    await this.queueClients.checkResponses(this.report);
    await this.checkDeployment(stack, declared);
    return result;
  }

  /** Checks the account after a deployment or its rollback. */
  private async checkDeployment(stack: Stack, declared: DeclaredEndpoint | undefined): Promise<void> {
    const { aws } = this;
    if (stack.status !== 'ROLLBACK_COMPLETE') checkEngineInvariants(aws, stack, this.report);
    if (declared) {
      if (declared.components.length > 0) {
        checkFleetMatchesTemplate(aws, declared, this.report);
        checkCopyLogs(aws, this.report);
      } else {
        await checkMatchesTemplate(aws, declared, this.report);
        checkLogs(aws, declared.endpointName, this.report);
        checkDataCapture(aws, declared, this.report);
      }
      await checkScaling(aws, declared, this.report);
      await checkModelIsReadable(aws, declared.endpointName, 'after the deployment', this.report);
    }
    for (const { resource, reason: cause } of aws.cloudformation.abandoned.splice(0)) {
      this.report(
        'a deletion leaves no resources',
        `${resource.logicalId} (${resource.physicalId}) could not be cleaned up: ${cause}`,
      );
    }
  }

  private async delete(isInCreation = this.stack?.status === 'ROLLBACK_FAILED'): Promise<string> {
    await this.queueClients.checkResponses(this.report);
    const stack = await this.deployer.destroy();
    if (stack.status !== 'DELETE_COMPLETE') {
      const { reason = '' } = stack.events.filter(isFailure).at(-1) ?? {};
      if (isInCreation && isDeletedInCreation(this.aws, reason)) {
        await this.aws.account.sleep(20 * MINUTE);
        return this.delete();
      }
      this.report('each deployment completes or rolls back', `${stack.status}: ${reason}`);
      return `${stack.status} (${reason})`;
    }
    this.ownRequests.hasDeleted = false;
    await this.aws.account.sleep(CLEAN_UP_TIME);
    checkNothingLeft(this.aws, [...this.retainedIds, ...this.aws.cloudformation.retainedIds], this.report);
    return stack.status;
  }

  /** Checks every minute that a new instance could read its model. SageMaker can replace instances at any time of a deployment. */
  private watchModelAccess(endpointName: string | undefined): { stop: () => void } {
    let isWatching = endpointName !== undefined;
    const check = async (): Promise<void> => {
      if (!isWatching) return;
      this.aws.account.after(MINUTE, check);
      await checkModelIsReadable(this.aws, String(endpointName), 'during the deployment', this.report);
    };
    this.aws.account.after(MINUTE, check);
    return { stop: () => void (isWatching = false) };
  }

  /** Checks that each component that receives requests has a copy, if there is room for it. */
  private checkFirstCopies(): void {
    for (const component of componentsIn(this.aws).values()) {
      if (this.loads.of(component.name) === 'none' || copiesInService(component) > 0) continue;
      if (component.status !== 'Failed' && hasRoomForCopy(this.aws, component))
        this.report('requests start a copy', `${component.name} receives requests, and has no copy`);
    }
  }

  private checkDenials(step: Step): void {
    const { denials } = this.aws.account;
    const isDeleted = this.sharesInstances && (!this.stack || /ROLLBACK|DELETE/.test(this.stack.status));
    const isCancelled = step.kind === 'deploy' && step.incident.kind === 'the stack is deleted';
    const unexpected = isCancelled ? unexpectedDenialsInDeletion : unexpectedDenials;
    for (const denial of unexpected(denials.slice(this.checkedDenialCount)))
      if (!(isDeleted && isLastLineDenial(denial))) this.report('no request is denied', denial);
    this.checkedDenialCount = denials.length;
  }
}

function isFailure({ status, reason }: StackEvent): boolean {
  return (
    /FAILED|ROLLBACK_IN_PROGRESS/.test(status) && reason !== undefined && reason !== '' && !/cancelled/.test(reason)
  );
}

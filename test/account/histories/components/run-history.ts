import { StackEvent } from '../../cloudformation/stack';
import { simulate, Simulation } from '../../simulation';
import { HistoryOptions } from '../run-history';
import { Deployer } from '../deployer';
import { unexpectedDenials, unexpectedDenialsInDeletion } from '../expected-denials';
import type { Invariant, Violation } from '../invariant';
import { checkModelIsReadable, checkNothingLeft, retainedResourceIds } from '../invariants';
import { Reversal } from '../reversals';
import { checkScaling } from '../scaling-invariants';
import {
  checkCopyLogs,
  checkFleetMatchesTemplate,
  componentsIn,
  copiesInService,
  hasRoomForCopy,
} from './component-invariants';
import { isDetectablyBroken } from './broken-versions';
import { CopyWatch } from './copy-watch';
import { declaredFleetOf, unchangedComponents } from './declared-components';
import { expectedFailure, isDeletedInCreation, isHarmless } from './expected-failures';
import { clearIncidents, injectIncident, Loads } from './incidents';
import { BystanderWatch } from './isolation';
import { OwnRequests } from './own-requests';
import { describeStep, Incident, Step } from './steps';
import { synthesizedVersion, Version } from './versions';

const MINUTE = 60_000;
/** Time in which functions and scaling complete their work after a deployment. */
const SETTLING_TIME = 25 * MINUTE;
/** Time in which services complete all work after a deletion. */
const CLEAN_UP_TIME = 180 * MINUTE;

/** Lambda writes the last log lines of a function after its response, when its role may already be deleted. */
const LAST_LINE_DENIAL = /\(lambda\.amazonaws\.com\) may not logs:(CreateLogStream|PutLogEvents) /;

/** The result of a history. */
export interface HistoryResult {
  readonly violations: readonly (Violation & { readonly step: number })[];
  /** Descriptions of the steps and their results. */
  readonly stepResults: string[];
}

/** Runs the steps on a new simulated account, deletes the stack, and returns the violated invariants. */
export async function runHistory(steps: readonly Step[], options: HistoryOptions): Promise<HistoryResult> {
  // Synthesizes all versions before virtual time begins. The results are cached.
  for (const step of steps) if (step.kind === 'deploy') synthesizedVersion(step.version);
  return simulate(options, async (aws) => new History(aws, options.reversal).run(steps));
}

class History {
  private readonly violations: (Violation & { step: number })[] = [];
  private readonly stepResults: string[] = [];
  private readonly retainedIds: string[] = [];
  private readonly deployer: Deployer;
  private readonly loads = new Loads();
  private readonly ownRequests: OwnRequests;
  private step = 0;
  private checkedDenialCount = 0;

  constructor(
    private readonly aws: Simulation,
    reversal?: Reversal,
  ) {
    this.deployer = new Deployer(aws, 'App', reversal);
    this.ownRequests = new OwnRequests(aws, () => this.stack && declaredFleetOf(this.stack));
    clearIncidents(aws);
    aws.sagemaker.hooks.requestsPerMinute = () => 0;
    aws.sagemaker.hooks.requestsPerMinuteToComponent = (name) => this.loads.requestsPerMinute(name);
  }

  public async run(steps: readonly Step[]): Promise<HistoryResult> {
    for (const step of [...steps, { kind: 'delete' } as const]) {
      this.step++;
      if (step.kind === 'delete' && !this.stack) continue;
      const status = await this.runStep(step);
      this.stepResults.push(`${this.step}. ${describeStep(step)}: ${status}`);
      this.checkDenials(step);
    }
    return { violations: this.violations, stepResults: this.stepResults };
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
      case 'the copies change':
        return this.ownRequests.changeCopies(step.component, step.count);
      case 'a component is deleted':
        return this.ownRequests.deleteComponent(step.component);
      case 'delete':
        return this.delete();
      case 'deploy':
        return this.deploy(step.version, step.incident);
    }
  }

  private async deploy(version: Version, incident: Incident): Promise<string> {
    const { aws, stack: existing } = this;
    const synthesized = synthesizedVersion(version);
    if (typeof synthesized === 'string') return 'rejected in synthesis';
    if (existing && !/^(CREATE|UPDATE|UPDATE_ROLLBACK|ROLLBACK)_COMPLETE$/.test(existing.status))
      return `not possible: ${existing.status}`;
    if (this.ownRequests.hasDeleted) return 'not possible: a person has deleted a component';
    const before = existing && existing.status !== 'ROLLBACK_COMPLETE' ? declaredFleetOf(existing) : undefined;
    const previousEventCount = before ? (existing?.events.length ?? 0) : 0;
    let deletion: Promise<string> | undefined;
    injectIncident(incident, {
      aws,
      loads: this.loads,
      changeCopies: (component, count) => this.ownRequests.changeCopies(component, count),
      destroy: async () => {
        if (this.stack?.status !== 'CREATE_IN_PROGRESS') return;
        deletion = this.delete(true);
        await deletion;
      },
      isRollingBack: () => this.stack?.status.includes('ROLLBACK') ?? false,
    });
    if (incident.kind === 'all copies return errors') await aws.account.sleep(15 * MINUTE);
    const unchanged = before && existing ? unchangedComponents(existing.template, synthesized.template) : [];
    const losesInstance = incident.kind === 'an instance is lost';
    const bystanders = new BystanderWatch(
      aws,
      before?.components.filter(({ name }) => unchanged.includes(name) && !losesInstance) ?? [],
      this.ownRequests.includes,
      this.report,
    );
    const copies = new CopyWatch(
      aws,
      losesInstance ? [] : (before?.components ?? []),
      synthesized.template,
      this.ownRequests.includes,
      this.report,
    );
    const stack = await this.deployer.deploySynthesized(synthesized);
    clearIncidents(aws);
    if (deletion) return `${await deletion} during the creation`;
    this.retainedIds.push(...retainedResourceIds(stack));
    const { status } = stack;
    const reason = stack.events.slice(previousEventCount).find(isFailure)?.reason ?? '';
    const hasSucceeded = /^(CREATE|UPDATE)_COMPLETE$/.test(status);
    const result = hasSucceeded ? status : `${status} (${reason})`;
    const isRed = /^(UPDATE_)?ROLLBACK_COMPLETE$/.test(status);
    if (!hasSucceeded && !isRed) {
      const lastReason = stack.events.filter(isFailure).at(-1)?.reason ?? '';
      if (before || !isDeletedInCreation(aws, lastReason))
        this.report('each deployment completes or rolls back', `${status}: ${lastReason}`);
      bystanders.stop();
      copies.stop(undefined, 'failed');
      return result;
    }
    if (isRed && isHarmless(incident) && !expectedFailure(aws, reason, version))
      this.report('a deployment without a failure succeeds', reason);
    if (hasSucceeded && isDetectablyBroken(incident, before, declaredFleetOf(stack), version))
      this.report(
        'a broken version is not deployed',
        `${describeStep({ kind: 'deploy', version, incident })} succeeds`,
      );
    if (/already exists/.test(reason)) this.report('names do not collide', reason);
    await aws.account.sleep(SETTLING_TIME);
    bystanders.stop();
    const declared = status === 'ROLLBACK_COMPLETE' ? undefined : declaredFleetOf(stack);
    copies.stop(declared, hasSucceeded ? 'succeeded' : 'rolled back');
    if (declared) {
      checkFleetMatchesTemplate(aws, declared, this.report);
      checkCopyLogs(aws, this.report);
      await checkScaling(aws, declared, this.report);
      await checkModelIsReadable(aws, declared.endpointName, 'after the deployment', this.report);
    }
    for (const { resource, reason: cause } of aws.cloudformation.abandoned.splice(0)) {
      this.report(
        'a deletion leaves no resources',
        `${resource.logicalId} (${resource.physicalId}) could not be cleaned up: ${cause}`,
      );
    }
    return result;
  }

  private async delete(isInCreation = this.stack?.status === 'ROLLBACK_FAILED'): Promise<string> {
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
    const isDeleted = !this.stack || /ROLLBACK|DELETE/.test(this.stack.status);
    const isCancelled = step.kind === 'deploy' && step.incident.kind === 'the stack is deleted';
    const unexpected = isCancelled ? unexpectedDenialsInDeletion : unexpectedDenials;
    for (const denial of unexpected(denials.slice(this.checkedDenialCount)))
      if (!(isDeleted && LAST_LINE_DENIAL.test(denial))) this.report('no request is denied', denial);
    this.checkedDenialCount = denials.length;
  }
}

function isFailure({ status, reason }: StackEvent): boolean {
  return (
    /FAILED|ROLLBACK_IN_PROGRESS/.test(status) && reason !== undefined && reason !== '' && !/cancelled/.test(reason)
  );
}

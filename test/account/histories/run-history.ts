import { StackEvent } from '../cloudformation/stack';
import { simulate, Simulation } from '../simulation';
import { Switches } from '../behavior';
import { PermissionUsage } from '../iam/permission-usage';
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
import { checkEngineInvariants, describeJobs } from './engine-invariants';
import { unexpectedDenials } from './expected-denials';
import { Deployer } from './deployer';
import { breaksNewFleet, clearIncidents, injectIncident, LAST_LINE } from './incidents';
import { QueueClients } from './queue-clients';
import { Reversal } from './reversals';
import { checkScaling } from './scaling-invariants';
import { declaredEndpointOf } from './declared-endpoint';
import { describeStep, Incident, Step } from './steps';
import { Version, synthesizedVersion } from './versions';

const MINUTE = 60_000;
/** Time in which services complete all work after a deletion, such as deleting network interfaces, retries of functions, and scaling. */
const CLEAN_UP_TIME = 180 * MINUTE;

/** Documented limitations of SageMaker that may fail a deployment. */
const EXPECTED_FAILURES = [
  /must have the same variant names as the old one/,
  // The page on scaling describes the two deployments.
  /begins to scale the endpoint, and changes the instance type or the name of/,
];
/** Failures of a deployment that ends all scaling, which has no resource that waits for scaling and deregisters variants (page on scaling). */
const STILL_SCALING = /must be deregistered as scalable targets|Cannot update in-progress endpoint/;

/** Incidents that must not make a deployment fail. */
const HARMLESS_INCIDENTS: readonly Incident['kind'][] = [
  'none',
  'old fleet returns errors',
  'responses are delivered twice',
  'responses are rejected once',
  'load rises',
  'no requests arrive',
  'the probe is throttled',
  'build requests are throttled',
  'build function is killed',
  'builds have a quota of one',
  'requests are queued',
];

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
  for (const step of steps) if (step.kind === 'deploy') synthesizedVersion(step.version);
  return simulate(options, async (aws) => new History(aws, options.reversal).run(steps));
}

class History {
  private readonly violations: (Violation & { step: number })[] = [];
  private readonly stepResults: string[] = [];
  private readonly retainedIds: string[] = [];
  private readonly deployer: Deployer;
  private readonly queueClients: QueueClients;
  private step = 0;
  private checkedDenialCount = 0;

  constructor(
    private readonly aws: Simulation,
    reversal?: Reversal,
  ) {
    this.deployer = new Deployer(aws, 'App', reversal);
    this.queueClients = new QueueClients(aws);
  }

  public async run(steps: readonly Step[]): Promise<HistoryResult> {
    for (const step of [...steps, { kind: 'delete' } as const]) {
      this.step++;
      if (step.kind === 'delete' && !this.stack) continue;
      const status = await this.runStep(step);
      this.stepResults.push(`${this.step}. ${describeStep(step)}: ${status}`);
      this.checkDenials();
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
        return 'done';
      case 'scaling changes the count':
        return this.scale(step.count);
      case 'requests are queued':
        return this.queueClients.send(this.stack, step.count);
      case 'delete':
        return this.delete();
      case 'deploy':
        return this.deploy(step.version, step.incident);
    }
  }

  private async deploy(version: Version, incident: Incident): Promise<string> {
    const { aws } = this;
    const previousEventCount = this.stack?.events.length ?? 0;
    const endpointBefore = this.stack && declaredEndpointOf(this.stack);
    if (this.stack && !/^(CREATE|UPDATE|UPDATE_ROLLBACK|ROLLBACK)_COMPLETE$/.test(this.stack.status))
      return `not possible: ${this.stack.status}`;
    injectIncident(incident, {
      aws,
      before: endpointBefore,
      stack: () => this.stack,
      send: (count) => this.queueClients.send(this.stack, count),
      scale: (count) => this.scale(count),
    });
    if (incident.kind === 'old fleet returns errors') await aws.account.sleep(15 * MINUTE);
    const watcher = this.watchModelAccess(endpointBefore?.endpointName);
    const stack = await this.deployer.deploy(version);
    watcher.stop();
    clearIncidents(aws);
    this.retainedIds.push(...retainedResourceIds(stack));
    const { status } = stack;
    const reason =
      stack.events
        .slice(this.aws.cloudformation.stacks.get('App') === stack && endpointBefore ? previousEventCount : 0)
        .find(isFailure)?.reason ?? '';
    const hasSucceeded = /^(CREATE|UPDATE)_COMPLETE$/.test(status);
    if (!hasSucceeded && !/^(UPDATE_)?ROLLBACK_COMPLETE$/.test(status)) {
      this.report(
        'each deployment completes or rolls back',
        `${status}: ${stack.events.filter(isFailure).at(-1)?.reason ?? ''}`,
      );
      return `${status} (${reason})`;
    }
    if (!hasSucceeded && HARMLESS_INCIDENTS.includes(incident.kind) && !isExpected(reason, version)) {
      this.report('a deployment without a failure succeeds', reason);
    }
    if (!hasSucceeded && / ping health check/.test(reason)) checkFailureLog(aws, LAST_LINE, this.report);
    const endpointAfter = declaredEndpointOf(stack);
    const isReplaced = endpointBefore && endpointAfter?.endpointConfigName !== endpointBefore.endpointConfigName;
    // Rollback alarms detect errors only in updates, and a changed endpoint name creates an endpoint instead of updating it.
    const isUndetected =
      incident.kind === 'new fleet returns errors' && endpointAfter?.endpointName !== endpointBefore?.endpointName;
    if (hasSucceeded && isReplaced && breaksNewFleet(incident) && !isUndetected) {
      this.report(
        'a broken version is not deployed',
        `${describeStep({ kind: 'deploy', version, incident })} succeeds`,
      );
    }
    if (/already exists/.test(reason)) this.report('names do not collide', reason);
    // Waits for asynchronous invocations of functions, which complete their work after the deployment.
    await aws.account.sleep(20 * MINUTE);
    if (status !== 'ROLLBACK_COMPLETE') checkEngineInvariants(aws, stack, this.report);
    if (status === 'ROLLBACK_COMPLETE') this.queueClients.abandon();
    await this.queueClients.checkResponses(this.report);
    const declared = declaredEndpointOf(stack);
    if (declared && status !== 'ROLLBACK_COMPLETE') {
      await checkMatchesTemplate(aws, declared, this.report);
      checkLogs(aws, declared.endpointName, this.report);
      checkDataCapture(aws, declared, this.report);
      await checkScaling(aws, declared, this.report);
      await checkModelIsReadable(aws, declared.endpointName, 'after the deployment', this.report);
    }
    for (const { resource, reason: cause } of aws.cloudformation.abandoned.splice(0)) {
      this.report(
        'a deletion leaves no resources',
        `${resource.logicalId} (${resource.physicalId}) could not be cleaned up: ${cause}`,
      );
    }
    return hasSucceeded ? status : `${status} (${reason})`;
  }

  private async delete(): Promise<string> {
    await this.queueClients.checkResponses(this.report);
    const stack = await this.deployer.destroy();
    if (stack.status !== 'DELETE_COMPLETE') {
      const { reason = '' } = stack.events.filter(isFailure).at(-1) ?? {};
      this.report('each deployment completes or rolls back', `${stack.status}: ${reason}`);
      return `${stack.status} (${reason})`;
    }
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

  /** Changes the instance count of the first variant within the limits of its scalable target, like Application Auto Scaling. */
  private async scale(count: number): Promise<string> {
    const declared = this.stack && declaredEndpointOf(this.stack);
    const [target] = declared?.targets ?? [];
    if (!declared || !target) return 'no variant scales';
    const VariantName = target.id.split('/').at(-1);
    const DesiredInstanceCount = Math.min(Math.max(count, target.MinCapacity), target.MaxCapacity);
    const input = {
      EndpointName: declared.endpointName,
      DesiredWeightsAndCapacities: [{ VariantName, DesiredInstanceCount }],
    };
    const operation = 'UpdateEndpointWeightsAndCapacities';
    try {
      await this.aws.account.call({ principal: 'deployer', service: 'sagemaker', operation, input });
      return 'started';
    } catch (error) {
      return (error as Error).message;
    }
  }

  private checkDenials(): void {
    const { denials } = this.aws.account;
    for (const denial of unexpectedDenials(denials.slice(this.checkedDenialCount))) {
      this.report('no request is denied', denial);
    }
    this.checkedDenialCount = denials.length;
  }
}

function isExpected(failure: string, version: Version): boolean {
  const { Resources } = synthesizedVersion(version).template;
  const scales = Object.values(Resources).some(({ Type }) => Type === 'AWS::ApplicationAutoScaling::ScalableTarget');
  return EXPECTED_FAILURES.some((pattern) => pattern.test(failure)) || (!scales && STILL_SCALING.test(failure));
}

function isFailure({ status, reason }: StackEvent): boolean {
  return (
    /FAILED|ROLLBACK_IN_PROGRESS/.test(status) && reason !== undefined && reason !== '' && !/cancelled/.test(reason)
  );
}

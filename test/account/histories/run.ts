import { StackEvent } from '../cloudformation/stack';
import { simulate, Simulation } from '../simulation';
import { Switches } from '../behaviour';
import { AwsError, Call } from '../call';
import { Uses } from '../iam/uses';
import {
  checkHasLog,
  checkIsKnown,
  checkModelIsReadable,
  checkNothingLeft,
  checkProbes,
  checkCaptured,
  checkServed,
  Invariant,
  retained,
  Violation,
} from './invariants';
import { failingBuild, replayBuild } from './engine-build';
import { checkEngines, jobsOf } from './engine-invariants';
import { unexpected } from './expected-denials';
import { Life, USUAL_LOAD } from './life';
import { QueueClients } from './queue-clients';
import { Reversal } from './reversals';
import { checkScaling, checkScalingRests } from './scaling-invariants';
import { answer } from './models';
import { Declared, declaredBy } from './state';
import { describeStep, Mishap, Step } from './steps';
import { Version, versionOf } from './versions';

const MINUTE = 60_000;
/** Of the container of a fleet that does not start. */
const LAST_LINE = 'error: creating server: Internal - failed to load all models';
/** Requests per minute of which an instance has more in flight than scaling lets it have. */
const HIGH_LOAD = 100_000;
/** By then the endpoint is being updated. Scaling reacts within a minute: earlier, it would be done before. */
const LOAD_RISES_AFTER = 3 * MINUTE;
/** Long enough for everything that a service still does: interfaces, retries of functions, scaling. */
const AFTERWARDS = 180 * MINUTE;

/** If this is off, an update that retains instance counts retains data capture, and so does the way back from one that changed it. */
const CAPTURE_IS_DECLARED = 'sagemaker.capture-is-of-the-configuration';
/** Of a fleet that goes on to capture although its template does not say so. */
const CAPTURE_DENIED = /ExecutionRol\S* .* may not s3:PutObject .*\/data-capture\//;

/** What SageMaker rejects by its documents, whatever deploys it: the deployment is red, and the old version serves. */
const EXPECTED_FAILURES: readonly { readonly reason: RegExp; readonly unless?: string }[] = [
  { reason: /must have the same variant names as the old one/ },
  // SageMaker accepts no update that would retain the counts and change this.
  { reason: /The data capture of \S+ did not change/, unless: CAPTURE_IS_DECLARED },
];

/** With these a deployment has to be green nevertheless. */
const HARMLESS: readonly Mishap['kind'][] = [
  'nothing',
  'old fleet answers with errors',
  'responses arrive twice',
  'responses are refused once',
  'load rises',
  'no requests arrive',
  'the probe is throttled',
  'requests of builds are throttled',
  'function that builds is killed',
  'builds have a quota of one',
  'requests are queued',
];

/** The roles of probes; the rest of "Probe" is cut off. */
const PROBES = /Endpoint(AllTraffic|Old|New)Pr/;

/** The roles of functions that have engines built; the rest of "TritonEnginesRole" is cut off. */
const BUILDERS = /TritonEnginesRole/;

export interface HistoryOptions {
  readonly seed: number;
  /** Changes each template, as if the library were another. */
  readonly reversal?: Reversal;
  readonly switches?: Switches;
  readonly uses?: Uses;
}

/** What happened in a history, and which invariants did not hold. */
export interface Outcome {
  readonly violations: readonly (Violation & { readonly step: number })[];
  /** The steps with how they ended, to be read. */
  readonly story: string[];
  /** All jobs that there were, in a few words each. */
  readonly jobs: string[];
}

export async function runHistory(steps: readonly Step[], options: HistoryOptions): Promise<Outcome> {
  // Synthesized before virtual time begins.
  for (const step of steps) if (step.kind === 'deploy') versionOf(step.version);
  return simulate(options, async (aws) => new History(aws, options.reversal).run(steps));
}

class History {
  private readonly violations: (Violation & { step: number })[] = [];
  private readonly story: string[] = [];
  private readonly kept: string[] = [];
  private readonly life: Life;
  private readonly clients: QueueClients;
  private step = 0;
  private mayCaptureOtherwise = false;
  private denials = 0;

  constructor(
    private readonly aws: Simulation,
    reversal?: Reversal,
  ) {
    this.life = new Life(aws, 'App', reversal);
    this.clients = new QueueClients(aws);
  }

  public async run(steps: readonly Step[]): Promise<Outcome> {
    for (const step of [...steps, { kind: 'delete' } as const]) {
      this.step++;
      if (step.kind === 'delete' && !this.stack) continue;
      const status = await this.perform(step);
      this.story.push(`${this.step}. ${describeStep(step)}: ${status}`);
      this.checkDenials();
    }
    return { violations: this.violations, story: this.story, jobs: jobsOf(this.aws) };
  }

  private get stack() {
    return this.aws.engine.stacks.get(this.life.stackName);
  }

  private readonly report = (invariant: Invariant, message: string): void => {
    this.violations.push({ invariant, message, step: this.step });
  };

  private async perform(step: Step): Promise<string> {
    switch (step.kind) {
      case 'time passes':
        await this.aws.account.sleep(step.minutes * MINUTE);
        return 'done';
      case 'days pass':
        this.aws.account.clock.skip(step.days * 1440 * MINUTE);
        return 'done';
      case 'scaling changes the count':
        return this.scale(step.count);
      case 'requests are queued':
        return this.clients.send(this.stack, step.count);
      case 'delete':
        return this.delete();
      case 'deploy':
        return this.deploy(step.version, step.mishap);
    }
  }

  private async deploy(version: Version, mishap: Mishap): Promise<string> {
    const { aws } = this;
    const events = this.stack?.events.length ?? 0;
    const before = this.stack && declaredBy(this.stack);
    if (this.stack && !/^(CREATE|UPDATE|UPDATE_ROLLBACK|ROLLBACK)_COMPLETE$/.test(this.stack.status))
      return `not possible: ${this.stack.status}`;
    this.arrange(mishap, before);
    if (mishap.kind === 'old fleet answers with errors') await aws.account.sleep(15 * MINUTE);
    const watching = this.watch(before?.endpointName);
    const began = aws.account.now();
    const stack = await this.life.deploy(version);
    watching.stop();
    this.clear();
    this.kept.push(...retained(stack));
    const { status } = stack;
    const reason =
      stack.events.slice(this.aws.engine.stacks.get('App') === stack && before ? events : 0).find(isFailure)?.reason ??
      '';
    const isGreen = /^(CREATE|UPDATE)_COMPLETE$/.test(status);
    if (!isGreen && !/^(UPDATE_)?ROLLBACK_COMPLETE$/.test(status)) {
      this.report(
        'no deployment ends between two states',
        `${status}: ${stack.events.filter(isFailure).at(-1)?.reason ?? ''}`,
      );
      return `${status} (${reason})`;
    }
    if (!isGreen && HARMLESS.includes(mishap.kind) && !this.isExpected(reason)) {
      this.report('a deployment without mishap is green', reason);
    }
    checkScalingRests(aws, began, this.report);
    if (!isGreen && / ping health check/.test(reason)) checkIsKnown(aws, LAST_LINE, this.report);
    if (status === 'UPDATE_ROLLBACK_COMPLETE') this.mayCaptureOtherwise ||= !aws.account.assumes(CAPTURE_IS_DECLARED);
    const after = declaredBy(stack);
    const isReplaced = before && after?.endpointConfigName !== before.endpointConfigName;
    // Errors are seen by rollback alarms, and no alarm watches the creation of an endpoint, which another name is.
    const isUnseen = mishap.kind === 'new fleet answers with errors' && after?.endpointName !== before?.endpointName;
    if (isGreen && isReplaced && isBroken(mishap) && !isUnseen) {
      this.report(
        'what does not work is not deployed',
        `${describeStep({ kind: 'deploy', version, mishap })} is green`,
      );
    }
    if (/already exists/.test(reason)) this.report('no name is taken twice', reason);
    // What was left to asynchronous invocations is done soon afterwards.
    await aws.account.sleep(20 * MINUTE);
    if (status !== 'ROLLBACK_COMPLETE') checkEngines(aws, stack, this.report);
    if (status === 'ROLLBACK_COMPLETE') this.clients.leave();
    await this.clients.checkResponses(this.report);
    const declared = declaredBy(stack);
    if (declared && status !== 'ROLLBACK_COMPLETE') {
      await checkServed(aws, declared, this.report);
      checkHasLog(aws, declared.endpointName, this.report);
      if (!this.mayCaptureOtherwise) checkCaptured(aws, declared, this.report);
      await checkScaling(aws, declared, this.report);
      await checkModelIsReadable(aws, declared.endpointName, 'after the deployment', this.report);
    }
    for (const { resource, reason: why } of aws.engine.orphans.splice(0)) {
      this.report('nothing is left', `${resource.logicalId} (${resource.physicalId}) could not be cleaned up: ${why}`);
    }
    return isGreen ? status : `${status} (${reason})`;
  }

  private async delete(): Promise<string> {
    await this.clients.checkResponses(this.report);
    const stack = await this.life.destroy();
    if (stack.status !== 'DELETE_COMPLETE') {
      const { reason = '' } = stack.events.filter(isFailure).at(-1) ?? {};
      this.report('no deployment ends between two states', `${stack.status}: ${reason}`);
      return `${stack.status} (${reason})`;
    }
    await this.aws.account.sleep(AFTERWARDS);
    checkProbes(this.aws, this.report);
    this.mayCaptureOtherwise = false;
    checkNothingLeft(this.aws, [...this.kept, ...this.aws.engine.kept], this.report);
    return stack.status;
  }

  private arrange(mishap: Mishap, before?: Declared): void {
    const { hooks } = this.aws.sagemaker;
    const { engine, account } = this.aws;
    const isNew = (configName: string): boolean => configName !== before?.endpointConfigName;
    const isKnown = (type: string): boolean =>
      before?.variants.some(({ InstanceType }) => InstanceType === type) ?? false;
    let count = 0;
    switch (mishap.kind) {
      case 'step fails':
        engine.failure = ({ moment, phase, action }) =>
          phase === 'forward' && action !== 'delete' && moment === mishap.moment && ++count === mishap.number
            ? 'a failure that was injected'
            : undefined;
        return;
      case 'new fleet does not start':
        hooks.starts = ({ endpointConfigName }) =>
          isNew(endpointConfigName) ? { failure: 'it exits', log: [LAST_LINE] } : {};
        return;
      case 'new fleet finds no instances':
        hooks.hasCapacity = isKnown;
        return;
      case 'new fleet exceeds the quota':
        hooks.instanceLimit = (type) => (isKnown(type) ? Infinity : 0);
        return;
      case 'new fleet answers with errors':
        hooks.quality = ({ endpointConfigName }) => (isNew(endpointConfigName) ? { errors5xx: 0.5 } : {});
        return;
      case 'old fleet answers with errors':
        hooks.quality = ({ endpointConfigName }) => (isNew(endpointConfigName) ? {} : { errors5xx: 0.5 });
        return;
      case 'new fleet answers wrongly':
        hooks.invoke = async ({ endpointConfigName }) => answer(!isNew(endpointConfigName));
        return;
      case 'responses arrive twice':
        engine.customResources.post = () => 'arrives twice';
        return;
      case 'responses are refused once':
        engine.customResources.post = () => 'is refused once';
        return;
      case 'a response is lost':
        engine.customResources.post = () =>
          // What gets lost on the way back is nobody's doing.
          !this.stack?.status.includes('ROLLBACK') && ++count === mishap.number ? 'is lost' : 'arrives';
        return;
      case 'the probe is throttled':
        account.fault = ({ principal, operation }) =>
          operation === 'DescribeEndpoint' && principal !== 'deployer' && PROBES.test(principal.role)
            ? new AwsError('ThrottlingException', 'Rate exceeded')
            : undefined;
        return;
      case 'build fails':
        hooks.runs = (container) =>
          container.instanceType === (mishap.on ?? container.instanceType)
            ? failingBuild(container, mishap.message)
            : replayBuild(container);
        return;
      case 'build finds no instance':
        hooks.hasJobCapacity = () => false;
        return;
      case 'build has no quota':
        hooks.jobLimit = () => 0;
        return;
      case 'builds have a quota of one':
        hooks.jobLimit = () => 1;
        return;
      case 'build takes hours':
        hooks.runs = (container) => replayBuild(container, { seconds: mishap.hours * 3600 });
        return;
      case 'requests of builds are throttled':
        account.fault = (call) =>
          isOfBuilder(call) && call.service === 'sagemaker' && count++ < mishap.count
            ? new AwsError('ThrottlingException', 'Rate exceeded')
            : undefined;
        return;
      case 'function that builds is killed':
        account.interruption = (call) => (isOfBuilder(call) && ++count === mishap.number ? mishap.moment : undefined);
        return;
      case 'no requests arrive':
        hooks.requestsPerMinute = () => 0;
        return;
      case 'load rises': {
        const from = account.now() + LOAD_RISES_AFTER;
        hooks.requestsPerMinute = () => (account.now() < from ? USUAL_LOAD : HIGH_LOAD);
        return;
      }
      case 'requests are queued':
        account.after(mishap.minute * MINUTE, async () => void (await this.clients.send(this.stack, mishap.count)));
        return;
      case 'scaling changes the count':
        account.after(mishap.minute * MINUTE, async () => void (await this.scale(mishap.count)));
    }
  }

  private clear(): void {
    const { hooks } = this.aws.sagemaker;
    this.aws.engine.failure = () => undefined;
    this.aws.account.fault = () => undefined;
    this.aws.account.interruption = () => undefined;
    hooks.runs = replayBuild;
    hooks.hasJobCapacity = () => true;
    hooks.jobLimit = () => Infinity;
    this.aws.engine.customResources.post = () => 'arrives';
    hooks.starts = () => ({});
    hooks.hasCapacity = () => true;
    hooks.instanceLimit = () => Infinity;
    hooks.requestsPerMinute = () => USUAL_LOAD;
    hooks.quality = () => ({});
    hooks.invoke = async () => answer(true);
  }

  /** While a deployment lasts, any host may fail and be replaced: the live fleet has to find its model all the time. */
  private watch(endpointName: string | undefined): { stop: () => void } {
    let watching = endpointName !== undefined;
    const look = async (): Promise<void> => {
      if (!watching) return;
      this.aws.account.after(MINUTE, look);
      await checkModelIsReadable(this.aws, String(endpointName), 'during the deployment', this.report);
    };
    this.aws.account.after(MINUTE, look);
    return { stop: () => void (watching = false) };
  }

  /** As Application Auto Scaling does, within the limits of what is registered. */
  private async scale(count: number): Promise<string> {
    const declared = this.stack && declaredBy(this.stack);
    const [target] = declared?.targets ?? [];
    if (!declared || !target) return 'nothing scales';
    const VariantName = target.id.split('/').at(-1);
    const DesiredInstanceCount = Math.min(Math.max(count, target.MinCapacity), target.MaxCapacity);
    const input = {
      EndpointName: declared.endpointName,
      DesiredWeightsAndCapacities: [{ VariantName, DesiredInstanceCount }],
    };
    const operation = 'UpdateEndpointWeightsAndCapacities';
    try {
      await this.aws.account.call({ principal: 'deployer', service: 'sagemaker', operation, input });
      return 'begun';
    } catch (error) {
      return (error as Error).message;
    }
  }

  private checkDenials(): void {
    const { denials } = this.aws.account;
    for (const denial of unexpected(denials.slice(this.denials))) {
      if (this.mayCaptureOtherwise && CAPTURE_DENIED.test(denial)) continue;
      this.report('no request is denied', denial);
    }
    this.denials = denials.length;
  }

  private isExpected(failure: string): boolean {
    return EXPECTED_FAILURES.some(
      ({ reason, unless }) => reason.test(failure) && !(unless && this.aws.account.assumes(unless)),
    );
  }
}

/** Whether a request is one of the function that has engines built. */
function isOfBuilder({ principal, service }: Call): boolean {
  return principal !== 'deployer' && service !== 'logs' && BUILDERS.test(principal.role);
}

function isBroken({ kind }: Mishap): boolean {
  return ['new fleet does not start', 'new fleet answers with errors', 'new fleet answers wrongly'].includes(kind);
}

function isFailure({ status, reason }: StackEvent): boolean {
  return (
    /FAILED|ROLLBACK_IN_PROGRESS/.test(status) && reason !== undefined && reason !== '' && !/cancelled/.test(reason)
  );
}

import { Duration } from 'aws-cdk-lib';
import {
  AlarmKind,
  CapacitySize,
  InstanceType,
  LatencyObjective,
  Scaling,
  TritonRealtimeEndpoint,
  UpdateStrategy,
} from '../../../lib';
import { Switches } from '../behavior';
import type { Quality } from '../sagemaker/hooks';
import { locationOf, modelDataOf } from '../sagemaker/model-data';
import { simulate, Simulation } from '../simulation';
import { Deployer } from './deployer';
import { unexpectedDenials } from './expected-denials';
import { createModel, modelResponse } from './test-models';
import { SynthesizedStack, synthesize } from './synthesize';

const NAME = 'shop';
const MINUTE = 60_000;
const WATCH_INTERVAL = 10_000;
/** Requests per minute, enough to compare latencies. */
const LOAD = 1200;
/** The names of the models of the production variant and the shadow variant. */
export interface Stage {
  readonly production: 'current' | 'candidate';
  readonly shadow?: 'candidate';
  /** Whether the update rolls back on alarms. SageMaker might reject such an update if it adds or removes a shadow variant. */
  readonly guarded?: boolean;
}

/** The steps of a promotion. */
export const STEPS = {
  start: { production: 'current' },
  addShadow: { production: 'current', shadow: 'candidate' },
  promote: { production: 'candidate', shadow: 'candidate' },
  removeShadow: { production: 'candidate' },
} satisfies Record<string, Stage>;

/** The properties of the endpoint. */
interface EndpointOptions {
  /** Requests per minute, for which the production variant scales out by two instances. */
  readonly load?: number;
  readonly weight?: number;
  readonly minInstances?: number;
  readonly shadowScales?: boolean;
  readonly canary?: boolean;
}

export interface ShadowOptions {
  readonly seed: number;
  readonly switches?: Switches;
  readonly endpoint?: EndpointOptions;
  readonly candidate?: Quality;
}

/** An endpoint with a model that a candidate may replace. */
export class ShadowHistory {
  /** Whether the candidate responds correctly. Tests can change it. */
  public isCandidateCorrect = true;
  private readonly deployer: Deployer;
  private readonly problems: string[] = [];
  private readonly firedAlarms = new Set<string>();
  /** Number of instances that the production variant must not go below. */
  private requiredInstances = 1;

  constructor(
    private readonly aws: Simulation,
    private readonly stackOf: (stage: Stage) => SynthesizedStack,
    load: number,
    /** The quality of the candidate. Tests can change it. */
    public candidate: Quality = {},
  ) {
    this.deployer = new Deployer(aws);
    const { hooks } = aws.sagemaker;
    hooks.requestsPerMinute = () => load;
    hooks.invoke = async ({ modelName }) => modelResponse(this.isCandidateCorrect || !this.isCandidate(modelName));
    hooks.quality = ({ modelName }) => (this.isCandidate(modelName) ? this.candidate : {});
  }

  /** Deploys a stage. Returns the reason of the failure, or undefined if the deployment succeeds. */
  public async deploy(stage: Stage): Promise<string | undefined> {
    const eventCount = this.stack?.events.length ?? 0;
    const { status, events } = await this.deployer.deploySynthesized(this.stackOf(stage));
    if (/^(CREATE|UPDATE)_COMPLETE$/.test(status)) return undefined;
    return events.slice(eventCount).find((event) => /FAILED$/.test(event.status) && event.reason)?.reason ?? status;
  }

  /** Deploys a stage that adds or removes the shadow variant: with rollback alarms or, if SageMaker rejects it, again without. */
  public async deployChangedShadow(stage: Stage): Promise<string | undefined> {
    const reason = await this.deploy(stage);
    if (!/must have the same variant names/.test(reason ?? '')) return reason;
    return this.deploy({ ...stage, guarded: false });
  }

  public async minutes(count: number): Promise<void> {
    await this.aws.account.sleep(count * MINUTE);
  }

  /** From now on, the production variant must serve all requests, on at least its current number of instances. Returns this number. */
  public requireCapacity(): number {
    this.requiredInstances = Math.min(...this.production().map(({ instances }) => instances));
    this.watch();
    return this.requiredInstances;
  }

  /** The names of the models that serve requests. */
  public servedModels(): string[] {
    return this.production().map(({ modelName }) => (this.isCandidate(modelName) ? 'candidate' : 'current'));
  }

  /** The number of instances of the production variant. */
  public instanceCount(): number {
    return Math.min(...this.production().map(({ instances }) => instances));
  }

  /** The alarms that are in the ALARM state, except those of scaling. */
  public firingAlarms(): string[] {
    const kinds = [...Object.values(AlarmKind), 'unhealthy'];
    return kinds.filter((kind) => this.aws.cloudwatch.stateOf(`${NAME}-AllTraffic-${kind}`) === 'ALARM');
  }

  /** The alarms that were in the ALARM state since `requireCapacity` was called. */
  public allFiredAlarms(): string[] {
    return [...this.firedAlarms];
  }

  /** Descriptions of the times at which the production variant did not serve all requests, and of denied requests. */
  public allProblems(): string[] {
    return [...new Set([...this.problems, ...unexpectedDenials(this.aws.account.denials)])];
  }

  private get stack() {
    return this.aws.cloudformation.stacks.get(this.deployer.stackName);
  }

  private production() {
    return this.aws.sagemaker.servingVariants(NAME).filter(({ isShadow, share }) => !isShadow && share > 0);
  }

  /** Whether the model data of a SageMaker model are those of the candidate. Each variant has its own SageMaker model. */
  private isCandidate(modelName: string): boolean {
    const model = this.aws.sagemaker['state'].models.get(modelName);
    if (!model) return false;
    return modelDataOf(model).some(({ uri }) => {
      const { bucket, key } = locationOf(uri);
      const objects = [...(this.aws.s3.buckets.get(bucket)?.objects ?? [])];
      return objects.some(([name, body]) => name.startsWith(key) && body.includes('# version candidate'));
    });
  }

  /** Checks at short intervals that the production variant serves all requests. */
  private watch(): void {
    const variants = this.production();
    const share = variants.reduce((sum, variant) => sum + (variant.instances > 0 ? variant.share : 0), 0);
    if (Math.abs(share - 1) > 1e-9)
      this.problems.push(`the production variant serves ${100 * share} % of the requests`);
    for (const { instances, endpointConfigName } of variants) {
      if (instances < this.requiredInstances)
        this.problems.push(`${endpointConfigName} has ${instances} instead of ${this.requiredInstances} instances`);
    }
    for (const alarm of this.firingAlarms()) this.firedAlarms.add(alarm);
    this.aws.account.after(WATCH_INTERVAL, () => this.watch());
  }
}

/** Runs a test on an account with an endpoint without a shadow variant, whose production variant has scaled out. */
export async function withEndpoint(
  { endpoint = {}, candidate, ...options }: ShadowOptions,
  testBody: (history: ShadowHistory) => Promise<void>,
): Promise<void> {
  // The stacks are synthesized before virtual time begins.
  const stages = Object.values(STEPS).flatMap((stage: Stage) => [stage, { ...stage, guarded: false }]);
  for (const stage of stages) stackOf(stage, endpoint);
  await simulate(options, async (aws) => {
    const history = new ShadowHistory(aws, (stage) => stackOf(stage, endpoint), endpoint.load ?? LOAD, candidate);
    expect(await history.deploy(STEPS.start)).toBeUndefined();
    await history.minutes(40);
    await testBody(history);
    expect(history.allProblems()).toEqual([]);
  });
}

const stacks = new Map<string, SynthesizedStack>();

/** Returns the stack of a stage, which is synthesized only once. */
function stackOf(stage: Stage, options: EndpointOptions): SynthesizedStack {
  const key = JSON.stringify([stage, options]);
  const stack = stacks.get(key) ?? synthesizeStage(stage, options);
  stacks.set(key, stack);
  return stack;
}

function synthesizeStage(stage: Stage, options: EndpointOptions): SynthesizedStack {
  const { production, shadow, guarded = true } = stage;
  const { load = LOAD, weight = 1, minInstances = 2, shadowScales = false, canary = false } = options;
  const peak = minInstances + 2;
  const scaling = Scaling.invocationsPerInstance({
    minCapacity: minInstances,
    maxCapacity: peak + 1,
    invocationsPerSecond: load / 60 / peak,
  });
  return synthesize('App', (stack) => {
    const endpoint = new TritonRealtimeEndpoint(stack, 'Endpoint', {
      endpointName: NAME,
      model: createModel(production),
      instanceType: InstanceType.G4DN_XLARGE,
      instanceCount: minInstances,
      scaling,
      latencyObjective: LatencyObjective.p99(Duration.seconds(1)),
      monitoring: { alarmNamePrefix: '' },
      updateStrategy: canary ? UpdateStrategy.canary({ size: CapacitySize.percent(25) }) : UpdateStrategy.allAtOnce(),
      shadowVariants: shadow && [
        {
          variantName: 'Shadow',
          model: createModel(shadow),
          weight,
          instanceCount: peak,
          ...(shadowScales ? { scaling } : {}),
        },
      ],
    });
    if (!guarded) endpoint.cfnEndpoint.addPropertyDeletionOverride('DeploymentConfig');
  });
}

import { IAlarmAction, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import { AlarmNaming } from './alarm-naming';

/** The alarms of an endpoint. */
export enum AlarmKind {
  /** ModelLatency above the objective. */
  LATENCY = 'latency',
  /** SageMaker's own share of the latency. */
  OVERHEAD_LATENCY = 'overheadLatency',
  /** Requests answered with 5XX. */
  SERVER_ERRORS = 'serverErrors',
  /** Requests answered with 4XX. */
  CLIENT_ERRORS = 'clientErrors',
  /** Streams that break off. */
  MID_STREAM_ERRORS = 'midStreamErrors',
  /** FirstChunkLatency above its objective. */
  FIRST_CHUNK_LATENCY = 'firstChunkLatency',
  /** Fewer requests than there should be. */
  NO_TRAFFIC = 'noTraffic',
  /** GPUs busy and latency close to the objective. */
  GPU_SATURATION = 'gpuSaturation',
  /** CPUs busy and latency close to the objective, on instances without GPU. */
  CPU_SATURATION = 'cpuSaturation',
  /** As many instances as scaling may add. */
  CAPACITY_AT_MAXIMUM = 'capacityAtMaximum',
  /** Fewer instances than scaling should keep. */
  INSTANCES_MISSING = 'instancesMissing',
  /** Models of a multi-model endpoint push each other out. */
  MODEL_CACHE_THRASH = 'modelCacheThrash',
  /** Models of a multi-model endpoint that cannot be loaded. */
  MODEL_LOAD_FAILURES = 'modelLoadFailures',
  /** Requests of an asynchronous endpoint wait too long. */
  BACKLOG_AGE = 'backlogAge',
  /** More requests of an asynchronous endpoint than all instances that scaling allows should have. */
  BACKLOG_SIZE = 'backlogSize',
  /** Requests of an asynchronous endpoint wait, and it has no instance. */
  BACKLOG_WITHOUT_CAPACITY = 'backlogWithoutCapacity',
  /** Requests of an asynchronous endpoint fail. */
  INVOCATION_FAILURES = 'invocationFailures',
  /** Requests of an asynchronous endpoint reach their time to live in the queue. */
  EXPIRED_REQUESTS = 'expiredRequests',
  /** Responses or notifications of an asynchronous endpoint do not arrive. */
  DELIVERY_FAILURES = 'deliveryFailures',
  /** The probe got a wrong answer, or none. */
  PROBE = 'probe',
  /** The probe measures more than the plan promised. */
  LATENCY_DRIFT = 'latencyDrift',
}

/** Another setting of one alarm. */
export interface AlarmOverride {
  /**
   * Whether there is this alarm.
   *
   * @default true
   */
  readonly enabled?: boolean;

  /**
   * The limit, in the unit that the alarm's description names.
   *
   * @default - the alarm's own
   */
  readonly threshold?: number;

  /**
   * Minutes that the alarm looks back.
   *
   * @default - the alarm's own
   */
  readonly evaluationPeriods?: number;

  /**
   * Minutes among them that must be beyond the limit.
   *
   * @default - the alarm's own, at most `evaluationPeriods`
   */
  readonly datapointsToAlarm?: number;

  /**
   * What minutes without data count as. An alarm that a deployment rolls back on must not count them as breaching.
   *
   * @default - the alarm's own
   */
  readonly treatMissingData?: TreatMissingData;

  /**
   * Actions of this alarm alone.
   *
   * @default - the actions given for all
   */
  readonly actions?: IAlarmAction[];
}

/** Other settings of single alarms. */
export interface AlarmOverrides {
  /**
   * ModelLatency at the objective's percentile; threshold in milliseconds.
   * @default - above the objective in 3 of 5 minutes
   */
  readonly latency?: AlarmOverride;
  /**
   * Average OverheadLatency; threshold in milliseconds.
   * @default - above half the objective in 3 of 5 minutes
   */
  readonly overheadLatency?: AlarmOverride;
  /**
   * Rate of 5XX answers; threshold in percent.
   * @default - above 1 % in 3 of 5 minutes
   */
  readonly serverErrors?: AlarmOverride;
  /**
   * Rate of 4XX answers; threshold in percent.
   * @default - above 5 % in 10 of 15 minutes
   */
  readonly clientErrors?: AlarmOverride;
  /**
   * Rate of streams that break off, on an endpoint whose responses are streams; threshold in percent of all requests.
   * @default - above 1 % in 3 of 5 minutes
   */
  readonly midStreamErrors?: AlarmOverride;
  /**
   * FirstChunkLatency at the percentile of `firstChunkObjective`; threshold in milliseconds.
   * @default - above the objective in 3 of 5 minutes; no alarm without that objective
   */
  readonly firstChunkLatency?: AlarmOverride;
  /**
   * Requests per minute; threshold in requests.
   * @default - below `expectedInvocationsPerMinute` in 15 of 15 minutes; no alarm without that number
   */
  readonly noTraffic?: AlarmOverride;
  /**
   * GPU use, while p50 of ModelLatency is above 80 % of the objective; threshold in percent of all GPUs.
   * @default - above 90 % in 10 of 15 minutes
   */
  readonly gpuSaturation?: AlarmOverride;
  /**
   * CPU use of instances without GPU, while p50 of ModelLatency is above 80 % of the objective; threshold in percent of all vCPUs.
   * @default - above 90 % in 10 of 15 minutes
   */
  readonly cpuSaturation?: AlarmOverride;
  /**
   * Number of instances; threshold in instances.
   * @default - at the most that scaling adds in 15 of 15 minutes
   */
  readonly capacityAtMaximum?: AlarmOverride;
  /**
   * Number of instances; threshold in instances.
   * @default - below the least that scaling keeps in 15 of 15 minutes
   */
  readonly instancesMissing?: AlarmOverride;
  /**
   * Share of requests whose model was loaded already; threshold in percent.
   * @default - below 90 % in 10 of 15 minutes
   */
  readonly modelCacheThrash?: AlarmOverride;
  /**
   * Log lines about models that could not be loaded, in minutes in which memory was not exhausted; threshold in lines.
   * @default - any in 1 of 5 minutes
   */
  readonly modelLoadFailures?: AlarmOverride;
  /**
   * Age of the oldest request; threshold in seconds.
   * @default - above 900 s in 3 of 5 minutes
   */
  readonly backlogAge?: AlarmOverride;
  /**
   * Requests in the queue of an asynchronous endpoint, those in process included; threshold in requests.
   * @default - above the target of `Scaling.backlogPerInstance` times its `maxCapacity` in 15 of 15 minutes; no alarm without that scaling
   */
  readonly backlogSize?: AlarmOverride;
  /**
   * Whether requests wait while an asynchronous endpoint has no instance; threshold 1. A model that takes longer to start needs more
   * `evaluationPeriods`.
   * @default - in 15 of 15 minutes
   */
  readonly backlogWithoutCapacity?: AlarmOverride;
  /**
   * Rate of requests of an asynchronous endpoint that fail, for any reason; threshold in percent.
   * @default - above 5 % in 3 of 60 minutes
   */
  readonly invocationFailures?: AlarmOverride;
  /**
   * Requests that reached their time to live in the queue; threshold in requests.
   * @default - any in 1 of 5 minutes
   */
  readonly expiredRequests?: AlarmOverride;
  /**
   * Responses that could not be written to S3 and notifications that could not be published; threshold in both together.
   * @default - any in 1 of 5 minutes
   */
  readonly deliveryFailures?: AlarmOverride;
  /**
   * Right answers of the probe; threshold in right answers (1 or 0).
   * @default - below 1 twice in a row; the probe asks each minute while a deployment bakes
   */
  readonly probe?: AlarmOverride;
  /**
   * By how much the probe's latency is above the planned one; threshold in percent.
   * @default - more than 50 % above it three times in a row
   */
  readonly latencyDrift?: AlarmOverride;
}

/**
 * What alarms are made, and what they do.
 *
 * @internal
 */
export interface EndpointAlarmsOptions {
  /**
   * Whether only the alarms are made that deployments roll back on: no further alarms and no composite alarm.
   *
   * @default false
   */
  readonly minimal?: boolean;

  /**
   * Other settings of single alarms, or their absence.
   *
   * @default - every alarm that applies, as it is
   */
  readonly overrides?: AlarmOverrides;

  /**
   * What happens when an alarm fires and when it is over. The alarms under the composite "unhealthy" alarm do nothing themselves, so
   * that one incident is one message.
   *
   * @default - nothing
   */
  readonly actions?: IAlarmAction[];

  /**
   * How the alarms are named.
   *
   * @default AlarmNaming.generated()
   */
  readonly naming?: AlarmNaming;
}

import { IAlarmAction, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import { AlarmNaming } from './alarm-naming';

/** The types of alarms of an endpoint. */
export enum AlarmKind {
  /** ModelLatency exceeds the objective. */
  LATENCY = 'latency',
  /** OverheadLatency, which is the latency that SageMaker adds, exceeds the threshold. */
  OVERHEAD_LATENCY = 'overheadLatency',
  /** Requests have a 5XX response. */
  SERVER_ERRORS = 'serverErrors',
  /** Requests have a 4XX response. */
  CLIENT_ERRORS = 'clientErrors',
  /** Response streams end with an error. */
  MID_STREAM_ERRORS = 'midStreamErrors',
  /** FirstChunkLatency exceeds its objective. */
  FIRST_CHUNK_LATENCY = 'firstChunkLatency',
  /** There are fewer requests than expected. */
  NO_TRAFFIC = 'noTraffic',
  /** GPU utilization is high, and latency is close to the objective. */
  GPU_SATURATION = 'gpuSaturation',
  /** CPU utilization is high, and latency is close to the objective, on instances without GPUs. */
  CPU_SATURATION = 'cpuSaturation',
  /** Requests wait in the queues of the server for longer than their executions take. */
  QUEUE_TIME = 'queueTime',
  /** The number of instances, or of copies of an inference component, is at the maximum capacity of the scaling. */
  CAPACITY_AT_MAXIMUM = 'capacityAtMaximum',
  /** The number of instances, or of copies of an inference component, is below the minimum capacity of the scaling. */
  INSTANCES_MISSING = 'instancesMissing',
  /** Requests to an inference component fail because it has no copy. */
  NO_CAPACITY = 'noCapacity',
  /** Models of a multi-model endpoint are repeatedly unloaded to load other models. */
  MODEL_CACHE_THRASH = 'modelCacheThrash',
  /** Models of a multi-model endpoint cannot be loaded. */
  MODEL_LOAD_FAILURES = 'modelLoadFailures',
  /** Requests of an asynchronous endpoint wait too long. */
  BACKLOG_AGE = 'backlogAge',
  /** The queue of an asynchronous endpoint contains more requests than the scaling target allows for the maximum number of instances. */
  BACKLOG_SIZE = 'backlogSize',
  /** Requests of an asynchronous endpoint wait while the endpoint has no instances. */
  BACKLOG_WITHOUT_CAPACITY = 'backlogWithoutCapacity',
  /** Requests of an asynchronous endpoint fail. */
  INVOCATION_FAILURES = 'invocationFailures',
  /** Requests of an asynchronous endpoint exceed their time to live in the queue. */
  EXPIRED_REQUESTS = 'expiredRequests',
  /** Responses or notifications of an asynchronous endpoint cannot be delivered. */
  DELIVERY_FAILURES = 'deliveryFailures',
  /** The probe received an incorrect response or no response. */
  PROBE = 'probe',
  /** The latency that the probe measures exceeds the planned latency. */
  LATENCY_DRIFT = 'latencyDrift',
  /** The shadow variant is slower than the production variant. */
  SHADOW_LATENCY = 'shadowLatency',
  /** Requests to the shadow variant fail more often than those to the production variant. */
  SHADOW_ERRORS = 'shadowErrors',
}

/** Settings that replace the defaults of one alarm. */
export interface AlarmOverride {
  /**
   * Whether the alarm is created.
   *
   * @default true
   */
  readonly enabled?: boolean;

  /**
   * Threshold, in the unit that the description of the alarm specifies. A threshold with which the alarm would always fire, or would never
   * fire, is rejected.
   *
   * @default - the default threshold of the alarm
   */
  readonly threshold?: number;

  /**
   * Number of evaluation periods. Each period is one minute.
   *
   * @default - the default of the alarm
   */
  readonly evaluationPeriods?: number;

  /**
   * Number of datapoints within the evaluation periods that must breach the threshold.
   *
   * @default - the default of the alarm, but at most `evaluationPeriods`
   */
  readonly datapointsToAlarm?: number;

  /**
   * How the alarm treats missing data. An alarm on which a deployment rolls back cannot treat missing data as breaching.
   *
   * @default - the default of the alarm
   */
  readonly treatMissingData?: TreatMissingData;

  /**
   * Actions of this alarm, instead of the actions of all alarms.
   *
   * @default - the actions of all alarms
   */
  readonly actions?: IAlarmAction[];
}

/** Settings that replace the defaults of individual alarms. */
export interface AlarmOverrides {
  /**
   * ModelLatency at the percentile of the objective. Threshold in milliseconds.
   *
   * @default - above the objective for 3 datapoints within 5 minutes
   */
  readonly latency?: AlarmOverride;
  /**
   * Average OverheadLatency. Threshold in milliseconds.
   *
   * @default - above half of the objective for 3 datapoints within 5 minutes
   */
  readonly overheadLatency?: AlarmOverride;
  /**
   * Rate of 5XX responses. Threshold in percent.
   *
   * @default - above 1 % for 3 datapoints within 5 minutes
   */
  readonly serverErrors?: AlarmOverride;
  /**
   * Rate of 4XX responses. Threshold in percent.
   *
   * @default - above 5 % for 10 datapoints within 15 minutes
   */
  readonly clientErrors?: AlarmOverride;
  /**
   * Rate of response streams that end with an error, on an endpoint with streamed responses. Threshold in percent of all requests.
   *
   * @default - above 1 % for 3 datapoints within 5 minutes
   */
  readonly midStreamErrors?: AlarmOverride;
  /**
   * FirstChunkLatency at the percentile of `firstChunkObjective`. Threshold in milliseconds.
   *
   * @default - above the objective for 3 datapoints within 5 minutes. Without `firstChunkObjective`, there is no alarm
   */
  readonly firstChunkLatency?: AlarmOverride;
  /**
   * Requests per minute, which fires when there are too few. Threshold in requests.
   *
   * @default - below `expectedInvocationsPerMinute` for 15 datapoints within 15 minutes. Without `expectedInvocationsPerMinute`, there is
   * no alarm
   */
  readonly noTraffic?: AlarmOverride;
  /**
   * GPU utilization, while the p50 of ModelLatency is above 80 % of the objective. Threshold in percent of all GPUs.
   *
   * @default - above 90 % for 10 datapoints within 15 minutes
   */
  readonly gpuSaturation?: AlarmOverride;
  /**
   * CPU utilization of instances without GPUs, while the p50 of ModelLatency is above 80 % of the objective. Threshold in percent of all
   * vCPUs.
   *
   * @default - above 90 % for 10 datapoints within 15 minutes
   */
  readonly cpuSaturation?: AlarmOverride;
  /**
   * Time of requests in the queues of the server divided by their compute time, while the mean time in the queues is above 10 % of the
   * objective. Threshold as a ratio of both times.
   *
   * @default - above 1 for 10 datapoints within 15 minutes. Without `monitoring.serverMetrics`, there is no alarm
   */
  readonly queueTime?: AlarmOverride;
  /**
   * Number of instances or copies, which fires when scaling cannot add any further. Threshold in instances or copies.
   *
   * @default - at the maximum capacity of the scaling for 15 datapoints within 15 minutes
   */
  readonly capacityAtMaximum?: AlarmOverride;
  /**
   * Number of instances or copies, which fires when some are missing. Threshold in instances or copies.
   *
   * @default - below the minimum capacity of the scaling for 15 datapoints within 15 minutes
   */
  readonly instancesMissing?: AlarmOverride;
  /**
   * Number of requests to an inference component that fail because it has no copy. Threshold in requests.
   *
   * @default - 1 or more for 1 datapoint within 5 minutes. With a minimum capacity of 0, such requests start the first copy, and the default
   * is 20 datapoints within 60 minutes
   */
  readonly noCapacity?: AlarmOverride;
  /**
   * Percentage of requests whose model was already loaded. Threshold in percent.
   *
   * @default - below 90 % for 10 datapoints within 15 minutes
   */
  readonly modelCacheThrash?: AlarmOverride;
  /**
   * Number of log lines about models that could not be loaded, in minutes in which memory was not exhausted. Threshold in lines.
   *
   * @default - 1 or more for 1 datapoint within 5 minutes
   */
  readonly modelLoadFailures?: AlarmOverride;
  /**
   * Age of the oldest request in the queue of an asynchronous endpoint. Threshold in seconds.
   *
   * @default - above 900 seconds for 3 datapoints within 5 minutes
   */
  readonly backlogAge?: AlarmOverride;
  /**
   * Number of requests of an asynchronous endpoint that wait or are being processed. Threshold in requests.
   *
   * @default - above the target of `Scaling.backlogPerInstance` multiplied by its `maxCapacity`, for 15 datapoints within 15 minutes.
   * Without that scaling strategy, there is no alarm
   */
  readonly backlogSize?: AlarmOverride;
  /**
   * Whether requests wait while an asynchronous endpoint has no instances. The threshold is 1. For a model that takes longer to start,
   * increase `evaluationPeriods`.
   *
   * @default - 15 datapoints within 15 minutes
   */
  readonly backlogWithoutCapacity?: AlarmOverride;
  /**
   * Rate of requests of an asynchronous endpoint that fail for any reason. Threshold in percent.
   *
   * @default - above 5 % for 3 datapoints within 60 minutes
   */
  readonly invocationFailures?: AlarmOverride;
  /**
   * Number of requests that exceeded their time to live in the queue. Threshold in requests.
   *
   * @default - 1 or more for 1 datapoint within 5 minutes
   */
  readonly expiredRequests?: AlarmOverride;
  /**
   * Number of responses that could not be written to S3, plus the number of notifications that could not be published. Threshold for the
   * sum.
   *
   * @default - 1 or more for 1 datapoint within 5 minutes
   */
  readonly deliveryFailures?: AlarmOverride;
  /**
   * Correct responses of the probe. The value is 1 for a correct response and 0 otherwise.
   *
   * @default - below 1 for 2 consecutive datapoints. During the baking period of a deployment, the probe sends a request every minute
   */
  readonly probe?: AlarmOverride;
  /**
   * Percentage by which the latency of the probe exceeds the planned latency. Threshold in percent.
   *
   * @default - above 50 % for 3 consecutive datapoints
   */
  readonly latencyDrift?: AlarmOverride;
  /**
   * Percentage by which ModelLatency of the shadow variant exceeds that of the production variant, at the percentile of the objective and by
   * more than 5 % of the objective. Threshold in percent of the production variant's latency. Only minutes in which the shadow variant
   * receives at least 100 requests count, and 1 / (1 - percentile) requests above p99.
   *
   * @default - above 20 % for 10 datapoints within 15 minutes. Without a shadow variant, there is no alarm
   */
  readonly shadowLatency?: AlarmOverride;
  /**
   * Percentage of the requests to the shadow variant for which its container does not return a 2XX response, minus the same percentage of
   * the production variant. Threshold in percentage points.
   *
   * @default - above 1 for 3 datapoints within 5 minutes. Without a shadow variant, there is no alarm
   */
  readonly shadowErrors?: AlarmOverride;
}

/**
 * The alarms to create, and their actions.
 *
 * @internal
 */
export interface EndpointAlarmsOptions {
  /**
   * Whether to create only the alarms on which deployments roll back. All other alarms and the composite alarm are omitted.
   *
   * @default false
   */
  readonly minimal?: boolean;

  /**
   * Settings of individual alarms, which can also be turned off.
   *
   * @default - all alarms that apply, with their default settings
   */
  readonly overrides?: AlarmOverrides;

  /**
   * Actions when an alarm goes into the ALARM state and when it returns to the OK state. The alarms that the composite alarm "unhealthy"
   * includes have no actions of their own, so one incident results in one notification.
   *
   * @default - no actions
   */
  readonly actions?: IAlarmAction[];

  /**
   * Naming of the alarms.
   *
   * @default AlarmNaming.generated()
   */
  readonly naming?: AlarmNaming;
}

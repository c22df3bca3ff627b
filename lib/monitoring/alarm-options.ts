import { IAlarmAction, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';

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

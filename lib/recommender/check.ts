import { Duration, Token } from 'aws-cdk-lib';
import { error, Finding } from '../findings/finding';
import { checkVolumeKey } from '../endpoint/variant/check-volume';
import { InstanceType } from '../platform';
import { checkCountRange, checkDurationRange, secondsOf } from '../findings/ranges';
import { RecommenderOptions } from './options';
import { TrafficPattern } from './traffic-pattern';

/** Pattern of the framework version (botocore 1.44.5, RecommendationJobFrameworkVersion). */
const FRAMEWORK_VERSION = /^[0-9]\.[A-Za-z0-9.-]+$/;

/** Properties that only advanced jobs (custom load tests) support. */
const ADVANCED_ONLY = ['stopAt', 'jobDuration', 'maxTests', 'maxParallelTests', 'environmentParameters'] as const;

/** Maximum duration of a job (botocore 1.44.5, documentation of JobDurationInSeconds). */
export const MAX_JOB_DURATION = Duration.hours(5);

/** Default duration of a job. */
export const DEFAULT_JOB_DURATION = Duration.hours(2);

/** Reports options that CreateInferenceRecommendationsJob or the job would reject. */
export function checkJob(options: RecommenderOptions, instanceTypes: InstanceType[]): Finding[] {
  return [
    ...checkFramework(options.frameworkVersion),
    ...checkTypes(options, instanceTypes),
    ...checkNetwork(options),
    ...checkTopic(options),
    ...(options.trafficPattern
      ? checkAdvancedJob(options, options.trafficPattern, instanceTypes)
      : checkDefaultJob(options)),
  ];
}

function checkFramework(version?: string): Finding[] {
  if (version === undefined || Token.isUnresolved(version)) return [];
  if (FRAMEWORK_VERSION.test(version) && version.length >= 3 && version.length <= 10) return [];
  const allowed =
    'a digit, a dot and more, 3 to 10 characters, such as 1.6.0; it is the version of the framework, not of Triton';
  return [error('sm.ir-framework', 'frameworkVersion', `got '${version}'; allowed: ${allowed}`)];
}

function checkTypes({ volumeEncryptionKey }: RecommenderOptions, instanceTypes: InstanceType[]): Finding[] {
  const burstable = instanceTypes.filter(({ family }) => /^t\d/.test(family));
  const allowed = 'types that are not burstable, so that the speed is constant';
  return [
    ...burstable.map((type) => error('sm.ir-instance-type', 'instanceTypes', `got ${type}; allowed: ${allowed}`)),
    ...(volumeEncryptionKey ? checkVolumeKey(instanceTypes, 'volumeEncryptionKey') : []),
  ];
}

function checkNetwork({ vpc, vpcSubnets, securityGroups }: RecommenderOptions): Finding[] {
  if (!vpc) {
    const field = vpcSubnets ? 'vpcSubnets' : 'securityGroups';
    return vpcSubnets || securityGroups ? [error('sm.ir-vpc', field, 'requires `vpc`')] : [];
  }
  const count = securityGroups?.length ?? 0;
  if (count >= 1 && count <= 5) return [];
  return [error('sm.ir-vpc', 'securityGroups', `got ${count} with a vpc; allowed: 1 to 5`)];
}

/** Reports a FIFO topic. FIFO topics require a message group for each message, and do not support e-mail subscriptions. */
function checkTopic({ notificationTopic: topic }: RecommenderOptions): Finding[] {
  if (!topic?.fifo) return [];
  const message = `got the FIFO topic ${topic.node.path}; allowed: a standard topic`;
  return [error('sm.ir-notification', 'notificationTopic', message)];
}

function checkDefaultJob(options: RecommenderOptions): Finding[] {
  return ADVANCED_ONLY.filter((property) => options[property] !== undefined).map((property) =>
    error(
      'sm.ir-default',
      property,
      'got a value without trafficPattern; allowed: only in load tests, which require a trafficPattern',
    ),
  );
}

function checkAdvancedJob(
  options: RecommenderOptions,
  trafficPattern: TrafficPattern,
  instanceTypes: InstanceType[],
): Finding[] {
  const { maxTests, maxParallelTests, stopAt } = options;
  const count = instanceTypes.length;
  return [
    ...(count >= 1 && count <= 10
      ? []
      : [error('sm.ir-endpoints', 'instanceTypes', `got ${count}; allowed: 1 to 10 in advanced jobs`)]),
    ...trafficPattern._check(),
    ...checkDuration(options),
    ...checkCountRange(maxTests, { ruleId: 'sm.ir-tests', field: 'maxTests', minimum: 1, maximum: 10 }),
    ...checkCountRange(maxParallelTests, { ruleId: 'sm.ir-tests', field: 'maxParallelTests', minimum: 1 }),
    ...(stopAt ? checkStop(stopAt) : []),
    ...checkEnvironment(options.environmentParameters ?? {}),
  ];
}

function checkDuration({ trafficPattern, jobDuration = DEFAULT_JOB_DURATION }: RecommenderOptions): Finding[] {
  const jobSeconds = secondsOf(jobDuration);
  const trafficSeconds = trafficPattern?._seconds ?? 0;
  return [
    ...checkDurationRange(jobDuration, {
      ruleId: 'sm.ir-duration',
      field: 'jobDuration',
      minimum: 1,
      maximum: MAX_JOB_DURATION.toSeconds(),
    }),
    ...(jobSeconds !== undefined && trafficSeconds > jobSeconds
      ? [
          error(
            'sm.ir-duration',
            'trafficPattern',
            `got ${trafficSeconds} s of traffic; allowed: at most ${jobSeconds} s, the jobDuration`,
          ),
        ]
      : []),
  ];
}

function checkStop({ invocationsPerMinute, modelLatency }: NonNullable<RecommenderOptions['stopAt']>): Finding[] {
  const ruleId = 'sm.ir-stop';
  const { percentile = 99, statistic, limit } = modelLatency ?? {};
  const milliseconds =
    limit === undefined || limit.isUnresolved() ? undefined : limit.toMilliseconds({ integral: false });
  return [
    ...checkCountRange(invocationsPerMinute, {
      ruleId,
      field: 'stopAt.invocationsPerMinute',
      minimum: 1,
      maximum: 30_000,
    }),
    ...([95, 99].includes(percentile)
      ? []
      : [error(ruleId, 'stopAt.modelLatency', `got ${statistic}; allowed: p95 (of custom load tests), p99`)]),
    ...checkCountRange(milliseconds, { ruleId, field: 'stopAt.modelLatency', minimum: 1 }),
  ];
}

/** Limits of botocore 1.44.5: CategoricalParameters 5, values 3, names 64 and values 128 characters. */
function checkEnvironment(parameters: { [name: string]: string[] }): Finding[] {
  const names = Object.keys(parameters);
  const reject = (field: string, message: string): Finding => error('sm.ir-environment', field, message);
  return [
    ...(names.length > 5 ? [reject('environmentParameters', `got ${names.length}; allowed: at most 5`)] : []),
    ...names.flatMap((name) => {
      const field = `environmentParameters.${name}`;
      const values = parameters[name];
      return [
        ...(/^[a-zA-Z_][a-zA-Z0-9_]{0,63}$/.test(name)
          ? []
          : [
              reject(
                field,
                'got a name with other characters, or a longer one; allowed: at most 64 letters, digits and underscores',
              ),
            ]),
        ...(values.length >= 1 && values.length <= 3
          ? []
          : [reject(field, `got ${values.length} values; allowed: 1 to 3`)]),
        ...(values.some((value) => value.length > 128)
          ? [reject(field, 'got a value of more than 128 characters; allowed: at most 128')]
          : []),
      ];
    }),
  ];
}

import { Duration, Stack } from 'aws-cdk-lib';
import { checkAccount, checkRegion } from '../cdk/check-place';
import { checkSelection } from '../cdk/check-subnets';
import { checkAlias } from '../cdk/keys';
import { error, errorIf, Finding } from '../findings/finding';
import { checkVolumeKey } from '../endpoint/variant/check-volume';
import { checkCountRange, checkDurationRange, secondsOf } from '../findings/ranges';
import { InferenceRecommenderJobProps } from './job-props';
import { TrafficPattern } from './traffic-pattern';

/** Properties that only advanced jobs (custom load tests) support. */
const ADVANCED_ONLY = ['stopAt', 'jobDuration'] as const;

/** Maximum duration of a job (botocore 1.44.5, documentation of JobDurationInSeconds). */
export const MAX_JOB_DURATION = Duration.hours(5);

/** Default duration of a job. */
export const DEFAULT_JOB_DURATION = Duration.hours(2);

/** Reports options that CreateInferenceRecommendationsJob or the job would reject. */
export function checkJob(stack: Stack, options: InferenceRecommenderJobProps): Finding[] {
  return [
    ...checkTypes(options),
    ...checkPlaces(stack, options),
    ...checkNetwork(options),
    ...(options.trafficPattern ? checkAdvancedJob(options, options.trafficPattern) : checkDefaultJob(options)),
  ];
}

function checkPlaces(stack: Stack, options: InferenceRecommenderJobProps): Finding[] {
  const { role, vpc, resultsBucket, volumeEncryptionKey } = options;
  return [
    ...checkAccount(stack, { resource: role, field: 'role', noun: 'a role' }),
    ...checkRegion(stack, { resource: vpc, field: 'vpc', noun: 'a VPC' }),
    ...checkRegion(stack, { resource: resultsBucket, field: 'resultsBucket', noun: 'a bucket' }),
    ...checkRegion(stack, { resource: volumeEncryptionKey, field: 'volumeEncryptionKey', noun: 'a key' }),
    ...checkAlias(volumeEncryptionKey, 'volumeEncryptionKey'),
  ];
}

function checkTypes({ volumeEncryptionKey, instanceTypes = [] }: InferenceRecommenderJobProps): Finding[] {
  const burstable = instanceTypes.filter(({ family }) => /^t\d/.test(family));
  const allowed = 'types that are not burstable, so that the speed is constant';
  return [
    ...burstable.map((type) => error('sm.ir-instance-type', 'instanceTypes', `got ${type}; allowed: ${allowed}`)),
    ...(volumeEncryptionKey ? checkVolumeKey(instanceTypes, 'volumeEncryptionKey') : []),
  ];
}

function checkNetwork({ vpc, vpcSubnets, securityGroups }: InferenceRecommenderJobProps): Finding[] {
  if (!vpc) {
    const field = vpcSubnets ? 'vpcSubnets' : 'securityGroups';
    return vpcSubnets || securityGroups ? [error('sm.ir-vpc', field, 'requires `vpc`')] : [];
  }
  const count = securityGroups?.length ?? 0;
  return [
    ...errorIf(count < 1 || count > 5, 'sm.ir-vpc', 'securityGroups', `got ${count} with a vpc; allowed: 1 to 5`),
    ...checkSelection('sm.ir-vpc', vpc, vpcSubnets),
  ];
}

function checkDefaultJob(options: InferenceRecommenderJobProps): Finding[] {
  return ADVANCED_ONLY.filter((property) => options[property] !== undefined).map((property) =>
    error(
      'sm.ir-default',
      property,
      'got a value without trafficPattern; allowed: only in load tests, which require a trafficPattern',
    ),
  );
}

function checkAdvancedJob(options: InferenceRecommenderJobProps, trafficPattern: TrafficPattern): Finding[] {
  const { stopAt, instanceTypes = [] } = options;
  const count = instanceTypes.length;
  return [
    ...(count >= 1 && count <= 10
      ? []
      : [error('sm.ir-endpoints', 'instanceTypes', `got ${count}; allowed: 1 to 10 in advanced jobs`)]),
    ...trafficPattern._check(),
    ...checkDuration(options),
    ...(stopAt ? checkStop(stopAt) : []),
  ];
}

function checkDuration({
  trafficPattern,
  jobDuration = DEFAULT_JOB_DURATION,
}: InferenceRecommenderJobProps): Finding[] {
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

function checkStop({
  invocationsPerMinute,
  modelLatency,
}: NonNullable<InferenceRecommenderJobProps['stopAt']>): Finding[] {
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

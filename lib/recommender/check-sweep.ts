import { Duration, Token } from 'aws-cdk-lib';
import { RESOURCE_NAME } from '../facts/resource-names';
import { error, Finding } from '../findings/finding';
import { PriceList } from '../measurements';
import { InferenceRecommenderSweepProps, SweepVariation } from './sweep-props';
import { DEFAULT_JOB_DURATION, MAX_JOB_DURATION } from './check';
import { checkCountRange } from '../findings/ranges';

/** The state of a Step Functions workflow is limited to 256 KiB. A job adds about 2 KiB, so 50 jobs are safe. */
const MAX_VARIATIONS = 50;

/** Checks the variations and the maximum cost of a sweep. */
export function checkSweep(props: InferenceRecommenderSweepProps): Finding[] {
  const { variations, maxParallelJobs = 1 } = props;
  return [
    ...checkCountRange(variations.length, {
      ruleId: 'sm.ir-sweep',
      field: 'variations',
      minimum: 1,
      maximum: MAX_VARIATIONS,
    }),
    ...checkCountRange(maxParallelJobs, { ruleId: 'sm.ir-sweep', field: 'maxParallelJobs', minimum: 1 }),
    ...variations.flatMap(({ name }, index) => checkName(props, name, index)),
    ...variations.flatMap((variation, index) => checkOverride(props, variation, index)),
    ...checkCost(props),
  ];
}

function checkName({ variations }: InferenceRecommenderSweepProps, name: string, index: number): Finding[] {
  const field = `variations[${index}].name`;
  if (!RESOURCE_NAME.test(name)) {
    return [error('sm.ir-sweep', field, `got '${name}'; allowed: 1 to 63 letters, digits and inner hyphens`)];
  }
  const firstIndex = variations.findIndex((other) => other.name === name);
  return firstIndex === index ? [] : [error('sm.ir-sweep', field, `got '${name}' twice; allowed: a unique name`)];
}

/** Reports overrides for an archive in S3, because the library cannot change the config.pbtxt inside the archive. */
function checkOverride(
  props: InferenceRecommenderSweepProps,
  { model = props.model, overrides = {} }: SweepVariation,
  index: number,
): Finding[] {
  if (model.files?._location === undefined || Object.keys(overrides).length === 0) return [];
  const message =
    'got variations for an archive in S3; allowed: none, since the config.pbtxt in the archive is used; pass local files';
  return [error('sm.ir-sweep', `variations[${index}].overrides`, message)];
}

function checkCost(props: InferenceRecommenderSweepProps): Finding[] {
  const { instanceTypes, maxCostUsd, prices = PriceList.builtIn() } = props;
  const unpriced = instanceTypes.filter(({ name }) => prices.usdPerHour(name) === undefined);
  if (unpriced.length > 0) {
    return [
      error('sm.ir-cost', 'prices', `got none for ${unpriced.join(', ')}; allowed: a price for each instance type`),
    ];
  }
  const maximum = maximumCost(props, prices);
  if (Token.isUnresolved(maxCostUsd) || maximum === undefined || maximum <= maxCostUsd) return [];
  const message =
    `got ${maxCostUsd}, but the sweep could cost ${maximum.toFixed(2)} (${prices.label}); allowed: at least that, ` +
    `fewer variations or instance types, or a shorter jobDuration`;
  return [error('sm.ir-cost', 'maxCostUsd', message)];
}

/** Returns the maximum cost: each job tests each instance type and combination of environment variables for its maximum duration. */
function maximumCost(props: InferenceRecommenderSweepProps, prices: PriceList): number | undefined {
  const { variations, instanceTypes, environmentParameters = {}, maxTests = Infinity } = props;
  const duration: Duration = props.trafficPattern ? (props.jobDuration ?? DEFAULT_JOB_DURATION) : MAX_JOB_DURATION;
  if (duration.isUnresolved()) return undefined;
  const combinations = Object.values(environmentParameters).reduce((product, values) => product * values.length, 1);
  const usdPerHour = instanceTypes
    .flatMap(({ name }) => Array<number>(combinations).fill(prices.usdPerHour(name) ?? 0))
    .sort((a, b) => b - a)
    .slice(0, maxTests)
    .reduce((sum, price) => sum + price, 0);
  return variations.length * usdPerHour * duration.toHours({ integral: false });
}

import { Token } from 'aws-cdk-lib';
import { countWithin, numberWithin } from '../../findings/ranges';
import { Finding, error } from '../../findings/finding';
import { InstanceType } from '../../platform';

const NAME = /^[a-zA-Z0-9](-*[a-zA-Z0-9]){0,62}$/;
const MAX_VARIANTS = 10;
const MAX_POOLS = 5;

/** What is checked of a variant's numbers and names. */
export interface CheckedVariant {
  readonly variantName: string;
  /** Share of the traffic, as a weight. */
  readonly weight?: number;
  readonly instanceCount?: number;
  /** Instance types in the order in which SageMaker tries them. */
  readonly instancePools?: InstanceType[];
  /** Where the variant stands, such as `variants[1].`; empty for the endpoint's own properties. */
  readonly field: string;
}

/** What is checked of an endpoint's names and counts. */
export interface CheckedLimits {
  readonly endpointName: string;
  readonly variants: CheckedVariant[];
  readonly shadowVariants?: CheckedVariant[];
}

/** What the API would refuse of names, counts and weights (API model of SageMaker in botocore 1.44.5). */
export function limitFindings({ endpointName, variants, shadowVariants = [] }: CheckedLimits): Finding[] {
  const all = [...variants, ...shadowVariants];
  return [
    ...nameFindings('endpointName', endpointName),
    ...variantCountFindings(variants.length, shadowVariants.length),
    ...sameNameFindings(all),
    ...(variants.every(({ weight }) => weight === 0) && variants.length > 0
      ? [
          error(
            'sm.variant-weight',
            `${variants[0].field}weight`,
            'got 0 for every variant; allowed: at least one above 0',
          ),
        ]
      : []),
    ...all.flatMap((variant) => variantFindings(variant)),
  ];
}

function variantFindings({ variantName, weight, instanceCount, instancePools, field }: CheckedVariant): Finding[] {
  return [
    ...nameFindings(`${field}variantName`, variantName),
    ...(Token.isUnresolved(variantName)
      ? [
          error(
            'sm.variant-name',
            `${field}variantName`,
            'got a name that is only known at deploy time; allowed: one that is known at synth, since construct ids are made of it',
          ),
        ]
      : []),
    ...numberWithin(weight, { ruleId: 'sm.variant-weight', field: `${field}weight`, minimum: 0 }),
    ...countWithin(instanceCount, { ruleId: 'sm.variant-count', field: `${field}instanceCount`, minimum: 1 }),
    ...poolFindings(`${field}instancePools`, instancePools),
  ];
}

function nameFindings(field: string, name: string): Finding[] {
  if (Token.isUnresolved(name) || NAME.test(name)) return [];
  return [error('sm.ec-name', field, `got '${name}'; allowed: 1 to 63 letters, digits and inner hyphens`)];
}

function variantCountFindings(production: number, shadow: number): Finding[] {
  if (production < 1 || production > MAX_VARIANTS) {
    return [error('sm.variants', 'variants', `got ${production} variants; allowed: 1 to ${MAX_VARIANTS}`)];
  }
  if (shadow === 0 || (production === 1 && shadow === 1)) return [];
  const got = `got ${shadow} shadow and ${production} production variants`;
  return [
    error('sm.shadow', 'shadowVariants', `${got}; allowed: one shadow variant beside exactly one production variant`),
  ];
}

function sameNameFindings(variants: CheckedVariant[]): Finding[] {
  return variants
    .filter(({ variantName }, index) => variants.slice(0, index).some((other) => other.variantName === variantName))
    .map(({ variantName, field }) =>
      error(
        'sm.variant-name',
        `${field}variantName`,
        `got '${variantName}' again; allowed: a name of its own for each variant`,
      ),
    );
}

/** Pools are given in order: their priorities, 1 to 5, are their places. */
function poolFindings(field: string, pools: InstanceType[] | undefined): Finding[] {
  if (pools === undefined) return [];
  const names = pools.map(({ name }) => name);
  const repeated = names.find((name, index) => names.indexOf(name) !== index);
  return [
    ...(pools.length >= 1 && pools.length <= MAX_POOLS
      ? []
      : [error('sm.instance-pools', field, `got ${pools.length} instance types; allowed: 1 to ${MAX_POOLS}`)]),
    ...(repeated === undefined
      ? []
      : [error('sm.instance-pools', field, `got ${repeated} twice; allowed: each instance type once`)]),
  ];
}

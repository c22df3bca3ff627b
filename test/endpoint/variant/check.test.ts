import { Token } from 'aws-cdk-lib';
import * as fc from 'fast-check';
import { InstanceType } from '../../../lib';
import { checkVariants } from '../../../lib/endpoint/hosting/check';
import { checkName, checkSettings } from '../../../lib/endpoint/variant/check';
import { prefixFields } from '../../../lib/findings/finding';

type Settings = Parameters<typeof checkSettings>[0] & { readonly path: string };

function variant(overrides: Partial<Settings> = {}): Settings {
  return {
    path: '',
    variantName: 'AllTraffic',
    weight: 1,
    initialInstanceCount: 1,
    instanceTypes: [InstanceType.G5_XLARGE],
    ...overrides,
  };
}

interface CheckedEndpoint {
  readonly endpointName?: string;
  readonly variants?: Settings[];
  readonly shadowVariants?: Settings[];
}

function findingsOf({ endpointName = 'bert', variants = [variant()], shadowVariants = [] }: CheckedEndpoint): string[] {
  return [
    ...checkName('endpointName', endpointName),
    ...checkVariants(variants, shadowVariants),
    ...[...variants, ...shadowVariants].flatMap((checkedVariant) =>
      prefixFields(checkedVariant.path, checkSettings(checkedVariant)),
    ),
  ].map(({ ruleId, field, message }) => `${ruleId} ${field}: ${message}`);
}

const blue = variant({ variantName: 'Blue', path: 'variants[0]' });
const green = variant({ variantName: 'Green', path: 'variants[1]' });
const shadow = variant({ variantName: 'Shadow', path: 'shadowVariants[0]' });

test('an endpoint within all limits has no findings', () => {
  expect(findingsOf({})).toEqual([]);
  expect(
    findingsOf({
      variants: [
        { ...blue, weight: 0 },
        { ...green, weight: 0.5 },
      ],
    }),
  ).toEqual([]);
  expect(findingsOf({ variants: [blue], shadowVariants: [{ ...shadow, weight: 1 }] })).toEqual([]);
});

test('values that are known only at deploy time are not checked', () => {
  const [text, number] = [Token.asString({ Ref: 'Text' }), Token.asNumber({ Ref: 'Number' })];
  const unresolvedSettings = { weight: number, initialInstanceCount: number };
  expect(findingsOf({ endpointName: text, variants: [variant(unresolvedSettings)] })).toEqual([]);
});

test('names of variants must be known at synthesis, because construct IDs contain them', () => {
  const variantName = Token.asString({ Ref: 'Text' });
  expect(findingsOf({ variants: [variant({ variantName })] })).toEqual([
    expect.stringMatching(/^sm\.variant-name variantName: got a name that is only known at deploy time/),
  ]);
});

test('names can contain only letters, digits and inner hyphens', () => {
  expect(findingsOf({ endpointName: 'bert_large', variants: [{ ...blue, variantName: '-Blue' }] })).toEqual([
    "sm.ec-name endpointName: got 'bert_large'; allowed: 1 to 63 letters, digits and inner hyphens",
    "sm.ec-name variants[0].variantName: got '-Blue'; allowed: 1 to 63 letters, digits and inner hyphens",
  ]);
});

test('names can have at most 63 characters', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 100 }), (length) => {
      const findings = findingsOf({ endpointName: 'e'.repeat(length) });
      return findings.length === (length > 63 ? 1 : 0);
    }),
  );
});

test('variants, including shadow variants, must have unique names', () => {
  expect(findingsOf({ variants: [blue], shadowVariants: [{ ...shadow, variantName: 'Blue' }] })).toEqual([
    "sm.variant-name shadowVariants[0].variantName: got 'Blue' twice; allowed: a unique name for each variant",
  ]);
});

test.each([0, 11])('an endpoint with %s variants is rejected', (count) => {
  const variants = [...Array(count)].map((_, index) =>
    variant({ variantName: `V${index}`, path: `variants[${index}]` }),
  );
  expect(findingsOf({ variants })).toEqual([`sm.variants variants: got ${count} variants; allowed: 1 to 10`]);
});

describe('the weight of a shadow variant', () => {
  const findingsWith = (weight: number, productionWeight = 1): string[] =>
    findingsOf({ variants: [{ ...blue, weight: productionWeight }], shadowVariants: [{ ...shadow, weight }] });

  test('is a share of the requests, above 0 and up to 1', () => {
    expect(findingsWith(1)).toEqual([]);
    expect(findingsWith(0.05)).toEqual([]);
    expect(findingsWith(0)).toEqual([
      expect.stringMatching(
        /^sm\.shadow-weight shadowVariants\[0\]\.weight: got 0; allowed: a number above 0; .*no copy of a request/,
      ),
    ]);
  });

  test.each([
    [2, 1],
    [1, 2],
    [0.5, 0.5],
  ])('of %s next to a production weight of %s has no documented meaning', (weight, productionWeight) => {
    expect(findingsWith(weight, productionWeight)).toEqual([
      expect.stringMatching(
        `^sm.shadow-weight shadowVariants.0..weight: got ${weight} next to a production variant with weight ${productionWeight}`,
      ),
    ]);
  });

  test('is not checked if it is known only at deployment', () => {
    const number = Token.asNumber({ Ref: 'Number' });
    expect(findingsWith(number)).toEqual([]);
    expect(findingsWith(0.5, number)).toEqual([]);
  });
});

test('a shadow variant requires exactly one production variant', () => {
  expect(findingsOf({ variants: [blue, green], shadowVariants: [shadow] })).toEqual([
    'sm.shadow shadowVariants: got 1 shadow and 2 production variants; allowed: one shadow variant next to exactly one production variant',
  ]);
  expect(findingsOf({ variants: [blue], shadowVariants: [shadow, { ...shadow, variantName: 'Second' }] })).toHaveLength(
    1,
  );
});

test('weights cannot be negative, and cannot all be 0', () => {
  expect(findingsOf({ variants: [{ ...blue, weight: -1 }, green] })).toEqual([
    'sm.variant-weight variants[0].weight: got -1; allowed: a number of at least 0',
  ]);
  expect(
    findingsOf({
      variants: [
        { ...blue, weight: 0 },
        { ...green, weight: 0 },
      ],
    }),
  ).toEqual(['sm.variant-weight variants[0].weight: got 0 for every variant; allowed: at least one above 0']);
});

test.each([0, 1.5])('a variant with %s instances is rejected', (initialInstanceCount) => {
  expect(findingsOf({ variants: [{ ...blue, initialInstanceCount }] })).toEqual([
    `sm.variant-count variants[0].instanceCount: got ${initialInstanceCount}; allowed: a whole number of at least 1`,
  ]);
});

describe('instance pools', () => {
  const poolFindings = (...names: string[]): string[] =>
    findingsOf({ variants: [{ ...blue, instanceTypes: names.map((name) => InstanceType.of(name)) }] });

  test('can contain one to five instance types', () => {
    const allowed = 'allowed: 1 to 5';
    const six = ['xlarge', '2xlarge', '4xlarge', '8xlarge', '12xlarge', '16xlarge'].map((size) => `ml.g5.${size}`);
    expect(poolFindings(...six.slice(1))).toEqual([]);
    expect(poolFindings(...six)).toEqual([
      `sm.instance-pools variants[0].instancePools: got 6 instance types; ${allowed}`,
    ]);
  });

  test('can contain each instance type only once', () => {
    expect(poolFindings('ml.g5.xlarge', 'ml.g6.xlarge', 'ml.g5.xlarge')).toEqual([
      'sm.instance-pools variants[0].instancePools: got ml.g5.xlarge twice; allowed: each instance type once',
    ]);
  });
});

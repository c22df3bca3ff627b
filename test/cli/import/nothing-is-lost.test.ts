import { combineResponses, Description } from '../../../cli/import/description';
import { importEndpoint, ImportedEndpoint } from '../../../cli/import/import-endpoint';
import { describe as describeCalls } from './described';
import { ENDPOINTS } from './described-endpoints';

// Every field of a description is reproduced, a documented default, or listed.

type Json = Record<string, unknown>;

const describedEndpoint = (name: string): Description =>
  combineResponses(Object.entries(describeCalls(ENDPOINTS[name].calls)));
const imported = (name: string, description: Description): ImportedEndpoint =>
  importEndpoint(description, new Map(Object.entries(ENDPOINTS[name].configs)), 'typescript');

/** A copy in which no object is in two places. */
const copyOf = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T;

/** The objects that a description contains, with their places. */
function objectsIn(value: unknown, place: string): [place: string, object: Json][] {
  if (Array.isArray(value)) return value.flatMap((each, index) => objectsIn(each, `${place}[${index}]`));
  if (typeof value !== 'object' || value === null) return [];
  const inner = Object.entries(value).flatMap(([key, each]) =>
    objectsIn(each, place.endsWith(':') ? `${place} ${key}` : `${place}.${key}`),
  );
  return [[place, value as Json], ...inner];
}

const roots = ({ endpoint, config, models, targets, policies }: Description): [string, Json][] => [
  ...objectsIn(endpoint, 'DescribeEndpoint:'),
  ...objectsIn(config, 'DescribeEndpointConfig:'),
  ...models.flatMap((model) => objectsIn(model, `DescribeModel ${String(model.ModelName)}:`)),
  ...targets.flatMap((each) => objectsIn(each, `DescribeScalableTargets ${String(each.ResourceId)}:`)),
  ...policies.flatMap((each) => objectsIn(each, `DescribeScalingPolicies ${String(each.PolicyName)}:`)),
];

/** The object at a place of a description. */
function objectAt(description: Description, place: string): Json {
  return Object.fromEntries(roots(description))[place];
}

/** Objects whose content is listed as a whole, or is a list of variables. */
const LISTED_AS_A_WHOLE =
  /\.Environment$|AutoRollbackConfiguration\.Alarms|CustomizedMetricSpecification\.Dimensions|SuspendedState/;

test.each(Object.keys(ENDPOINTS))('%s: a setting that the command does not know is listed, wherever it is', (name) => {
  const places = roots(describedEndpoint(name))
    .map(([place]) => place)
    .filter((place) => !LISTED_AS_A_WHOLE.test(place));
  expect(places.length).toBeGreaterThan(4);
  for (const place of places) {
    const description = copyOf(describedEndpoint(name));
    const object = objectAt(description, place);
    object.SettingOfNextYear = { Enabled: true };
    const setting = place.endsWith(':') ? `${place} SettingOfNextYear` : `${place}.SettingOfNextYear`;
    const { notCarriedOver } = imported(name, description);
    const isListed = notCarriedOver.some((each) => setting.startsWith(each.setting)); // or the object that contains it
    expect([setting, isListed]).toEqual([setting, true]);
  }
});

const CHANGES: Record<string, (value: never) => unknown> = {
  number: (value: number) => value + 1,
  boolean: (value: boolean) => !value,
  string: (value: string) => `${value}x`,
};

/** States and names, and initial values for which the current ones are reproduced. */
const STATES =
  /Current(Weight|InstanceCount)|Initial(InstanceCount|VariantWeight)$|SuspendedState|Time$|Arn$|ARN$|EndpointName$|ResourceId$|ServiceNamespace$|PolicyType$|PolicyName$|S3DataType$|CompressionType$|EndpointConfigName$/;

test.each(Object.keys(ENDPOINTS))('%s: a changed setting changes the app or the list', (name) => {
  const outcome = (description: Description): string => {
    const { statements, notCarriedOver, deletions } = imported(name, description);
    return JSON.stringify([statements, notCarriedOver, deletions]);
  };
  const expected = outcome(describedEndpoint(name));
  const unchanged: string[] = [];
  for (const [place, object] of roots(describedEndpoint(name))) {
    for (const [key, value] of Object.entries(object)) {
      if (typeof value === 'object') continue;
      const description = copyOf(describedEndpoint(name));
      const changed = objectAt(description, place);
      changed[key] = CHANGES[typeof value](value as never);
      try {
        if (outcome(description) === expected) unchanged.push(`${place} ${key}`);
      } catch {
        // The change makes the endpoint one that cannot be imported.
      }
    }
  }
  const isSingle = (describedEndpoint(name).endpoint.ProductionVariants as unknown[]).length === 1; // its weight has no effect
  expect(unchanged.filter((each) => !STATES.test(each) && !(isSingle && each.endsWith('DesiredWeight')))).toEqual([]);
});

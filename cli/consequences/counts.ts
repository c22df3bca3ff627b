import {
  usesInstanceCounts,
  rangeOf,
  VariantRegistration,
  REGISTRATION_TYPE,
  RegistrationProperties,
  DEREGISTRATION_TYPE,
} from '../../lib/contracts/scaling-registration-properties';
import { TemplateEndpoint, belongsTo, isRetained, TemplateVariant } from '../assembly/endpoints';
import { Template } from '../assembly/intrinsics';
import { resourcesOfType } from '../assembly/template';
import { Consequence, DeployedEndpoint, variantSuffix } from './consequence';

type Property = 'instanceCount' | 'weight';

const PROPERTIES = ['instanceCount', 'weight'] as const;
const PLURALS: Record<Property, string> = { instanceCount: 'instance counts', weight: 'weights' };

/** The instance count or the weight of a variant before and after an update. */
interface CountOrWeight {
  readonly variant: string;
  readonly property: Property;
  readonly before?: number;
  readonly after?: number;
  /** Whether the update keeps the value of the running variant, so the value in the app has no effect. */
  readonly isKept: boolean;
  /** Whether the update keeps the value, and `Custom::TritonScalingRegistration` then sets the value in the app. */
  readonly isSetAfterwards: boolean;
}

/** Describes the instance counts and weights that an update changes or keeps. */
export function countConsequences(
  before: TemplateEndpoint,
  after: TemplateEndpoint,
  template: Template,
): Consequence[] {
  const values = countsAndWeights(before, after, template);
  return toSentences(values).map((sentence, index) => ({
    about: 'countsAndWeights',
    sentence,
    ...(index === 0 && { facts: { values } }),
  }));
}

function countsAndWeights(before: TemplateEndpoint, after: TemplateEndpoint, template: Template): CountOrWeight[] {
  const registrationSetsCounts = resourcesOfType(template, REGISTRATION_TYPE).some(({ properties }) =>
    belongsTo(properties, after),
  );
  return after.variants.flatMap((variant): CountOrWeight[] => {
    const oldVariant = before.variants.find(({ name }) => name === variant.name);
    if (!oldVariant) return [];
    const rows = [
      {
        property: 'instanceCount',
        valueOf: ({ count }: TemplateVariant) => count,
        isRetainedValue: isRetained(after, 'DesiredInstanceCount'),
      },
      {
        property: 'weight',
        valueOf: ({ weight }: TemplateVariant) => weight,
        isRetainedValue: isRetained(after, 'DesiredWeight'),
      },
    ] as const;
    return rows.map(({ property, valueOf, isRetainedValue }) => {
      const isSetAfterwards =
        isRetainedValue && registrationSetsCounts && property === 'instanceCount' && !variant.scaling;
      const values = { before: valueOf(oldVariant), after: valueOf(variant) };
      return {
        variant: variant.name,
        property,
        ...values,
        isKept: isRetainedValue && !isSetAfterwards,
        isSetAfterwards,
      };
    });
  });
}

/** Sentences about values that change in the app, followed by sentences about values that the update keeps or overwrites in any case. */
function toSentences(values: CountOrWeight[]): string[] {
  const hasSeveral = new Set(values.map(({ variant }) => variant)).size > 1;
  const changes = values
    .filter(({ before, after }) => before !== after)
    .map(({ variant, property, before, after, isKept, isSetAfterwards }) => {
      const subject = `${property}${variantSuffix({ name: variant }, hasSeveral)}`;
      if (isKept)
        return `The change of ${subject} from ${before} to ${after} has no effect: the update keeps the value of the running variant (RetainAllVariantProperties).`;
      const timing = isSetAfterwards ? 'after the update, while the new fleet serves requests' : 'with the new fleet';
      return `The ${subject} changes from ${before} to ${after} ${timing}.`;
    });
  const propertiesWith = (condition: (value: CountOrWeight) => boolean): string =>
    PROPERTIES.filter((name) => values.some((value) => value.property === name && condition(value)))
      .map((name) => PLURALS[name])
      .join(' and ');
  const keptProperties = propertiesWith(({ isKept }) => isKept);
  const overwrittenProperties = propertiesWith(({ isKept, isSetAfterwards }) => !isKept && !isSetAfterwards);
  return [
    ...changes,
    ...(keptProperties === ''
      ? []
      : [`The new fleet keeps the ${keptProperties} that the variants have when the update starts.`]),
    ...(values.some(({ isSetAfterwards }) => isSetAfterwards)
      ? ['After the update, variants without scaling have the instance counts of the app.']
      : []),
    ...(overwrittenProperties === ''
      ? []
      : [
          `The new fleet has the ${overwrittenProperties} of the app; changes that were made to the running endpoint are lost.`,
        ]),
  ];
}

/**
 * Describes instance counts that are changed to the nearest new scaling limit before the update. This is necessary if the update strategy
 * replaces a fixed number of instances at a time, because SageMaker validates that number against the current instance counts.
 */
export function countLimitConsequences(before: DeployedEndpoint, after: DeployedEndpoint): Consequence[] {
  const deregistration = deregistrationOf(after);
  if (!deregistration || !usesInstanceCounts(deregistration.Deployment)) return [];
  const hasSeveral = after.endpoint.variants.length > 1;
  return registrationsOf(deregistration).flatMap(({ variantName: variant, target }): Consequence[] => {
    const range = possibleCounts(variant, before);
    if (!target || !range) return [];
    const { minimum, maximum } = rangeOf(target);
    if (range.minimum >= minimum && range.maximum <= maximum) return [];
    const sentence = `Before the update, scaling is suspended, and an instance count${variantSuffix({ name: variant }, hasSeveral)} outside of the new limits, ${minimum} to ${maximum}, is changed to the nearest limit, because the update strategy moves a number of instances.`;
    return [{ about: 'countsAndWeights', sentence, facts: { variant, least: minimum, most: maximum } }];
  });
}

/** The range of instance counts that a variant can have. */
function possibleCounts(name: string, before: DeployedEndpoint): ReturnType<typeof rangeOf> | undefined {
  const variant = before.endpoint.variants.find((each) => each.name === name);
  if (!variant) return undefined;
  const deregistration = deregistrationOf(before);
  const target =
    deregistration && registrationsOf(deregistration).find(({ variantName }) => variantName === name)?.target;
  if (target) return rangeOf(target);
  const { count } = variant;
  return count === undefined ? undefined : { minimum: count, maximum: count };
}

/** The properties of the custom resource that deregisters the variants of an endpoint from scaling before an update. */
function deregistrationOf({ endpoint: { name }, deployment }: DeployedEndpoint): RegistrationProperties | undefined {
  return resourcesOfType(deployment.template, DEREGISTRATION_TYPE)
    .map(({ properties }) => properties as unknown as RegistrationProperties)
    .find(({ EndpointName }) => EndpointName === name);
}

function registrationsOf({ Variants }: RegistrationProperties): VariantRegistration[] {
  return JSON.parse(Variants) as VariantRegistration[];
}

import { REGISTRATION_TYPE } from '../../lib/contracts/scaling-registration-properties';
import { TemplateEndpoint, belongsTo, isRetained, TemplateVariant } from '../assembly/endpoints';
import { Template } from '../assembly/intrinsics';
import { resourcesOfType } from '../assembly/template';
import { Consequence, variantSuffix } from './consequence';

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

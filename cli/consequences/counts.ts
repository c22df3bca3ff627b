import { REGISTRATION_TYPE } from '../../lib/contracts/scaling-registration-properties';
import { belongsTo, isRetained, TemplateEndpoint } from '../assembly/endpoints';
import { Template } from '../assembly/intrinsics';
import { resourcesOfType } from '../assembly/template';
import { Consequence, variantSuffix } from './consequence';

/** Describes the instance counts, weights and numbers of copies that change in the app, and whether the update keeps those of the endpoint. */
export function countConsequences(
  before: TemplateEndpoint,
  after: TemplateEndpoint,
  template: Template,
): Consequence[] {
  const registrationSetsCounts = resourcesOfType(template, REGISTRATION_TYPE).some(({ properties }) =>
    belongsTo(properties, after),
  );
  return after.variants.flatMap((variant) => {
    const old = before.variants.find(({ name }) => name === variant.name);
    const isCountRetained = variant.component ? !!variant.scaling : isRetained(after, 'DesiredInstanceCount');
    const isSetAfterwards = !variant.component && isCountRetained && registrationSetsCounts && !variant.scaling;
    const rows = [
      {
        property: variant.component ? 'copyCount' : 'instanceCount',
        values: [old?.count, variant.count],
        isKept: isCountRetained && !isSetAfterwards,
        timing: isSetAfterwards ? ' after the update, while the new fleet serves requests' : '',
      },
      {
        property: 'weight',
        values: [old?.weight, variant.weight],
        isKept: isRetained(after, 'DesiredWeight'),
        timing: '',
      },
    ];
    return rows
      .filter(({ values: [from, to] }) => old && from !== to && to !== undefined)
      .map(({ property, values: [from, to], isKept, timing }): Consequence => {
        const subject = `${property}${variantSuffix(variant, after.variants.length > 1)}`;
        const sentence = isKept
          ? `The change of ${subject} from ${from} to ${to} has no effect: the update keeps the value of the running ${variant.component ? 'component, which scales' : 'variant (RetainAllVariantProperties)'}.`
          : `The ${subject} changes from ${from} to ${to}${timing}.`;
        const facts = { variant: variant.name, property, before: from, after: to, isKept };
        return { about: 'countsAndWeights', sentence, facts };
      });
  });
}

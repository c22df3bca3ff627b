import { Template } from '../local/intrinsics';
import { Consequence, listed } from './consequence';
import { Endpoint, Variant } from './endpoint';
import { Deployment, publicationOf } from './model-files';
import { lostReadAccess } from './permissions';
import { ResourceChange } from './resource-changes';
import { smokeTestsOf } from './smoke-tests';

/** What a deployment with a new fleet goes back to when it fails, and what it cannot go back to later. */
export function rollbackConsequences(
  [before, old]: [Endpoint, Deployment],
  [after, fresh]: [Endpoint, Deployment],
  alarms: string[],
  changes: Map<string, ResourceChange>,
): Consequence[] {
  const state = before.variants.map((variant) => stateOf(variant, before.variants.length > 1));
  const first =
    alarms.length > 0 ? 'If a rollback alarm fires or the new fleet does not start' : 'If the new fleet does not start';
  const scaled = before.variants.some(({ scaling }) => scaling) ? ', with the instance counts set by scaling' : '';
  const returns: Consequence = {
    about: 'rollback',
    sentence: `${first}, traffic returns to the old fleet (${listed(state)}${scaled}), and CloudFormation rolls the stack back.`,
    facts: {
      before: before.variants.map(({ name, count, weight, models, instanceTypes }) => ({
        variant: name,
        instanceTypes,
        count,
        weight,
        image: models[0]?.container.Image,
        modelData: models[0]?.dataUri,
      })),
    },
  };
  return [
    returns,
    ...testedLater(after, fresh.template),
    ...keptFiles([before, old], after, fresh),
    ...lostReadAccess(before, changes, old.template).map((sentence): Consequence => ({ about: 'rollback', sentence })),
  ];
}

function stateOf({ name, count, instanceTypes, models, weight, isShadow }: Variant, several: boolean): string {
  const image = models[0]?.container.Image?.split('/').at(-1);
  const place = several ? `${isShadow ? 'shadow variant' : 'variant'} ${name}: ` : '';
  const share = several && weight !== undefined ? ` with weight ${weight}` : '';
  return `${place}${count ?? 'its'} × ${instanceTypes.join(' or ')}${share}${image ? ` running ${image}` : ''}`;
}

/** What runs after the endpoint was updated fails the deployment when the old fleet is gone. */
function testedLater(endpoint: Endpoint, template: Template): Consequence[] {
  if (smokeTestsOf(endpoint, template).length === 0) return [];
  return [
    {
      about: 'rollback',
      sentence:
        'If the smoke test fails, the old fleet no longer exists: CloudFormation then updates the endpoint to the old configuration, which starts another fleet and takes the same waits again.',
    },
  ];
}

/** The publication removes files of earlier versions when an update has succeeded. */
function keptFiles([before, old]: [Endpoint, Deployment], after: Endpoint, fresh: Deployment): Consequence[] {
  const uris = ({ variants }: Endpoint): string[] =>
    variants.flatMap(({ models }) => models.map(({ dataUri }) => dataUri));
  const gone = [...new Set(uris(before))].filter((uri) => !uris(after).includes(uri) && publicationOf(uri, old));
  if (gone.length === 0) return [];
  const [retained] = uris(after).flatMap((uri) => publicationOf(uri, fresh)?.properties.Retain ?? []);
  const later =
    Number(retained ?? 0) === 0
      ? 'After that, they are removed from S3, and a return to the old version has to upload or copy them again.'
      : `After that S3 keeps ${retained === '1' ? 'one earlier version' : `${retained} earlier versions`} (retainedModelVersions).`;
  return [
    {
      about: 'rollback',
      sentence: `The old model files are kept in S3 until this deployment has succeeded. ${later}`,
      facts: { retainedModelVersions: Number(retained ?? 0) },
    },
  ];
}

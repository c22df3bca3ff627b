import { TemplateEndpoint, smokeTestsOf, TemplateVariant } from '../assembly/endpoints';
import { Template } from '../assembly/intrinsics';
import { publicationOf } from '../assembly/publications';
import { joinWords } from '../output/words';
import { Consequence, dataUrisOf, DeployedEndpoint } from './consequence';
import { lostReadAccess } from './permissions';
import { ResourceChange } from './resource-changes';

/** Describes what a rollback restores if a deployment with a new fleet fails, and what it cannot restore. */
export function rollbackConsequences(
  before: DeployedEndpoint,
  after: DeployedEndpoint,
  alarms: string[],
  changes: Map<string, ResourceChange>,
): Consequence[] {
  const { variants } = before.endpoint;
  const condition =
    alarms.length > 0 ? 'If a rollback alarm fires or the new fleet does not start' : 'If the new fleet does not start';
  const fleet = joinWords(variants.map((variant) => describeVariant(variant, variants.length > 1)));
  const scalingNote = variants.some(({ scaling }) => scaling) ? ', with the instance counts set by scaling' : '';
  const trafficConsequence: Consequence = {
    about: 'rollback',
    sentence: `${condition}, traffic returns to the old fleet (${fleet}${scalingNote}), and CloudFormation rolls the stack back.`,
    facts: {
      before: variants.map(({ name, count, weight, models, instanceTypes }) => ({
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
    trafficConsequence,
    ...smokeTestConsequences(after.endpoint, after.deployment.template),
    ...removalConsequences(before, after),
    ...lostReadAccess(before.endpoint, changes, before.deployment.template).map((sentence): Consequence => ({
      about: 'rollback',
      sentence,
    })),
  ];
}

function describeVariant(
  { name, count, instanceTypes, models, weight, isShadow }: TemplateVariant,
  hasSeveral: boolean,
): string {
  const image = models[0]?.container.Image?.split('/').at(-1);
  const label = hasSeveral ? `${isShadow ? 'shadow variant' : 'variant'} ${name}: ` : '';
  const share = hasSeveral && weight !== undefined ? ` with weight ${weight}` : '';
  return `${label}${count ?? 'its'} × ${instanceTypes.join(' or ')}${share}${image ? ` running ${image}` : ''}`;
}

/** Describes a failure of the smoke test: the test runs after the update of the endpoint, when the old fleet no longer exists. */
function smokeTestConsequences(endpoint: TemplateEndpoint, template: Template): Consequence[] {
  if (smokeTestsOf(endpoint, template).length === 0) return [];
  return [
    {
      about: 'rollback',
      sentence:
        'If the smoke test fails, the old fleet no longer exists: CloudFormation then updates the endpoint to the old configuration, which starts a new fleet and takes the same time again.',
    },
  ];
}

/** Describes how long S3 keeps the old model files. CloudFormation deletes their publication after the update. */
export function removalConsequences(before: DeployedEndpoint, after: DeployedEndpoint): Consequence[] {
  const newUris = dataUrisOf(after.endpoint);
  const oldUris = dataUrisOf(before.endpoint).filter(
    (uri) => !newUris.includes(uri) && publicationOf(uri, before.deployment),
  );
  if (oldUris.length === 0) return [];
  return [
    {
      about: 'rollback',
      sentence:
        'The old model files are kept in S3 until this deployment has succeeded. After that, they are removed, and a return to the old version has to copy them again.',
    },
  ];
}

import { smokeTestsOf, TemplateVariant } from '../assembly/endpoints';
import { publicationOf } from '../assembly/publications';
import { joinWords } from '../output/words';
import { Consequence, dataUrisOf, DeployedEndpoint } from './consequence';
import { rollbackAlarmsOf } from './waits';

const SMOKE_TEST_FAILURE =
  'If the smoke test fails, the old fleet no longer exists: CloudFormation then updates the endpoint to the old configuration, which starts a new fleet and takes the same time again.';

/** Describes what a rollback restores if a deployment with a new fleet fails, and what it cannot restore. */
export function rollbackConsequences(before: DeployedEndpoint, after: DeployedEndpoint): Consequence[] {
  const { variants } = before.endpoint;
  const hasAlarms = rollbackAlarmsOf(after.endpoint, after.deployment.template).length > 0;
  const condition = hasAlarms
    ? 'If a rollback alarm fires or the new fleet does not start'
    : 'If the new fleet does not start';
  const fleet = joinWords(variants.map((variant) => describeVariant(variant, variants.length > 1)));
  const scalingNote = variants.some(({ scaling }) => scaling) ? ', with the instance counts set by scaling' : '';
  return [
    {
      about: 'rollback',
      sentence: `${condition}, traffic returns to the old fleet (${fleet}${scalingNote}), and CloudFormation rolls the stack back.`,
    },
    // The test runs after the update of the endpoint, when the old fleet no longer exists.
    ...(smokeTestsOf(after.endpoint, after.deployment.template).length > 0
      ? [{ about: 'rollback', sentence: SMOKE_TEST_FAILURE } as const]
      : []),
    ...removalConsequences(before, after),
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

/** Describes how long S3 keeps the old model files. CloudFormation deletes their publication after the update. */
export function removalConsequences(before: DeployedEndpoint, after: DeployedEndpoint): Consequence[] {
  const newUris = dataUrisOf(after.endpoint);
  const isRemoved = (uri: string): boolean => !newUris.includes(uri) && !!publicationOf(uri, before.deployment);
  if (!dataUrisOf(before.endpoint).some(isRemoved)) return [];
  const sentence =
    'The old model files are kept in S3 until this deployment has succeeded. After that, they are removed, and a return to the old version has to copy them again.';
  return [{ about: 'rollback', sentence }];
}

import { Template } from '../assembly/intrinsics';
import { TemplateEndpoint } from '../assembly/endpoints';
import { CopySize } from '../assembly/variants';
import { formatCount, formatDuration, joinWords } from '../output/words';
import { componentsOf, ComponentVariant, UpdatedComponent } from './component-changes';
import { batchOf, roomConsequence } from './component-room';
import { Consequence } from './consequence';
import { describeAlarm } from './rollback-alarms';
import { describeWaits } from './update-strategy';

/** Describes the update of an inference component. */
export function updateOfComponent(
  { before, after, replacesCopies, reasons }: UpdatedComponent,
  template: Template,
): Consequence[] {
  const { name, component } = after;
  const facts = { component: name, change: 'updated', replacesCopies, reasons };
  const counts = copyCountConsequences(before, after);
  if (!replacesCopies) {
    const onlyCounts = counts.length > 0 && !changesDeployment(before, after);
    const sentence = `The properties of component ${name} change, but not its model and reservations. AWS does not document whether SageMaker replaces its copies.`;
    return onlyCounts ? counts : [{ about: 'components', sentence, facts }, ...counts];
  }
  const { RollingUpdatePolicy: rolling } = component.deploymentConfig;
  const size = rolling?.MaximumBatchSize;
  const how = size
    ? `SageMaker replaces the copies in batches of ${describeSize(size)}: it starts the new copies of a batch, and then stops as many old copies. Until the last batch, old and new copies respond to requests.`
    : 'The template contains no rolling update. AWS does not document how SageMaker then replaces the copies: expect that all new copies start in addition to all old copies.';
  return [
    { about: 'components', sentence: `Component ${name} is updated: ${reasons.join('; ')}. ${how}`, facts },
    ...waitConsequences(`The update of component ${name}`, after, template),
    ...counts,
    {
      about: 'rollback',
      sentence: `If the new copies of component ${name} do not start${alarmNamesOf(after).length > 0 ? ', or one of its rollback alarms fires' : ''}, SageMaker returns to its old copies. The component is then in service without the changes (notebooks of AWS), and AWS does not document whether CloudFormation notices.`,
    },
  ];
}

/** Describes the room for the updates of all components: CloudFormation can update them at the same time. */
export function roomForUpdates(updated: UpdatedComponent[], endpoint: TemplateEndpoint): Consequence[] {
  const replaced = updated.filter(({ replacesCopies }) => replacesCopies).map(({ after }) => after);
  if (replaced.length === 0) return [];
  const names = joinWords(replaced.map(({ name }) => name));
  const subject =
    replaced.length === 1 ? `While component ${names} is updated` : `While components ${names} are updated`;
  const additional = replaced.map((component) => {
    const size = component.component.deploymentConfig.RollingUpdatePolicy?.MaximumBatchSize;
    return { of: component, copies: (copies?: number) => (size ? batchOf(size, copies) : copies) };
  });
  return roomConsequence(subject, componentsOf(endpoint), endpoint, additional);
}

/**
 * Describes the waiting time of an update of a component, and the alarms that roll it back.
 *
 * @param subject the subject of the sentence, such as `The update of component a`
 */
export function waitConsequences(subject: string, variant: ComponentVariant, template: Template): Consequence[] {
  const { RollingUpdatePolicy: rolling } = variant.component.deploymentConfig;
  if (!rolling?.MaximumBatchSize) return [];
  const { MaximumBatchSize: size, WaitIntervalInSeconds: wait } = rolling;
  const batch = variant.scaling ? undefined : batchOf(size, variant.count);
  const batches = batch === undefined ? undefined : Math.ceil((variant.count ?? 0) / batch);
  const seconds = batches === undefined || wait === undefined ? (wait === 0 ? 0 : undefined) : batches * wait;
  const steps =
    batches === undefined
      ? `The copies are replaced in batches of ${describeSize(size)}`
      : `The copies are replaced in ${formatCount(batches, 'batch')}`;
  const description = `${steps}${wait === undefined ? '' : `, with a wait of ${formatDuration(wait)} after each batch`}`;
  const rollbackAlarms = alarmNamesOf(variant).map((alarm) => describeAlarm(alarm, template));
  return [
    {
      about: 'waiting',
      sentence: describeWaits(subject, { seconds, description }, rollbackAlarms, 'copies'),
      facts: { component: variant.name, strategy: 'rolling', seconds, rollbackAlarms },
    },
  ];
}

/** An update keeps the copies that scaling has added (`Custom::TritonScalingRelease`). */
function copyCountConsequences(before: ComponentVariant, after: ComponentVariant): Consequence[] {
  const { name, count, scaling } = after;
  if (before.count === count || before.count === undefined || count === undefined) return [];
  const values = [{ variant: name, property: 'copyCount', before: before.count, after: count, isKept: !!scaling }];
  const sentence = scaling
    ? `The change of copyCount of component ${name} from ${before.count} to ${count} has no effect: a component that scales keeps its current number of copies.`
    : `The copyCount of component ${name} changes from ${before.count} to ${count}.`;
  return [{ about: 'countsAndWeights', sentence, facts: { values } }];
}

function changesDeployment(before: ComponentVariant, after: ComponentVariant): boolean {
  return JSON.stringify(before.component.deploymentConfig) !== JSON.stringify(after.component.deploymentConfig);
}

function alarmNamesOf({ component: { deploymentConfig } }: ComponentVariant): string[] {
  return (deploymentConfig.AutoRollbackConfiguration?.Alarms ?? []).map(({ AlarmName: name }) => name);
}

function describeSize({ Type, Value }: CopySize): string {
  if (Value === undefined) return 'a size that is only known during the deployment';
  return Type === 'COPY_COUNT' ? (Value === 1 ? '1 copy' : `${Value} copies`) : `${Value} % of the copies`;
}

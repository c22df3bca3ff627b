import { TemplateEndpoint } from '../assembly/endpoints';
import { Template } from '../assembly/intrinsics';
import { Consequence } from './consequence';
import { FleetChange, variantChanges } from './fleet';
import { changesOnlyTags, ResourceChange } from './resource-changes';
import { rollbackAlarmsOf } from './rollback-alarms';
import { describeWaits, strategyOf } from './update-strategy';

/** Describes whether a new fleet starts, and the reasons. */
export function fleetConsequence(
  { newFleet, reasons }: FleetChange,
  endpoint: TemplateEndpoint,
  changes: Map<string, ResourceChange>,
): Consequence {
  const facts = { newFleet, reasons };
  const reasonText = reasons.join('; ');
  if (changes.size === 0) return { about: 'fleet', sentence: 'Nothing changes: no new fleet.', facts };
  if ([...changes.values()].every(changesOnlyTags))
    return { about: 'fleet', sentence: 'Only tags change: no new fleet.', facts };
  if (newFleet === 'no') return { about: 'fleet', sentence: 'No new fleet: the running instances are kept.', facts };
  if (newFleet === 'possible') {
    const sentence = `Expect a new fleet: ${reasonText}. CloudFormation calls UpdateEndpoint with the endpoint configuration that is already deployed, and the SageMaker documentation describes no case in which this call starts no new fleet.`;
    return { about: 'fleet', sentence, facts };
  }
  const start =
    strategyOf(endpoint).kind === 'rolling'
      ? 'A new fleet replaces the old fleet, batch by batch'
      : 'A new fleet starts next to the old fleet';
  return { about: 'fleet', sentence: `${start}: ${reasonText}.`, facts };
}

/** Describes variants that are added, removed or renamed. */
export function variantConsequences(before: TemplateEndpoint, after: TemplateEndpoint): Consequence[] {
  const { reasons, names } = variantChanges(before, after);
  if (names.length === 0) return [];
  const sentence = `SageMaker may reject the update: ${reasons.join('; ')}, and the SageMaker developer guide requires the same variant names before and after a blue/green or rolling deployment.`;
  return [{ about: 'variants', sentence, facts: { variants: names } }];
}

/**
 * Describes the waiting time of an update, and the alarms that roll it back.
 *
 * @param subject the subject of the sentence, such as `The update`
 */
export function waitConsequences(endpoint: TemplateEndpoint, template: Template, subject: string): Consequence[] {
  const strategy = strategyOf(endpoint);
  const rollbackAlarms = rollbackAlarmsOf(endpoint, template);
  const sentence = describeWaits(subject, strategy, rollbackAlarms);
  return [
    { about: 'waiting', sentence, facts: { strategy: strategy.kind, seconds: strategy.seconds, rollbackAlarms } },
  ];
}

import { DynamicBatchingOptions } from '../../../lib/model';
import { Code, CodeWriter, escapeForComment, Language } from '../../app/code';
import { SimulatedModel } from '../model/advise-model';

/** The changed properties as code of the app, with a comment that names the place of each. Empty if nothing changes. */
export function adviceCode(name: string, { batching, fleet }: SimulatedModel, language: Language): string {
  const writer = new CodeWriter(language);
  const comment = language === 'python' ? '#' : '//';
  const model = `${comment} the model ${escapeForComment(name)}`;
  const parts: string[] = [];
  if (batching.change?.dynamicBatching) {
    const overrides = writer.arguments([], { batching: batchingCode(batching.change.dynamicBatching, writer) });
    parts.push(`${model}\nmodel = model.${writer.name('withOverrides')}${overrides}`);
  } else if (batching.change) parts.push(`${model}: remove batching, and dynamic_batching from a config.pbtxt`);
  if (fleet.change) {
    const separator = language === 'python' ? '=' : ': ';
    parts.push(`${comment} the endpoint\n${writer.name('instanceCount')}${separator}${fleet.change.to},`);
  }
  return parts.join('\n\n');
}

/** `Batching.dynamic` replaces all options of dynamic batching, so the code contains those that do not change, too. */
function batchingCode(options: DynamicBatchingOptions, writer: CodeWriter): Code {
  const { preferredBatchSizes, maxQueueDelayMicroseconds, preserveOrdering } = options;
  return writer.call('Batching.dynamic', [], {
    preferredBatchSizes: preferredBatchSizes && writer.json(preferredBatchSizes),
    maxQueueDelayMicroseconds: maxQueueDelayMicroseconds ? String(maxQueueDelayMicroseconds) : undefined,
    preserveOrdering: preserveOrdering ? writer.flag(true) : undefined,
  });
}

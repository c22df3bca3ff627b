import { DynamicBatchingOptions } from '../../../lib/model';
import { Argument, Language, SYNTAX, Syntax } from '../../init/syntax';
import { SimulatedModel } from '../model/advise-model';

/** The changed properties as code of the app, with a comment that names the place of each. Empty if nothing changes. */
export function adviceCode(name: string, { batching, fleet }: SimulatedModel, language: Language): string {
  const syntax = SYNTAX[language];
  const comment = language === 'python' ? '#' : '//';
  const parts: string[] = [];
  if (batching.change?.dynamicBatching)
    parts.push(
      `${comment} the model ${name}\n${overrides(batchingExpression(batching.change.dynamicBatching, syntax), syntax)}`,
    );
  else if (batching.change)
    parts.push(`${comment} the model ${name}: remove batching, and dynamic_batching from a config.pbtxt`);
  if (fleet.change) {
    const separator = language === 'python' ? '=' : ': ';
    parts.push(`${comment} the endpoint\n${syntax.translateName('instanceCount')}${separator}${fleet.change.to},`);
  }
  return parts.join('\n\n');
}

function overrides(batching: string, syntax: Syntax): string {
  return syntax.methodCall(`model = model.${syntax.translateName('withOverrides')}`, [['batching', batching]]);
}

/** `Batching.dynamic` replaces all options of dynamic batching, so the code contains those that do not change, too. */
function batchingExpression(options: DynamicBatchingOptions, syntax: Syntax): string {
  const { preferredBatchSizes, maxQueueDelayMicroseconds, preserveOrdering } = options;
  const args: Argument[] = [
    ...(preferredBatchSizes ? [['preferredBatchSizes', `[${preferredBatchSizes.join(', ')}]`] as const] : []),
    ...(maxQueueDelayMicroseconds ? [['maxQueueDelayMicroseconds', String(maxQueueDelayMicroseconds)] as const] : []),
    ...(preserveOrdering ? [['preserveOrdering', syntax === SYNTAX.python ? 'True' : 'true'] as const] : []),
  ];
  return `Batching.dynamic(${args.length > 0 ? syntax.optionalArguments(args) : ''})`;
}

import { Severity } from '../../findings/finding';
import { RuleFinding } from '../../findings/rule';
import { ModelConfigDocument } from '../../model-config/schema/schema';
import { Match } from './onnx-files';

/** The server does not compare the shapes of scalars, of ragged inputs, and of outputs that are split by an input's shapes. */
export function isCompared(config: ModelConfigDocument, { tensor, known }: Match): boolean {
  if (!known.shape || known.shape.length === 0) return false;
  if ('allow_ragged_batch' in tensor) return !tensor.allow_ragged_batch;
  return !config.batch_output.some((each) => each.target_name.includes(tensor.name));
}

/** The server's comparison: the fixed dimensions of an input, all dimensions of an output, ones for a scalar. */
export function* compareDims(config: ModelConfigDocument, match: Match): Iterable<RuleFinding> {
  const { tensor, known, field, source } = match;
  const given = (tensor.reshape?.shape ?? tensor.dims).map(Number);
  const violation = (allowed: string, advice = ''): RuleFinding => ({
    field: tensor.reshape ? `${field}.reshape.shape` : `${field}.dims`,
    message: `got [${given.join(', ')}] for '${tensor.name}'; allowed: ${allowed}, as in ${source}${advice}`,
  });
  if (known.shape?.length === 0 && given.some((dim) => dim !== 1)) yield violation('[1] for a scalar');
  if (!isCompared(config, match)) return;
  const [first, ...others] = known.shape ?? [];
  const batches = config.max_batch_size > 0;
  if (batches && first !== -1) return; // onnx.batch-first
  const allowed = batches ? others : [first, ...others];
  const text = `[${allowed.join(', ')}]${batches ? ' after the batch dimension' : ''}`;
  if (given.length !== allowed.length || allowed.some((dim, index) => dim !== -1 && dim !== given[index])) {
    const withoutBatch = !batches && first === -1 && others.length === given.length;
    yield violation(text, withoutBatch ? '; or set max_batch_size (maxBatchSize), if -1 is the batch' : '');
  } else if (!('allow_ragged_batch' in tensor) && allowed.some((dim, index) => dim !== given[index])) {
    // ONNX Runtime may find the size of an open dimension when it loads the graph; only then the server accepts it.
    yield { ...violation(text), severity: Severity.WARNING };
  }
}

/** The maximum batch size of a model for which the user sets none. */
export interface ReadBatchSize {
  readonly value: number;
  /** Whether the value is from the model file. Otherwise it is 0, Triton's default. */
  readonly isInferred: boolean;
  readonly reason: string;
  /** Whether the model file is only listed in a lock file. */
  readonly isAbsent?: boolean;
}

/** Rules whose findings another maximum batch size can solve. */
const BATCH_RULES = new Set([
  ...['dyn.max0', 'dyn.preferred-max', 'seq.oldest-max', 'warm.batch-max', 'io.reshape-empty'],
  ...['ens.batch', 'ens.unbatched', 'ens.shape', 'example.input', 'example.output'],
  ...['onnx.batch-first', 'onnx.io-dims', 'onnx.optional-batching'],
  ...['trt.graph-batch', 'engine.batch', 'engine.dims', 'engine.profile-shape'],
]);

/** Whether a finding may be due to the maximum batch size. */
export function isAboutBatches({ ruleId }: { readonly ruleId: string }): boolean {
  return BATCH_RULES.has(ruleId);
}

/** The reason for a maximum batch size that the user did not set, for findings about batches. */
export function explainBatchSize({ value, isInferred, reason }: ReadBatchSize): string {
  return isInferred
    ? `maxBatchSize is ${value}, which was inferred (${reason}): set it to change it`
    : `maxBatchSize is ${value}, because it is not set (${reason}): set it if the model accepts batches`;
}

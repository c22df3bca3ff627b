/** The maximum batch size of a model for which the user sets none. */
export interface ReadBatchSize {
  readonly value: number;
  /** Whether the value is from the model file. Otherwise it is 0, Triton's default. */
  readonly isInferred: boolean;
  readonly reason: string;
  /** Whether the model file is only listed in a lock file. */
  readonly isAbsent?: boolean;
}

/** The reason for a maximum batch size that the user did not set, for findings about batches. */
export function explainBatchSize({ value, isInferred, reason }: ReadBatchSize): string {
  return isInferred
    ? `maxBatchSize is ${value}, which was inferred (${reason}): set it to change it`
    : `maxBatchSize is ${value}, because it is not set (${reason}): set it if the model accepts batches`;
}

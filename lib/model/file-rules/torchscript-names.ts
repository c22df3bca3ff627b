/** How Triton finds the argument or result of a TorchScript model that a tensor of config.pbtxt is. */
export interface TensorAssignment {
  /** The position that each name ends with, if the names decide by these. */
  readonly indexes?: readonly number[];
  /** Whether the order of config.pbtxt decides. Triton then logs a warning, and loads the model. */
  readonly inOrder: boolean;
}

/** Any text, two underscores, a position. Without digits, Triton reads position 0. */
const NAMED_INDEX = /^(?:(?!__).)*__(\d*)$/s;

/**
 * As triton-inference-server/pytorch_backend does (src/pt/model_instance_state.cc, GetNamingConvention, 2026-05-13):
 * arguments of `forward` decide if all names are arguments, positions if all names end with one, else the order.
 *
 * @param known the arguments of `forward`; omit them for outputs
 */
export function assignTensors(names: readonly string[], known?: readonly string[]): TensorAssignment {
  const all = known && new Set(known);
  if (all && names.every((name) => all.has(name))) return { inOrder: false };
  const indexes = names.map((name) => NAMED_INDEX.exec(name)?.[1]);
  if (indexes.some((index) => index === undefined)) return { inOrder: true };
  return { indexes: indexes.map(Number), inOrder: false };
}

import { abridged } from './abridged';
import { rulePage } from './rule-page';

/*
 * Limits for reading untrusted files. `check` runs on pull requests of unknown authors, and must end quickly and with little memory for any
 * input. The limits are far above the values of real models.
 */

const MIB = 1024 * 1024;

/** The rule for files that were not checked because they exceed a limit. */
export const LIMIT_RULE = 'files.folder-limits';

/** A limit, with the text for its message. */
export interface Limit {
  readonly maximum: number;
  /** Unit, in the plural. */
  readonly unit: string;
  /** The file or run that the limit applies to. */
  readonly subject: string;
}

/** The limits by name. The documentation of `check` lists them. */
export const LIMITS = {
  cpu: { maximum: 8, unit: 'seconds of CPU time', subject: 'a run of `check`' },
  memory: { maximum: 900 * MIB, unit: 'bytes of memory', subject: 'a run of `check`' },
  duration: { maximum: 60, unit: 'seconds', subject: 'a run of `check`' },
  entries: { maximum: 500_000, unit: 'files and folders', subject: 'the folder that is searched for models' },
  depth: { maximum: 64, unit: 'folders in each other', subject: 'the folder that is searched for models' },
  modelEntries: { maximum: 100_000, unit: 'files and folders', subject: 'the folder of a model' },
  modelDepth: { maximum: 64, unit: 'folders in each other', subject: 'the folder of a model' },
  modelLinks: { maximum: 3000, unit: 'links', subject: 'the folder of a model' },
  usedLevels: { maximum: 64, unit: 'levels of models that use other models', subject: 'a model repository' },
  usedChains: { maximum: 10_000, unit: 'chains of models that use other models', subject: 'a model repository' },
  configBytes: { maximum: MIB, unit: 'bytes', subject: 'a `config.pbtxt`' },
  onnxFields: { maximum: 10_000_000, unit: 'protobuf fields', subject: 'an ONNX file' },
  onnxTensors: { maximum: 100_000, unit: 'inputs, outputs and initializers', subject: 'an ONNX file' },
  onnxDimensions: { maximum: 1000, unit: 'dimensions', subject: 'an input or output of an ONNX file' },
  onnxTextBytes: { maximum: 64 * 1024, unit: 'bytes', subject: 'a name in an ONNX file' },
  onnxNamesBytes: { maximum: 64 * MIB, unit: 'bytes of names', subject: 'an ONNX file' },
  onnxDepth: { maximum: 64, unit: 'graphs in each other', subject: 'an ONNX file' },
  zipDirectoryBytes: { maximum: 16 * MIB, unit: 'bytes', subject: 'the list of members of a TorchScript file' },
  zipMemberBytes: { maximum: 32 * MIB, unit: 'bytes', subject: 'a member of a TorchScript file' },
  lockBytes: { maximum: 32 * MIB, unit: 'bytes', subject: 'a `triton-model.lock`' },
  lockFiles: { maximum: 100_000, unit: 'files', subject: 'a `triton-model.lock`' },
  arguments: { maximum: 10_000, unit: 'arguments or results', subject: '`forward` of a TorchScript file' },
  listingBytes: { maximum: 64 * MIB, unit: 'bytes of file names', subject: 'the archive of a Python environment' },
  listingSeconds: { maximum: 600, unit: 'seconds to list', subject: 'all archives of Python environments' },
  pythonBytes: { maximum: 4 * MIB, unit: 'bytes', subject: 'a Python file' },
  stubBytes: { maximum: 64 * MIB, unit: 'bytes', subject: 'a `triton_python_backend_stub`' },
  ruleFindings: { maximum: 1000, unit: 'findings of a rule and severity', subject: 'a model' },
  findings: { maximum: 10_000, unit: 'findings of a severity', subject: 'a run of `check`' },
  textLength: { maximum: 4000, unit: 'characters', subject: 'a field or message of a finding' },
} as const satisfies Record<string, Limit>;

export type LimitName = keyof typeof LIMITS;

/** Lower limits for `check`, which reads the files of unknown authors. */
export const LIMITS_OF_CHECK = { listingSeconds: 3 };

/** Limits of time and memory. Their message contains "takes" instead of "has". */
const CONSUMED: LimitName[] = ['cpu', 'memory', 'duration', 'listingSeconds'];

let overrides: Partial<Record<LimitName, number>> = {};

/** Returns the current value of a limit, including overrides by `withLimits`. */
export function limitOf(name: LimitName): number {
  return overrides[name] ?? LIMITS[name].maximum;
}

/** Runs a function with different limits. */
export function withLimits<T>(limits: Partial<Record<LimitName, number>>, run: () => T): T {
  const previous = overrides;
  overrides = { ...previous, ...limits };
  try {
    return run();
  } finally {
    overrides = previous;
  }
}

/** A file or a run exceeds a limit. This error is not an error of the model, so the other files of the model are still checked. */
export class LimitExceededError extends Error {
  /** Message without the link to the rule. */
  public readonly reason: string;

  /**
   * @param found value that exceeds the limit; undefined if counting stopped at the limit
   */
  constructor(
    subject: string,
    public readonly limit: LimitName,
    found?: number,
  ) {
    const { unit, subject: limitedSubject }: Limit = LIMITS[limit];
    const maximumText = formatNumber(limitOf(limit));
    const verb = CONSUMED.includes(limit) ? 'takes' : 'has';
    const count = found === undefined ? `more than ${maximumText}` : formatNumber(found);
    const reason = `${abridged(subject, 300)} ${verb} ${count} ${unit}; the limit of ${limitedSubject} is ${maximumText}`;
    super(`${reason} ${rulePage(LIMIT_RULE)}`);
    this.reason = reason;
  }
}

/** @throws LimitExceededError if the value exceeds the limit */
export function requireWithin(limit: LimitName, found: number, subject: string): void {
  if (found > limitOf(limit)) throw new LimitExceededError(subject, limit, found);
}

/** @throws LimitExceededError if a count exceeds the limit. The message has no exact number, because counting stops at the limit */
export function requireCountWithin(limit: LimitName, count: number, subject: string): void {
  if (count > limitOf(limit)) throw new LimitExceededError(subject, limit);
}

function formatNumber(value: number): string {
  return value.toLocaleString('en-US');
}

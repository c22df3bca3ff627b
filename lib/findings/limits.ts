import { abridged } from './abridged';
import { rulePage } from './rule-page';

/**
 * How much is read of files that somebody else may have written. `check` runs on the changes of strangers, and must end soon, with little
 * memory, whatever it reads. The limits are far above what real models have.
 */
const MIB = 1024 * 1024;

/** The rule of what was not checked, because it exceeds a limit. */
export const LIMIT_RULE = 'files.folder-limits';

/** A limit, with the words for it. */
export interface Limit {
  readonly most: number;
  /** What is counted, in the plural. */
  readonly unit: string;
  /** What it is counted in. */
  readonly subject: string;
}

/** The limits by their names. The page of `check` lists them. */
export const LIMITS = {
  cpu: { most: 8, unit: 'seconds of CPU time', subject: 'a run of `check`' },
  memory: { most: 900 * MIB, unit: 'bytes of memory', subject: 'a run of `check`' },
  duration: { most: 60, unit: 'seconds', subject: 'a run of `check`' },
  entries: { most: 500_000, unit: 'files and folders', subject: 'the folder that is searched for models' },
  depth: { most: 64, unit: 'folders in each other', subject: 'the folder that is searched for models' },
  modelEntries: { most: 100_000, unit: 'files and folders', subject: 'the folder of a model' },
  modelDepth: { most: 64, unit: 'folders in each other', subject: 'the folder of a model' },
  modelLinks: { most: 3000, unit: 'links', subject: 'the folder of a model' },
  configBytes: { most: 16 * MIB, unit: 'bytes', subject: 'a `config.pbtxt`' },
  onnxFields: { most: 10_000_000, unit: 'protobuf fields', subject: 'an ONNX file' },
  onnxTensors: { most: 100_000, unit: 'inputs, outputs and initializers', subject: 'an ONNX file' },
  onnxDimensions: { most: 1000, unit: 'dimensions', subject: 'an input or output of an ONNX file' },
  onnxTextBytes: { most: 64 * 1024, unit: 'bytes', subject: 'a name in an ONNX file' },
  onnxDepth: { most: 64, unit: 'graphs in each other', subject: 'an ONNX file' },
  zipDirectoryBytes: { most: 16 * MIB, unit: 'bytes', subject: 'the list of members of a TorchScript file' },
  zipMemberBytes: { most: 32 * MIB, unit: 'bytes', subject: 'a member of a TorchScript file' },
  lockBytes: { most: 32 * MIB, unit: 'bytes', subject: 'a `triton-model.lock`' },
  lockFiles: { most: 100_000, unit: 'files', subject: 'a `triton-model.lock`' },
  arguments: { most: 10_000, unit: 'arguments or results', subject: '`forward` of a TorchScript file' },
  listingBytes: { most: 64 * MIB, unit: 'bytes of file names', subject: 'the archive of a Python environment' },
  listingSeconds: { most: 600, unit: 'seconds to list', subject: 'all archives of Python environments' },
  pythonBytes: { most: 4 * MIB, unit: 'bytes', subject: 'a Python file' },
  stubBytes: { most: 64 * MIB, unit: 'bytes', subject: 'a `triton_python_backend_stub`' },
  ruleFindings: { most: 1000, unit: 'findings of a rule and severity', subject: 'a model' },
  findings: { most: 10_000, unit: 'findings of a severity', subject: 'a run of `check`' },
  textLength: { most: 4000, unit: 'characters', subject: 'a field or message of a finding' },
} as const satisfies Record<string, Limit>;

export type LimitName = keyof typeof LIMITS;

/** What is lower for `check`. A synthesis reads files of the user, and takes as long as they need. */
export const LIMITS_OF_CHECK = { configBytes: 4 * MIB, listingSeconds: 3 };

/** What is taken, instead of what is there. */
const TAKEN: LimitName[] = ['cpu', 'memory', 'duration', 'listingSeconds'];

let changed: Partial<Record<LimitName, number>> = {};

/** The largest value that a limit allows. */
export function mostOf(name: LimitName): number {
  return changed[name] ?? LIMITS[name].most;
}

/** Runs with other limits. */
export function withLimits<T>(limits: Partial<Record<LimitName, number>>, run: () => T): T {
  const before = changed;
  changed = { ...before, ...limits };
  try {
    return run();
  } finally {
    changed = before;
  }
}

/** More than is read. It is no error of a model: the rest of the model can be checked. */
export class OverLimit extends Error {
  /** The message without the page. */
  public readonly reason: string;

  /**
   * @param found undefined if counting ended at the limit
   */
  constructor(
    subject: string,
    public readonly limit: LimitName,
    found?: number,
  ) {
    const { unit, subject: whole }: Limit = LIMITS[limit];
    const most = inWords(mostOf(limit));
    const verb = TAKEN.includes(limit) ? 'takes' : 'has';
    const count = found === undefined ? `more than ${most}` : inWords(found);
    const reason = `${abridged(subject, 300)} ${verb} ${count} ${unit}; the limit of ${whole} is ${most}`;
    super(`${reason} ${rulePage(LIMIT_RULE)}`);
    this.reason = reason;
  }
}

/** @throws OverLimit if more was found than the limit allows */
export function requireWithin(limit: LimitName, found: number, subject: string): void {
  if (found > mostOf(limit)) throw new OverLimit(subject, limit, found);
}

/** @throws OverLimit if a count, which ends there, exceeds the limit */
export function countWithin(limit: LimitName, count: number, subject: string): void {
  if (count > mostOf(limit)) throw new OverLimit(subject, limit);
}

function inWords(value: number): string {
  return value.toLocaleString('en-US');
}

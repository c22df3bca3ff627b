import { LimitExceededError, requireCountWithin } from '../../../findings/limits';
import { readPart } from './file-format';
import { ZipArchive } from './zip-archive';

/**
 * First bytes of a file that `torch.save` wrote in the format before PyTorch 1.6: a pickle with protocol 2, which is not in a zip archive.
 */
const PICKLE_START = Buffer.from([0x80, 0x02]);

/**
 * Whether `torch.jit.save` wrote the file. False for weights or a module that `torch.save` wrote: these archives do not contain the constants
 * that libtorch requires. Undefined for other files.
 */
export function isTorchScript(file: string): boolean | undefined {
  try {
    return ZipArchive.use(file, ({ members }) => members.some(({ name }) => name.endsWith('/constants.pkl')));
  } catch (problem) {
    if (problem instanceof LimitExceededError) throw problem;
    return readPart(file, PICKLE_START.length).equals(PICKLE_START) ? false : undefined;
  }
}

/** An argument of a TorchScript model's `forward`. */
export interface ForwardArgument {
  readonly name: string;
  /** Type in the syntax of TorchScript, such as `Tensor`, `List[str]` or `Dict[str, Tensor]`. */
  readonly type: string;
}

/** Arguments and number of outputs of a TorchScript model. */
export interface ForwardSignature {
  readonly arguments: ForwardArgument[];
  /** Type of the result, in the syntax of TorchScript. Undefined if `forward` does not declare it. */
  readonly resultType?: string;
  /** Number of returned tensors. Undefined if the return type does not determine the number. */
  readonly outputCount?: number;
}

/**
 * Reads the signature of `forward` from a TorchScript file. The file is a zip archive: `data.pkl` contains the name of the model's class, and
 * `code/` contains the source code of the class in the syntax of TorchScript. Undefined if the file has no such signature.
 *
 * @throws LimitExceededError
 */
export function readForwardSignature(file: string): ForwardSignature | undefined {
  try {
    return ZipArchive.use(file, (archive) => {
      const picklePath = archive.members.find(({ name }) => /^[^/]+\/data\.pkl$/.test(name))?.name;
      if (picklePath === undefined) return undefined;
      const code = readModelClass(archive, picklePath);
      return code === undefined ? undefined : parseForward(code);
    });
  } catch (problem) {
    if (problem instanceof LimitExceededError) throw problem;
    return undefined;
  }
}

/** Returns the source code of the model's class. */
function readModelClass(archive: ZipArchive, picklePath: string): string | undefined {
  // After the protocol version, the first instruction of the pickle contains the name of the class.
  const name = /^\x80.c([\w.]+)\n(\w+)\n/s.exec(readText(archive, picklePath, 'latin1') ?? '');
  if (!name) return undefined;
  const [, module, className] = name;
  const path = `${picklePath.split('/')[0]}/code/${module.replaceAll('.', '/')}.py`;
  const classes = readText(archive, path, 'utf8')?.split(/^(?=class )/m);
  return classes?.find((source) => source.startsWith(`class ${className}(`));
}

function readText(archive: ZipArchive, name: string, encoding: BufferEncoding): string | undefined {
  return archive.read(name)?.toString(encoding);
}

function parseForward(source: string): ForwardSignature | undefined {
  const start = /^ {2}def forward\(/m.exec(source);
  if (!start) return undefined;
  const listStart = start.index + start[0].length;
  const parsedList = splitList(source.slice(listStart));
  const matches = parsedList.items.slice(1).map((item) => /^(\w+)\s*:([^=]+)/.exec(item));
  if (matches.some((match) => match === null)) return undefined;
  const [, result] = /^\s*->([^\n]+):(?:\n|$)/.exec(source.slice(listStart + parsedList.endPosition)) ?? [];
  const resultType = result?.trim();
  return {
    arguments: matches.flatMap((match) => (match ? [{ name: match[1], type: match[2].trim() }] : [])),
    resultType,
    outputCount: resultType === undefined ? undefined : tupleTypes(resultType)?.length,
  };
}

/**
 * Splits a list at commas, up to its closing bracket. Commas in inner brackets do not split the list.
 *
 * @returns the items, and the number of characters up to and including the closing bracket
 */
function splitList(text: string): { items: string[]; endPosition: number } {
  const items: string[] = [];
  let [depth, start] = [0, 0];
  for (let position = 0; position < text.length; position++) {
    const character = text[position];
    if ('([{'.includes(character)) depth++;
    const isListEnd = ')]}'.includes(character) && depth-- === 0;
    if (!isListEnd && (character !== ',' || depth > 0)) continue;
    const item = text.slice(start, position).trim();
    if (item !== '') items.push(item);
    requireCountWithin('arguments', items.length, 'the TorchScript file');
    if (isListEnd) return { items, endPosition: position + 1 };
    start = position + 1;
  }
  return { items: [], endPosition: text.length };
}

/** The types of the results: those in a tuple, or the only one. Undefined for a named tuple, an object or a list of tensors. */
function tupleTypes(type: string): string[] | undefined {
  if (type === 'Tensor' || type === 'List[str]') return [type];
  return type.startsWith('Tuple[') ? splitList(type.slice('Tuple['.length)).items : undefined;
}

/** Types of results that the backend cannot return. It returns tensors, lists of strings, and tuples of both. */
const UNSUPPORTED_TYPE = /^(Dict\[|List\[(?!str\])|Tuple\[|int$|float$|bool$|str$|complex$|NoneType$|None$)/;

/** The part of the type of a result that the PyTorch backend cannot return, such as `Dict[str, Tensor]`. Undefined if it can return all parts. */
export function unsupportedResult({ resultType = '' }: Partial<ForwardSignature> = {}): string | undefined {
  const types = tupleTypes(resultType) ?? [resultType];
  return types.find((type) => UNSUPPORTED_TYPE.test(type));
}

/** The GPUs that the code of a TorchScript file names, such as `cuda:0`. */
export function readDeviceConstants(file: string): string[] {
  try {
    return ZipArchive.use(file, (archive) => {
      const sources = archive.members.filter(({ name }) => /^[^/]+\/code\/.*\.py$/.test(name));
      const matches = sources.flatMap(({ name }) => [
        ...(readText(archive, name, 'utf8') ?? '').matchAll(/\btorch\.device\("(cuda:\d+)"\)/g),
      ]);
      return [...new Set(matches.map(([, device]) => device))].sort();
    });
  } catch (problem) {
    if (problem instanceof LimitExceededError) throw problem;
    return [];
  }
}

import { OverLimit, countWithin } from '../../findings/limits';
import { ZipArchive } from './zip-archive';

/** An argument of a TorchScript model's `forward`. */
export interface ForwardArgument {
  readonly name: string;
  /** As TorchScript prints it, such as `Tensor`, `List[str]` or `Dict[str, Tensor]`. */
  readonly type: string;
}

/** What a TorchScript model takes and gives. */
export interface ForwardSignature {
  readonly arguments: ForwardArgument[];
  /** How many tensors it gives; undefined where the type does not tell. */
  readonly outputCount?: number;
}

/**
 * The signature of `forward` in a TorchScript file: a zip archive in which `data.pkl` names the model's class and
 * `code/` holds its source as TorchScript prints it. Undefined when it cannot be found there, as in archives of
 * other kinds.
 *
 * @throws OverLimit
 */
export function readForwardSignature(file: string): ForwardSignature | undefined {
  try {
    return ZipArchive.use(file, (archive) => {
      const pickle = archive.members.find(({ name }) => /^[^/]+\/data\.pkl$/.test(name))?.name;
      if (pickle === undefined) return undefined;
      const code = readModelClass(archive, pickle);
      return code === undefined ? undefined : parseForward(code);
    });
  } catch (problem) {
    if (problem instanceof OverLimit) throw problem;
    return undefined;
  }
}

/** The source of the model's class. */
function readModelClass(archive: ZipArchive, pickle: string): string | undefined {
  // The pickle's first instruction names the class of the model.
  const name = /^\x80.c([\w.]+)\n(\w+)\n/s.exec(readText(archive, pickle, 'latin1') ?? '');
  if (!name) return undefined;
  const [, module, className] = name;
  const path = `${pickle.split('/')[0]}/code/${module.replaceAll('.', '/')}.py`;
  const classes = readText(archive, path, 'utf8')?.split(/^(?=class )/m);
  return classes?.find((source) => source.startsWith(`class ${className}(`));
}

function readText(archive: ZipArchive, name: string, encoding: BufferEncoding): string | undefined {
  return archive.read(name)?.toString(encoding);
}

function parseForward(source: string): ForwardSignature | undefined {
  const start = /^ {2}def forward\(/m.exec(source);
  if (!start) return undefined;
  const open = start.index + start[0].length;
  const parts = splitList(source.slice(open));
  const given = parts.items.slice(1).map((item) => /^(\w+)\s*:([^=]+)/.exec(item));
  if (given.some((match) => match === null)) return undefined;
  const result = /^\s*->([^\n]+):(?:\n|$)/.exec(source.slice(open + parts.length));
  return {
    arguments: given.flatMap((match) => (match ? [{ name: match[1], type: match[2].trim() }] : [])),
    outputCount: result ? countOutputs(result[1].trim()) : undefined,
  };
}

/** The parts of a list up to its closing bracket, split at commas outside inner brackets. */
function splitList(text: string): { items: string[]; length: number } {
  const items: string[] = [];
  let [depth, start] = [0, 0];
  for (let at = 0; at < text.length; at++) {
    const character = text[at];
    if ('([{'.includes(character)) depth++;
    const closes = ')]}'.includes(character) && depth-- === 0;
    if (!closes && (character !== ',' || depth > 0)) continue;
    const item = text.slice(start, at).trim();
    if (item !== '') items.push(item);
    countWithin('arguments', items.length, 'the TorchScript file');
    if (closes) return { items, length: at + 1 };
    start = at + 1;
  }
  return { items: [], length: text.length };
}

function countOutputs(type: string): number | undefined {
  if (type === 'Tensor' || type === 'List[str]') return 1;
  if (!type.startsWith('Tuple[')) return undefined;
  return splitList(type.slice('Tuple['.length)).items.length;
}

import { ModelConfigDocument } from '../../model-config/schema/schema';
import { RuleFinding } from '../../findings/rule';
import { FolderFile } from '../folder-content';
import { ForwardSignature, readForwardSignature } from '../readers/forward-signature';
import { FileRule, LocalModel, modelFiles } from './local-model';

/** A name that says which argument or result is meant: text, two underscores, the number. */
const NAMED_INDEX = /^(?:(?!__).)+__(\d+)$/s;

interface Script {
  readonly file: FolderFile;
  /** Undefined where the file does not tell. */
  readonly signature?: ForwardSignature;
}

const readScripts = new WeakMap<LocalModel, Script[]>();

/** The TorchScript files of all loaded versions, read once for all rules. */
function scriptsOf(model: LocalModel): Script[] {
  let scripts = readScripts.get(model);
  if (!scripts) {
    const platform = model.config.platform || 'pytorch_libtorch';
    const torchScript = model.backend.name === 'pytorch' && platform === 'pytorch_libtorch' && !model.config.runtime;
    scripts = torchScript
      ? modelFiles(model).map((file) => ({ file, signature: readForwardSignature(file.source) }))
      : [];
    readScripts.set(model, scripts);
  }
  return scripts;
}

/**
 * Rules of lib/model-config that only guess at what the files tell for sure: theirs are dropped when these here apply.
 */
export function decidedByScripts(model: LocalModel): string[] {
  const scripts = scriptsOf(model);
  if (scripts.length === 0) return [];
  if (!scripts.every(({ signature }) => signature)) return ['pt.out-name'];
  return ['pt.in-name', 'pt.out-name', 'pt.name-double-underscore', 'pt.count'];
}

/**
 * Triton warns about names that follow no convention and then takes the tensors in the order of config.pbtxt, which
 * answers wrongly when that is not the order of `forward`. Here that is an error.
 */
export const torchScriptRules: FileRule[] = [
  {
    id: 'pt.dict',
    *check(model) {
      for (const { file, signature } of scriptsOf(model)) {
        const dictionaries = (signature?.arguments ?? []).filter(({ type }) => type.startsWith('Dict['));
        if (dictionaries.length > 0 && signature?.arguments.length !== 1) {
          yield {
            field: 'files',
            message: `${describe(signature, file)}; allowed: one Dict[str, Tensor] alone, or tensors`,
          };
        }
      }
    },
  },
  {
    id: 'pt.forward-type',
    *check(model) {
      for (const { file, signature } of scriptsOf(model)) {
        const other = (signature?.arguments ?? []).find(({ type }) => !/^(Tensor$|List\[|Dict\[)/.test(type));
        if (other) {
          yield {
            field: 'files',
            message: `${describe(signature, file)}, where '${other.name}' is ${other.type}; allowed: Tensor, List or Dict[str, Tensor]; wrap the model in a module that accepts only tensors`,
          };
        }
      }
    },
  },
  {
    id: 'pt.count',
    *check(model) {
      const given = inputCount(model.config);
      for (const { file, signature } of scriptsOf(model)) {
        if (!signature || takesDictionary(signature) || signature.arguments.length === given) continue;
        yield {
          field: 'input',
          message: `got ${given}; allowed: ${signature.arguments.length}, because ${describe(signature, file)}`,
        };
      }
    },
  },
  {
    id: 'pt.in-name',
    *check(model) {
      for (const { file, signature } of scriptsOf(model)) {
        if (signature && !takesDictionary(signature)) yield* checkInputNames(model.config, signature, file);
      }
    },
  },
  {
    id: 'pt.out-name',
    *check(model) {
      for (const { file, signature } of scriptsOf(model))
        yield* checkOutputNames(model.config, file, signature?.outputCount);
    },
  },
];

/** Triton follows names only where all of them are arguments, or all of them are numbered. */
function* checkInputNames(
  config: ModelConfigDocument,
  signature: ForwardSignature,
  file: FolderFile,
): Iterable<RuleFinding> {
  const names = config.input.map(({ name }) => name);
  const known = signature.arguments.map(({ name }) => name);
  if (names.every((name) => known.includes(name))) return;
  const numbered = names.some((name) => NAMED_INDEX.test(name));
  const allowed = `${numbered ? '' : `the arguments of forward (${known.join(', ')}), or `}NAME__<n> with ${numbersBelow(known.length)} for each input`;
  for (const [index, name] of names.entries()) {
    if (isNumbered(name, known.length) && names.indexOf(name) === index) continue;
    yield {
      field: `input[${index}].name`,
      message: `got '${name}'; allowed: ${allowed}, because ${describe(signature, file)}; Triton would use the inputs in the order of config.pbtxt`,
    };
  }
}

function* checkOutputNames(config: ModelConfigDocument, file: FolderFile, count?: number): Iterable<RuleFinding> {
  const range = count === undefined ? 'the number of the result, from 0' : numbersBelow(count);
  for (const [index, { name }] of config.output.entries()) {
    if (isNumbered(name, count)) continue;
    yield {
      field: `output[${index}].name`,
      message: `got '${name}'; allowed: NAME__<n> with ${range}, such as 'OUTPUT__${index}', for each result of ${file.path}; Triton would use the outputs in the order of config.pbtxt`,
    };
  }
}

function numbersBelow(count: number): string {
  return count === 1 ? 'n = 0' : `n from 0 to ${count - 1}`;
}

function isNumbered(name: string, count: number = Infinity): boolean {
  const number = NAMED_INDEX.exec(name)?.[1];
  return number !== undefined && Number(number) < count;
}

function takesDictionary({ arguments: given }: ForwardSignature): boolean {
  return given.length === 1 && given[0].type.startsWith('Dict[');
}

function inputCount({ input, batch_input: batch, sequence_batching: sequence }: ModelConfigDocument): number {
  return input.length + batch.length + (sequence?.control_input.length ?? 0) + (sequence?.state.length ?? 0);
}

function describe(signature: ForwardSignature | undefined, { path }: FolderFile): string {
  const list = (signature?.arguments ?? []).map(({ name, type }) => `${name}: ${type}`).join(', ');
  return `${path} has forward(${list})`;
}

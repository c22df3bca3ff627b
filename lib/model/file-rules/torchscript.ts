import { ModelConfigDocument } from '../../model-config/schema/schema';
import { Severity } from '../../findings/finding';
import { listed } from '../../findings/listed';
import { OverLimit } from '../../findings/limits';
import { RuleFinding } from '../../findings/rule';
import { repeated } from '../../model-config/rules/repeated';
import { FolderFile, SourceFile } from '../folder-content';
import { ForwardSignature, readForwardSignature } from '../readers/forward-signature';
import { isTorchScript } from '../readers/torchscript-file';
import { FileRule, LocalModel, modelFiles, oncePerModel } from './local-model';
import { assignTensors } from './torchscript-names';

interface Script {
  readonly file: SourceFile;
  /** Undefined where the file does not tell. */
  readonly signature?: ForwardSignature;
}

/** The TorchScript files of all loaded versions. */
const scriptsOf = oncePerModel((model): Script[] => {
  const platform = model.config.platform || 'pytorch_libtorch';
  const torchScript = model.backend.name === 'pytorch' && platform === 'pytorch_libtorch' && !model.config.runtime;
  return torchScript ? modelFiles(model).map((file) => ({ file, signature: readForwardSignature(file.source) })) : [];
});

/**
 * Rules of lib/model-config that only guess at what the files tell for sure: theirs are dropped when these here apply.
 */
export function decidedByScripts(model: LocalModel): string[] {
  const scripts = readableScripts(model);
  if (scripts.length === 0) return [];
  if (!scripts.every(({ signature }) => signature)) return ['pt.out-name'];
  return ['pt.out-name', 'pt.name-double-underscore'];
}

/** None where a file exceeds a limit, which the rules say. */
function readableScripts(model: LocalModel): Script[] {
  try {
    return scriptsOf(model);
  } catch (problem) {
    if (problem instanceof OverLimit) return [];
    throw problem;
  }
}

export const torchScriptRules: FileRule[] = [
  {
    id: 'pt.torchscript',
    *check(model) {
      for (const { file } of scriptsOf(model)) {
        if (isTorchScript(file.source) !== false) continue;
        yield {
          field: 'files',
          message: `got ${file.path}, which torch.save wrote: weights, or a module in Python; allowed: TorchScript; build the module, load its weights, and save torch.jit.trace(module.eval(), example) or torch.jit.script(module.eval()) with .save('${file.path.split('/').at(-1)}')`,
        };
      }
    },
  },
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
    id: 'pt.name-index',
    *check(model) {
      for (const { file, signature } of scriptsOf(model)) {
        if (signature && !takesDictionary(signature)) {
          const names = argumentNames(signature);
          yield* checkIndexes('input', model.config, describe(signature, file), names.length, names);
        }
        const results = signature?.outputCount;
        const reason = results === undefined ? 'no two outputs are the same result' : `${file.path} returns ${results}`;
        yield* checkIndexes('output', model.config, reason, results);
      }
    },
  },
  {
    id: 'pt.in-name',
    severity: Severity.WARNING,
    *check(model) {
      for (const { file, signature } of scriptsOf(model)) {
        if (!signature || takesDictionary(signature)) continue;
        const names = argumentNames(signature);
        const advice = `name them as the arguments (${listed(names)}), or NAME__0 to NAME__${names.length - 1}, because ${describe(signature, file)}`;
        yield* checkOrder('input', model.config, advice, names);
      }
    },
  },
  {
    id: 'pt.out-name',
    severity: Severity.WARNING,
    *check(model) {
      for (const { file } of scriptsOf(model)) {
        yield* checkOrder(
          'output',
          model.config,
          `name them NAME__<n>, with the position n of each result of ${file.path}, from 0`,
        );
      }
    },
  },
];

/** Numbered names whose number no tensor of the model has, or that two names share. */
function* checkIndexes(
  side: 'input' | 'output',
  config: ModelConfigDocument,
  reason: string,
  count = Infinity,
  known?: readonly string[],
): Iterable<RuleFinding> {
  const names = config[side].map(({ name }) => name);
  const { indexes } = assignTensors(names, known);
  const again = new Set(repeated(indexes ?? []));
  for (const [at, index] of indexes?.entries() ?? []) {
    if (index < count && !again.has(at)) continue;
    const allowed =
      count === 1 ? 'n = 0' : count === Infinity ? 'a number n of its own' : `n from 0 to ${count - 1}, each once`;
    yield {
      field: `${side}[${at}].name`,
      message: `got '${names[at]}'; allowed: NAME__<n> with ${allowed}, because ${reason}`,
    };
  }
}

/** Several tensors that Triton assigns in the order of config.pbtxt, whatever their names say. */
function* checkOrder(
  side: 'input' | 'output',
  config: ModelConfigDocument,
  advice: string,
  known?: readonly string[],
): Iterable<RuleFinding> {
  const names = config[side].map(({ name }) => name);
  if (names.length < 2 || !assignTensors(names, known).inOrder) return;
  yield {
    field: side,
    message: `got ${listed(names.map((name) => `'${name}'`))}, which Triton assigns in the order of config.pbtxt; if that is not the order of the model, responses are wrong: ${advice}`,
  };
}

function argumentNames(signature: ForwardSignature): string[] {
  return signature.arguments.map(({ name }) => name);
}

function takesDictionary({ arguments: given }: ForwardSignature): boolean {
  return given.length === 1 && given[0].type.startsWith('Dict[');
}

function inputCount({ input, batch_input: batch, sequence_batching: sequence }: ModelConfigDocument): number {
  return input.length + batch.length + (sequence?.control_input.length ?? 0) + (sequence?.state.length ?? 0);
}

function describe(signature: ForwardSignature | undefined, { path }: FolderFile): string {
  const list = (signature?.arguments ?? []).map(({ name, type }) => `${name}: ${type}`);
  return `${path} has forward(${listed(list)})`;
}

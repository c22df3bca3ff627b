import { ModelConfigDocument } from '../../model-config/schema/schema';
import type { ServingTarget } from '../../model-config/serving-target';
import { Severity } from '../../findings/finding';
import { joinNames } from '../../findings/join-names';
import { LimitExceededError } from '../../findings/limits';
import { RuleFinding } from '../../findings/rule';
import { duplicateIndices } from '../../model-config/rules/duplicates';
import { FolderFile, SourceFile } from '../folder/folder-content';
import { formatOf } from '../folder/readers/file-format';
import {
  ForwardArgument,
  ForwardSignature,
  isTorchScript,
  readDeviceConstants,
  readForwardSignature,
  unsupportedResult,
} from '../folder/readers/torchscript';
import { FileRule, fileRules, LocalModel, modelFiles, cachePerModel } from './local-model';

interface ScriptFile {
  readonly file: SourceFile;
  /** Undefined if the file does not contain a signature. */
  readonly signature?: ForwardSignature;
}

/** The TorchScript files of all loaded versions. */
const scriptsOf = cachePerModel((model): ScriptFile[] => {
  const platform = model.config.platform || 'pytorch_libtorch';
  const isTorchScriptModel =
    model.backend.name === 'pytorch' && platform === 'pytorch_libtorch' && !model.config.runtime;
  return isTorchScriptModel
    ? modelFiles(model).map((file) => ({ file, signature: readForwardSignature(file.source) }))
    : [];
});

/** IDs of rules in lib/model-config whose findings are ignored, because rules for TorchScript files repeat the check with the signature. */
export function supersededByScripts(model: LocalModel): string[] {
  const scripts = readableScripts(model);
  if (scripts.length === 0) return [];
  if (!scripts.every(({ signature }) => signature)) return ['pt.out-name'];
  return ['pt.out-name', 'pt.name-double-underscore'];
}

/** The TorchScript files. Empty if a file exceeds a limit: the rules report the limit. */
function readableScripts(model: LocalModel): ScriptFile[] {
  try {
    return scriptsOf(model);
  } catch (problem) {
    if (problem instanceof LimitExceededError) return [];
    throw problem;
  }
}

/** Rules that compare config.pbtxt with the signature in TorchScript files. */
export const torchScriptRules: FileRule[] = [
  ...fileRules(scriptsOf, [
    {
      id: 'pt.torchscript',
      when: ({ file }) => isTorchScript(file.source) === false,
      message: ({ file }) =>
        `got ${file.path}, which torch.save wrote: weights, or a module in Python; allowed: TorchScript; build the module, load its weights, and save torch.jit.trace(module.eval(), example) or torch.jit.script(module.eval()) with .save('${file.path.split('/').at(-1)}')`,
    },
    {
      id: 'pt.torchscript',
      when: ({ file }) =>
        isTorchScript(file.source) === undefined && ![undefined, 'a zip archive'].includes(formatOf(file.source)),
      message: ({ file }) =>
        `got ${file.path}, which is ${formatOf(file.source)}; allowed: TorchScript, or the backend that loads the file`,
    },
    {
      id: 'pt.dict',
      when: ({ signature }) =>
        signature?.arguments.length !== 1 && signature?.arguments.some(({ type }) => type.startsWith('Dict[')),
      message: ({ signature, file }) =>
        `${describe(signature, file)}; allowed: one Dict[str, Tensor] alone, or tensors`,
    },
    {
      id: 'pt.forward-type',
      when: ({ signature }) => unsupportedArgument(signature) !== undefined,
      message: ({ signature, file }) => {
        const { name, type } = unsupportedArgument(signature) ?? {};
        return `${describe(signature, file)}, where '${name}' is ${type}; allowed: Tensor, List or Dict[str, Tensor]; wrap the model in a module that accepts only tensors`;
      },
    },
  ]),
  ...fileRules(
    (model) => scriptsOf(model).map((script) => ({ ...script, type: unsupportedResult(script.signature) })),
    [
      {
        id: 'pt.result',
        when: ({ type }) => type,
        message: ({ type, signature, file }) =>
          `${describe(signature, file)} -> ${signature?.resultType}; the PyTorch backend cannot return ${type}; allowed: Tensor, List[str], or a tuple of them; ` +
          "wrap the model in a module that returns the tensors as a tuple, such as result['boxes'], result['scores']",
      },
    ],
  ),
  ...fileRules(deviceConstants, [
    {
      id: 'pt.device',
      severity: Severity.WARNING,
      when: () => true,
      message: ({ file, constants, reason, advice }) =>
        `the code of ${file.path} creates tensors on ${joinNames(constants)}, as a trace does that was made there; ${reason}, so requests may fail; ` +
        `save the model with torch.jit.script, and create its tensors on the device of an input (device=x.device) or as buffers${advice}`,
    },
  ]),
  ...fileRules(
    (model) => scriptsOf(model).map((script) => ({ ...script, field: 'input' })),
    [
      {
        id: 'pt.count',
        when: ({ signature }, _, { config }) =>
          signature && !acceptsDictionary(signature) && signature.arguments.length !== inputCount(config),
        message: ({ signature, file }, _, { config }) =>
          `got ${inputCount(config)}; allowed: ${signature?.arguments.length}, because ${describe(signature, file)}`,
      },
    ],
  ),
  {
    id: 'pt.name-index',
    *check(model) {
      for (const { file, signature } of scriptsOf(model)) {
        if (signature && !acceptsDictionary(signature)) {
          const names = argumentNames(signature);
          yield* checkIndexes('input', model.config, describe(signature, file), names.length, names);
        }
        if (unsupportedResult(signature)) continue;
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
        if (!signature || acceptsDictionary(signature)) continue;
        const names = argumentNames(signature);
        const advice = `name them as the arguments (${joinNames(names)}), or NAME__0 to NAME__${names.length - 1}, because ${describe(signature, file)}`;
        yield* checkOrder('input', model.config, advice, names);
      }
    },
  },
  {
    id: 'pt.out-name',
    severity: Severity.WARNING,
    *check(model) {
      for (const { file, signature } of scriptsOf(model)) {
        if (unsupportedResult(signature)) continue; // no name helps
        yield* checkOrder(
          'output',
          model.config,
          `name them NAME__<n>, with the position n of each result of ${file.path}, from 0`,
        );
      }
    },
  },
];

/** Reports names `NAME__<n>` whose position n is out of range or repeated. */
function* checkIndexes(
  tensorList: 'input' | 'output',
  config: ModelConfigDocument,
  reason: string,
  count = Infinity,
  parameterNames?: readonly string[],
): Iterable<RuleFinding> {
  const names = config[tensorList].map(({ name }) => name);
  const { indexes } = assignTensors(names, parameterNames);
  const duplicates = new Set(duplicateIndices(indexes ?? []));
  for (const [position, index] of indexes?.entries() ?? []) {
    if (index < count && !duplicates.has(position)) continue;
    const allowed =
      count === 1 ? 'n = 0' : count === Infinity ? 'a number n of its own' : `n from 0 to ${count - 1}, each once`;
    yield {
      field: `${tensorList}[${position}].name`,
      message: `got '${names[position]}'; allowed: NAME__<n> with ${allowed}, because ${reason}`,
    };
  }
}

/** Reports tensors whose names Triton ignores. Triton maps such tensors in the order of config.pbtxt. */
function* checkOrder(
  tensorList: 'input' | 'output',
  config: ModelConfigDocument,
  advice: string,
  parameterNames?: readonly string[],
): Iterable<RuleFinding> {
  const names = config[tensorList].map(({ name }) => name);
  if (names.length < 2 || !assignTensors(names, parameterNames).inOrder) return;
  yield {
    field: tensorList,
    message: `got ${joinNames(names.map((name) => `'${name}'`))}, which Triton assigns in the order of config.pbtxt; if that is not the order of the model, responses are wrong: ${advice}`,
  };
}

/** The scripts whose code names other GPUs than those of the model instances. With KIND_MODEL, the model chooses its devices. */
function deviceConstants(model: LocalModel, { instanceType }: ServingTarget) {
  const { name, gpuCount } = instanceType ?? {};
  if (gpuCount === undefined) return [];
  const gpus = Array.from({ length: gpuCount }, (_, gpu) => gpu);
  const groups = model.config.instance_group.length > 0 ? model.config.instance_group : [{ kind: 'KIND_GPU', gpus }];
  const devices = groups
    .filter(({ kind }) => kind !== 'KIND_MODEL')
    .flatMap((group) =>
      group.kind === 'KIND_CPU' ? ['the CPU'] : (group.gpus.length > 0 ? group.gpus : gpus).map((gpu) => `cuda:${gpu}`),
    );
  const hasInstances = groups.some(({ kind }) => kind !== 'KIND_MODEL');
  return scriptsOf(model).flatMap(({ file }) => {
    const constants = hasInstances ? readDeviceConstants(file.source) : [];
    const others = [...new Set(devices)].filter((device) => constants.some((constant) => constant !== device));
    if (constants.length === 0 || (gpuCount > 0 && others.length === 0)) return [];
    const reason = gpuCount === 0 ? `${name} has no GPU` : `model instances also run on ${joinNames(others)}`;
    return [{ file, constants, reason, advice: gpuCount > 1 ? ', or run all instances on GPU 0 (gpus: [0])' : '' }];
  });
}

/** An argument of a type that Triton does not pass. */
function unsupportedArgument(signature?: ForwardSignature): ForwardArgument | undefined {
  return signature?.arguments.find(({ type }) => !/^(Tensor$|List\[|Dict\[)/.test(type));
}

function argumentNames(signature: ForwardSignature): string[] {
  return signature.arguments.map(({ name }) => name);
}

function acceptsDictionary({ arguments: forwardArguments }: ForwardSignature): boolean {
  return forwardArguments.length === 1 && forwardArguments[0].type.startsWith('Dict[');
}

function inputCount({ input, batch_input: batch, sequence_batching: sequence }: ModelConfigDocument): number {
  return input.length + batch.length + (sequence?.control_input.length ?? 0) + (sequence?.state.length ?? 0);
}

function describe(signature: ForwardSignature | undefined, { path }: FolderFile): string {
  const list = (signature?.arguments ?? []).map(({ name, type }) => `${name}: ${type}`);
  return `${path} has forward(${joinNames(list)})`;
}

/** How Triton maps the tensors of config.pbtxt to the arguments or results of a TorchScript model. */
interface TensorAssignment {
  /** The position at the end of each name, if the names determine the mapping. */
  readonly indexes?: readonly number[];
  /** Whether the order in config.pbtxt determines the mapping. Triton then logs a warning, and loads the model. */
  readonly inOrder: boolean;
}

/** Matches any text, two underscores and a position. Without digits, the position is 0. */
const NAMED_INDEX = /^(?:(?!__).)*__(\d*)$/s;

/**
 * Maps tensors in the same way as triton-inference-server/pytorch_backend (src/pt/model_instance_state.cc, GetNamingConvention, 2026-05-13): by
 * argument if all names are arguments of `forward`, by position if all names end with a position, otherwise by order.
 *
 * @param parameterNames names of the arguments of `forward`. Omit them for outputs
 */
function assignTensors(names: readonly string[], parameterNames?: readonly string[]): TensorAssignment {
  const parameterNameSet = parameterNames && new Set(parameterNames);
  if (parameterNameSet && names.every((name) => parameterNameSet.has(name))) return { inOrder: false };
  const indexes = names.map((name) => NAMED_INDEX.exec(name)?.[1]);
  if (indexes.some((index) => index === undefined)) return { inOrder: true };
  return { indexes: indexes.map(Number), inOrder: false };
}

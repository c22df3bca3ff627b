import { Severity } from '../../findings/finding';
import { RuleFinding } from '../../findings/rule';
import type { ServingTarget } from '../../model-config/serving-target';
import { newestOpset, TensorRt, tensorRtInWords, tensorRtOf } from '../../platform/tensorrt';
import { precisionSupportOf } from '../../platform/tensorrt-gpus';
import { compareReleases } from '../../platform/triton-releases';
import type { EngineBuild } from '../engine/engine-build';
import { argumentProblem, optionName } from '../engine/extra-arguments';
import { compatibilityProblem } from '../engine/hardware-compatibility';
import { lackingIn } from '../engine/trtexec-limits';
import { FileRule, LocalModel } from './local-model';
import { graphsOf } from './onnx-files';

/** The first release whose start script passes further arguments on to the server (docker/sagemaker/serve of triton-inference-server/server). */
const FIRST_WITH_ARGUMENTS = '23.07';

/** How an engine is built, against the TensorRT and the GPU that build it. */
export const engineBuildRules: FileRule[] = [
  {
    id: 'engine.backend',
    *check(model) {
      if (buildOf(model) === undefined || model.backend.name === 'tensorrt') return;
      yield {
        field: 'backend',
        message: `got '${model.backend.name}' with ModelFiles.engineFrom; allowed: Backend.TENSORRT, which runs engines`,
      };
    },
  },
  {
    id: 'engine.options',
    *check(model, options) {
      const build = buildOf(model);
      const tensorRt = tensorRtFor(options);
      if (!build || !tensorRt) return;
      for (const { field, got, allowed } of lackingIn(tensorRt.version, build)) {
        const message = `got ${got}; TensorRT ${tensorRtInWords(tensorRt)} of Triton ${options.tritonRelease} allows ${allowed}`;
        yield { field: `files.${field}`, message, ...weighed(tensorRt) };
      }
    },
  },
  {
    id: 'engine.precision',
    *check(model, { instanceType }) {
      const precision = buildOf(model)?.precision;
      const support = precision && precisionSupportOf(precision);
      const capability = instanceType?.computeCapability;
      if (!support || capability === undefined) return;
      const gpu = `${instanceType?.name} has ${capability} (${instanceType?.gpuModel})`;
      if (Number(capability) < Number(support.lowest ?? 0)) {
        yield {
          field: 'files.precision',
          message:
            `got ${precision}, which requires a GPU with compute capability ${support.lowest} or higher; ${gpu}: choose a different ` +
            'precision or instance type',
        };
      }
      if (capability === support.notPreferred) {
        yield {
          field: 'files.precision',
          message:
            `got ${precision}, which trtexec does not choose for compute capability ${capability} even with --best; ${gpu}: use FP8, ` +
            `or compare the latency with FP16 before you rely on ${precision}`,
          severity: Severity.WARNING,
        };
      }
    },
  },
  {
    id: 'engine.hardware-compatibility',
    *check(model, { instanceType }) {
      const { hardwareCompatibility: level, precision } = buildOf(model) ?? {};
      if (level === undefined) return;
      const problem = compatibilityProblem(level, { computeCapability: instanceType?.computeCapability }, precision);
      if (problem === undefined) return;
      yield {
        field: 'files.hardwareCompatibility',
        message: `got ${level}${instanceType ? ` on ${instanceType.name} (${instanceType.gpuModel}, compute capability ${instanceType.computeCapability})` : ''}, which ${problem}`,
      };
    },
  },
  {
    id: 'engine.extra-arguments',
    *check(model, options) {
      const build = buildOf(model);
      const tensorRt = tensorRtFor(options);
      for (const [index, argument] of (build?.extraArguments ?? []).entries()) {
        const others = (build?.arguments ?? []).map(optionName);
        others.splice(others.indexOf(optionName(argument)), 1);
        const problem = argumentProblem(argument, others, tensorRt?.version);
        if (problem === undefined) continue;
        const always = tensorRt === undefined || argumentProblem(argument, others) !== undefined;
        const message = `got ${argument}; ${problem}`;
        yield { field: `files.extraArguments[${index}]`, message, ...(always ? {} : weighed(tensorRt)) };
      }
    },
  },
  {
    id: 'engine.opset',
    severity: Severity.WARNING,
    *check(model, options) {
      const tensorRt = tensorRtFor(options);
      const newest = tensorRt && newestOpset(tensorRt.version);
      if (!tensorRt || newest === undefined || buildOf(model) === undefined) return;
      for (const { file, graph } of graphsOf(model)) {
        const opset = graph.opsets.get('ai.onnx') ?? 0;
        if (opset <= newest) continue;
        yield {
          field: 'files',
          message:
            `got ${file.path} with opset ${opset}; TensorRT ${tensorRtInWords(tensorRt)} of Triton ${options.tritonRelease} reads at most opset ` +
            `${newest}, so the build may fail: export the model with an opset up to that, or use a newer release`,
        };
      }
    },
  },
  {
    id: 'engine.tensorrt-unknown',
    severity: Severity.WARNING,
    *check(model, options) {
      const { tritonRelease, customImage } = options;
      if (buildOf(model) === undefined || tensorRtFor(options) || (tritonRelease === undefined && !customImage)) return;
      yield {
        field: 'files',
        message:
          `the TensorRT of ${customImage ? 'your own image' : `Triton ${tritonRelease}`} is not known, so precision, profiles and ` +
          'opset are not checked: the build may fail because they do not match',
      };
    },
  },
  {
    id: 'engine.plugin',
    *check(model, { tritonRelease }) {
      const plugins = (buildOf(model)?.sources ?? []).map(({ path }) => path).filter((path) => /^plugins\//.test(path));
      const names = plugins.map((path) => path.slice('plugins/'.length));
      if (names.length > 0 && tritonRelease !== undefined && compareReleases(tritonRelease, FIRST_WITH_ARGUMENTS) < 0) {
        yield {
          field: 'files.plugins',
          message: `got plugins with Triton ${tritonRelease}, whose server has no argument to load them; requires Triton ${FIRST_WITH_ARGUMENTS} or newer`,
        };
      }
      for (const [index, name] of names.entries()) {
        const field = `files.plugins[${index}]`;
        if (!name.endsWith('.so')) yield { field, message: `got ${name}; allowed: a library (.so)` };
        // Arguments of the server are split at white space, and a list of plugins at semicolons.
        else if (!/^[\w.+-]+$/.test(name))
          yield { field, message: `got '${name}'; allowed: letters, digits, '_', '.', '+' and '-'` };
        else if (names.indexOf(name) !== index)
          yield {
            field,
            message: `got a second ${name}; allowed: each name once, since all plugins are in one folder`,
          };
      }
    },
  },
  {
    id: 'engine.s3-tensors',
    *check(model) {
      const object = buildOf(model)?.sources[0].object;
      const missing = (
        [
          ['inputs', model.config.input],
          ['outputs', model.config.output],
        ] as const
      )
        .filter(([, tensors]) => tensors.length === 0)
        .map(([name]) => name);
      if (!object || missing.length === 0) return;
      yield {
        field: missing[0],
        message: `got none; ${object.key} is in S3 and cannot be read at synth: set ${missing.join(' and ')} as in the ONNX file`,
      };
    },
  },
];

/** The build of the model's engines: for each GPU the same but for its target. */
export function buildOf({ files }: LocalModel): EngineBuild | undefined {
  return files.find(({ build }) => build !== undefined)?.build;
}

/** The one that builds. An image of one's own may have another TensorRT than its release, but no older one than 11 where that has it. */
export function tensorRtFor({ tritonRelease, customImage }: ServingTarget): TensorRt | undefined {
  const known = tensorRtOf(tritonRelease);
  return customImage && !known?.orNewer ? undefined : known;
}

/** What is only reported is no reason to refuse a model. */
function weighed({ confirmed }: TensorRt): Pick<RuleFinding, 'severity'> | Record<string, never> {
  return confirmed ? {} : { severity: Severity.WARNING };
}

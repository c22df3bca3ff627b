import { Severity } from '../../../findings/finding';
import { RuleFinding } from '../../../findings/rule';
import type { ServingTarget } from '../../../model-config/serving-target';
import { newestOpset, TensorRt, formatTensorRtVersion, tensorRtOf } from '../../../facts/tensorrt';
import { precisionSupportOf } from '../../../facts/tensorrt-gpus';
import { compareReleases, releaseOrNewer } from '../../../facts/triton-releases';
import { argumentProblem, optionName } from '../../engine/extra-arguments';
import { EnginePrecision } from '../../engine/engine-options';
import { unsupportedSettings } from '../../engine/trtexec-options';
import { OnnxNode, readOnnxNodes } from '../../folder/readers/onnx-nodes';
import { buildOf } from '../../engine/engine-build';
import type { FileRule, LocalModel } from '../local-model';
import { graphsOf } from '../onnx-files';

/** First release whose start script passes additional arguments to the server (docker/sagemaker/serve of triton-inference-server/server). */
const FIRST_RELEASE_WITH_ARGUMENTS = '23.07';

/** Rules that compare the options of an engine build with the TensorRT version and the GPU. */
export const engineBuildRules: FileRule[] = [
  {
    id: 'engine.backend',
    *check(model) {
      if (buildOf(model) === undefined || model.backend.name === 'tensorrt') return;
      yield {
        field: 'backend',
        message: `got '${model.backend.name}' with ModelFiles.fromEngineBuild; allowed: Backend.TENSORRT, which runs engines`,
      };
    },
  },
  {
    id: 'engine.options',
    *check(model, options) {
      const build = buildOf(model);
      const tensorRt = tensorRtFor(options);
      if (!build || !tensorRt) return;
      for (const { field, got, allowed } of unsupportedSettings(tensorRt.version, build)) {
        const message = `got ${got}; TensorRT ${formatTensorRtVersion(tensorRt)} of Triton ${options.tritonRelease} allows ${allowed}`;
        yield { field: `files.${field}`, message, ...severityFor(tensorRt) };
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
    id: 'engine.quantization',
    *check(model) {
      const precision = buildOf(model)?.precision;
      if (precision !== EnginePrecision.INT8 && precision !== EnginePrecision.FP8) return;
      for (const { source, nodes } of readNodes(model)) {
        // The suffix matches QuantizeLinear, DequantizeLinear, and operators of TensorRT such as TRT_FP8QuantizeLinear.
        if (nodes.some(({ operator }) => operator.endsWith('uantizeLinear'))) continue;
        yield {
          field: 'files.precision',
          message:
            `got ${precision}; ${source} has no QuantizeLinear and DequantizeLinear nodes, without which ${consequenceOf(precision)}: ` +
            'quantize the ONNX file (for example with NVIDIA ModelOpt), or choose FP16',
        };
      }
    },
  },
  {
    id: 'engine.extra-arguments',
    *check(model, options) {
      const build = buildOf(model);
      const tensorRt = tensorRtFor(options);
      for (const [index, argument] of (build?.extraArguments ?? []).entries()) {
        const otherNames = (build?.arguments ?? []).map(optionName);
        otherNames.splice(otherNames.indexOf(optionName(argument)), 1);
        const problem = argumentProblem(argument, otherNames, tensorRt?.version);
        if (problem === undefined) continue;
        const isVersionIndependent = tensorRt === undefined || argumentProblem(argument, otherNames) !== undefined;
        const message = `got ${argument}; ${problem}`;
        yield {
          field: `files.extraArguments[${index}]`,
          message,
          ...(isVersionIndependent ? {} : severityFor(tensorRt)),
        };
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
            `got ${file.path} with opset ${opset}; TensorRT ${formatTensorRtVersion(tensorRt)} of Triton ${options.tritonRelease} reads at most opset ` +
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
      if (
        names.length > 0 &&
        tritonRelease !== undefined &&
        compareReleases(tritonRelease, FIRST_RELEASE_WITH_ARGUMENTS) < 0
      ) {
        yield {
          field: 'files.plugins',
          message: `got plugins with Triton ${tritonRelease}, whose server has no argument to load them; requires Triton ${releaseOrNewer(FIRST_RELEASE_WITH_ARGUMENTS)}`,
        };
      }
      for (const [index, name] of names.entries()) {
        const field = `files.plugins[${index}]`;
        if (!name.endsWith('.so')) yield { field, message: `got ${name}; allowed: a library (.so)` };
        // The arguments of the server are split at white space, and the list of plugins at semicolons.
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

/** The TensorRT version that builds the engine. Unknown for a custom image, unless the release of the image has TensorRT 11 or later. */
function tensorRtFor({ tritonRelease, customImage }: ServingTarget): TensorRt | undefined {
  const imageTensorRt = tensorRtOf(tritonRelease);
  return customImage && !imageTensorRt?.orNewer ? undefined : imageTensorRt;
}

/** Returns severity WARNING if the TensorRT version is unconfirmed. */
function severityFor({ confirmed }: TensorRt): Pick<RuleFinding, 'severity'> | Record<string, never> {
  return confirmed ? {} : { severity: Severity.WARNING };
}

function consequenceOf(precision: EnginePrecision): string {
  return precision === EnginePrecision.INT8
    ? 'trtexec makes up the ranges of all values, and the engine returns wrong responses'
    : 'no layer computes in FP8';
}

function readNodes(model: LocalModel): { source: string; nodes: OnnxNode[] }[] {
  return graphsOf(model).flatMap(({ file, source }) => {
    try {
      return [{ source, nodes: readOnnxNodes(file.source) }];
    } catch {
      return []; // no findings if the nodes cannot be read
    }
  });
}

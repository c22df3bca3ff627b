import { Severity } from '../../findings/finding';
import { RuleFinding } from '../../findings/rule';
import { TensorRt, tensorRtInWords, tensorRtOf } from '../../platform/tensorrt';
import { runsOn } from '../engine/hardware-compatibility';
import { SourceFile } from '../folder-content';
import { readSidecar } from '../readers/engine-sidecar';
import { FileRule, LocalModel, modelFiles } from './local-model';

export const engineProvenanceRules: FileRule[] = [
  {
    id: 'trt.version',
    *check(model, { instanceType, tritonRelease }) {
      const known = tensorRtOf(tritonRelease);
      const offered = known?.confirmed && !known.orNewer ? known.version : undefined;
      const capability = instanceType?.computeCapability;
      for (const engine of engines(model, capability)) {
        const { gpu, computeCapability, hardwareCompatibility, tensorRtVersion } = readSidecar(engine.source) ?? {};
        const served = { computeCapability: capability };
        if (computeCapability && !runsOn({ computeCapability }, served, hardwareCompatibility)) {
          const builtFor = gpu ? `${computeCapability} (${gpu})` : computeCapability;
          yield engineViolation(
            engine,
            `was built for compute capability ${builtFor}; allowed on ${instanceType?.name}: ${capability} (${instanceType?.gpuModel})`,
          );
        }
        if (offered && tensorRtVersion && !sameVersion(offered, tensorRtVersion)) {
          yield engineViolation(
            engine,
            `was built with TensorRT ${tensorRtVersion}; allowed with Triton ${tritonRelease}: ${offered}`,
          );
        }
      }
    },
  },
  {
    id: 'trt.provenance',
    severity: Severity.WARNING,
    *check(model, { instanceType, tritonRelease }) {
      if (!instanceType) return;
      const reported = tensorRtOf(tritonRelease);
      if (tritonRelease !== undefined && (!reported?.confirmed || reported.orNewer)) {
        const known = reported === undefined ? 'is not known' : inWords(reported);
        for (const engine of engines(model, instanceType.computeCapability)) {
          const version = readSidecar(engine.source)?.tensorRtVersion;
          if (version === undefined || (reported && sameVersion(reported.version, version))) continue;
          yield {
            field: 'files',
            message: `${engine.path} was built with TensorRT ${version}; the version of Triton ${tritonRelease} ${known}, so the engine may fail to load: build it with that image`,
          };
        }
      }
      for (const engine of engines(model, instanceType.computeCapability).filter(
        (each) => readSidecar(each.source) === undefined,
      )) {
        yield {
          field: 'files',
          message: `${engine.path} does not contain the GPU and TensorRT version that it was built for, so it may fail to load; write them to ${engine.path}.json`,
        };
      }
    },
  },
];

function inWords(tensorRt: TensorRt): string {
  return tensorRt.orNewer
    ? `is ${tensorRtInWords(tensorRt)}`
    : `is ${tensorRt.version} as reported by users, which NVIDIA has not confirmed`;
}

/** The engines that are loaded and were built before: those of the GPU's compute capability, where config.pbtxt names them, else the usual ones. */
export function engines(model: LocalModel, capability?: string): SourceFile[] {
  if (model.backend.name !== 'tensorrt') return [];
  const own = capability && model.config.cc_model_filenames.get(capability);
  return modelFiles(own ? { ...model, modelFileNames: [own] } : model);
}

function engineViolation({ path }: SourceFile, message: string): RuleFinding {
  return { field: 'files', message: `${path} ${message}; build the engine again for that target` };
}

/** An engine loads with the TensorRT version it was built with, to the last number that both tell. */
function sameVersion(a: string, b: string): boolean {
  const [short, long] = [a.split('.'), b.split('.')].sort((x, y) => x.length - y.length);
  return short.every((number, index) => number === long[index]);
}

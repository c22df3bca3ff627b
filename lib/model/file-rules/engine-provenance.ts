import { Severity } from '../../findings/finding';
import { RuleFinding } from '../../findings/rule';
import { readRegularJson } from '../../platform/regular-file';
import { findTritonRelease } from '../../platform/triton-releases';
import { FolderFile } from '../folder-content';
import { FileRule, LocalModel, modelFiles } from './local-model';

const MAXIMUM_BYTES = 1024 * 1024;

/** What `model.plan.json`, beside an engine, says about the machine that built it. */
interface Provenance {
  readonly gpu?: string;
  readonly computeCapability?: string;
  readonly tensorRtVersion?: string;
  readonly image?: string;
}

export const engineProvenanceRules: FileRule[] = [
  {
    id: 'trt.version',
    *check(model, { instanceType, tritonRelease }) {
      const offered = confirmedTensorRt(tritonRelease);
      const capability = instanceType?.computeCapability;
      for (const engine of engines(model, capability)) {
        const { gpu, computeCapability, tensorRtVersion } = provenanceOf(engine) ?? {};
        if (capability && computeCapability && capability !== computeCapability) {
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
      if (tritonRelease !== undefined && confirmedTensorRt(tritonRelease) === undefined) {
        const reported = findTritonRelease(tritonRelease)?.tensorRt;
        const known =
          reported === undefined
            ? 'is not known'
            : `is ${reported} by reports of users, which NVIDIA has not confirmed`;
        for (const engine of engines(model, instanceType.computeCapability)) {
          const version = provenanceOf(engine)?.tensorRtVersion;
          if (version === undefined || (reported && sameVersion(reported, version))) continue;
          yield {
            field: 'files',
            message: `${engine.path} was built with TensorRT ${version}; the version of Triton ${tritonRelease} ${known}, so that it may fail to load: build it with that image`,
          };
        }
      }
      for (const engine of engines(model, instanceType.computeCapability).filter(
        (each) => provenanceOf(each) === undefined,
      )) {
        yield {
          field: 'files',
          message: `${engine.path} does not say which GPU and TensorRT version it was built for, so that it may fail to load; put that into ${engine.path}.json`,
        };
      }
    },
  },
];

/** The TensorRT of a release; undefined where it is not known, or from reports only. */
function confirmedTensorRt(release?: string): string | undefined {
  const row = release === undefined ? undefined : findTritonRelease(release);
  return row?.unconfirmed?.includes('tensorrt') ? undefined : row?.tensorRt;
}

/** The engines that are loaded: those of the GPU's compute capability, where config.pbtxt names them, else the usual ones. */
function engines(model: LocalModel, capability?: string): FolderFile[] {
  if (model.backend.name !== 'tensorrt') return [];
  const own = capability && model.config.cc_model_filenames.get(capability);
  return modelFiles(own ? { ...model, modelFileNames: [own] } : model);
}

function provenanceOf({ source }: FolderFile): Provenance | undefined {
  try {
    return readRegularJson(`${source}.json`, { maximumBytes: MAXIMUM_BYTES }) as Provenance;
  } catch {
    return undefined;
  }
}

function engineViolation({ path }: FolderFile, message: string): RuleFinding {
  return { field: 'files', message: `${path} ${message}; build the engine again for that target` };
}

/** An engine loads with the TensorRT version it was built with, to the last number that both tell. */
function sameVersion(a: string, b: string): boolean {
  const [short, long] = [a.split('.'), b.split('.')].sort((x, y) => x.length - y.length);
  return short.every((number, index) => number === long[index]);
}

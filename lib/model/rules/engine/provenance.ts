import { basename } from 'path';
import { Severity } from '../../../findings/finding';
import { RuleFinding } from '../../../findings/rule';
import { TensorRt, formatTensorRtVersion, tensorRtOf } from '../../../facts/tensorrt';
import { runsOn } from '../../engine/hardware-compatibility';
import { SourceFile } from '../../folder/folder-content';
import { readSidecar } from '../../engine/engine-sidecar';
import { FileRule, LocalModel, modelFiles } from '../local-model';

/** Rules that compare the GPU and TensorRT version in the sidecar file `<engine>.json` of an existing engine with the endpoint. */
export const engineProvenanceRules: FileRule[] = [
  {
    id: 'trt.version',
    *check(model, { instanceType, tritonRelease }) {
      const imageTensorRt = tensorRtOf(tritonRelease);
      const imageVersion = imageTensorRt?.confirmed && !imageTensorRt.orNewer ? imageTensorRt.version : undefined;
      const capability = instanceType?.computeCapability;
      for (const engine of existingEngines(model, capability)) {
        const { gpu, computeCapability, hardwareCompatibility, tensorRtVersion } = readSidecar(engine.source) ?? {};
        const endpointGpu = { computeCapability: capability };
        if (computeCapability && !runsOn({ computeCapability }, endpointGpu, hardwareCompatibility)) {
          const builtFor = gpu ? `${computeCapability} (${gpu})` : computeCapability;
          yield engineViolation(
            engine,
            `was built for compute capability ${builtFor}; allowed on ${instanceType?.name}: ${capability} (${instanceType?.gpuModel})`,
          );
        }
        if (imageVersion && tensorRtVersion && !isSameVersion(imageVersion, tensorRtVersion)) {
          yield engineViolation(
            engine,
            `was built with TensorRT ${tensorRtVersion}; allowed with Triton ${tritonRelease}: ${imageVersion}`,
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
      const imageTensorRt = tensorRtOf(tritonRelease);
      const isUncertain = tritonRelease !== undefined && (!imageTensorRt?.confirmed || imageTensorRt.orNewer);
      const versionStatus = imageTensorRt === undefined ? 'is not known' : describeVersion(imageTensorRt);
      for (const engine of existingEngines(model, instanceType.computeCapability)) {
        const sidecar = readSidecar(engine.source);
        const version = sidecar?.tensorRtVersion;
        if (sidecar === undefined) {
          yield {
            field: 'files',
            message: `${engine.path} does not contain the GPU and TensorRT version that it was built for, so it may fail to load; write them to ${basename(engine.source)}.json, next to the engine`,
          };
        } else if (
          isUncertain &&
          version !== undefined &&
          !(imageTensorRt && isSameVersion(imageTensorRt.version, version))
        ) {
          yield {
            field: 'files',
            message: `${engine.path} was built with TensorRT ${version}; the version of Triton ${tritonRelease} ${versionStatus}, so the engine may fail to load: build it with that image`,
          };
        }
      }
    },
  },
];

function describeVersion(tensorRt: TensorRt): string {
  return tensorRt.orNewer
    ? `is ${formatTensorRtVersion(tensorRt)}`
    : `is ${tensorRt.version} as reported by users, which NVIDIA has not confirmed`;
}

/**
 * The existing engines that the server loads: the engine that config.pbtxt lists for the compute capability or, without such an engine, the
 * default engine, in each version.
 */
export function existingEngines(model: LocalModel, capability?: string): SourceFile[] {
  if (model.backend.name !== 'tensorrt') return [];
  const engineName = capability && model.config.cc_model_filenames.get(capability);
  return modelFiles(engineName ? { ...model, modelFileNames: [engineName] } : model);
}

function engineViolation({ path }: SourceFile, message: string): RuleFinding {
  return { field: 'files', message: `${path} ${message}; build the engine again for that target` };
}

/**
 * Whether versions are equal, up to the length of the shorter version. An engine requires the TensorRT version that it was built with.
 */
function isSameVersion(a: string, b: string): boolean {
  const [short, long] = [a.split('.'), b.split('.')].sort((x, y) => x.length - y.length);
  return short.every((number, index) => number === long[index]);
}

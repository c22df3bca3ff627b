import * as path from 'path';
import { hashFiles } from '../../lib/artifacts/hash-files';
import { HashedFile } from '../../lib/artifacts/repository-file';
import { sourceFiles } from '../../lib/artifacts/engine-source-files';
import { Severity } from '../../lib/findings/finding';
import { Backend, EngineOptions, ModelExample, ModelFiles, TritonModel } from '../../lib/model';
import { buildOf, engineTargetOf } from '../../lib/model/engine/engine-build';
import { InstanceType } from '../../lib/platform';
import { instanceFacts } from '../../lib/facts/instance-facts';
import { FIRST_RELEASE_WITH_TENSORRT_11, tensorRtOf } from '../../lib/facts/tensorrt';
import { findTritonRelease, tritonReleases } from '../../lib/facts/triton-releases';
import { NegativeResultError } from '../run-program';

/** The engine to build, and the endpoint that will run it. */
export interface EngineBuildRequest {
  readonly onnxFile: string;
  readonly instanceType: string;
  readonly release: string;
  /** The maximum batch size; 0 for a model without a batch dimension. */
  readonly maxBatchSize: number;
  readonly options: EngineOptions;
  /** Files with one request each, in the format of `ModelExample.fromFile`. */
  readonly examples?: string[];
}

/** A validated build, ready to run. */
export interface PlannedBuild {
  /** The GPU model of the build, because an engine runs only on the GPU model that built it. */
  readonly gpu: string;
  readonly image: string;
  /** The files that the build reads (see `writeSource`). */
  readonly files: HashedFile[];
  /** The warnings from validating the model. */
  readonly warnings: string[];
}

/**
 * Plans the build that a deployment would run.
 *
 * @throws if the instance type or the release is unknown, or the model is invalid
 */
export function planBuild({
  onnxFile,
  instanceType,
  release,
  maxBatchSize,
  options,
  examples,
}: EngineBuildRequest): PlannedBuild {
  const target = engineTargetOf(gpuOf(instanceType, release), release);
  const files = ModelFiles.fromEngineBuild(onnxFile, options);
  const name = path.parse(onnxFile).name;
  const model = new TritonModel({
    name,
    backend: Backend.TENSORRT,
    files,
    maxBatchSize,
    examples: examples?.map((file) => ModelExample.fromFile(file)),
  });
  const findings = model.validate({ tritonRelease: release, instanceType: InstanceType.of(instanceType) });
  const errors = findings.filter(({ severity }) => severity === Severity.ERROR);
  if (errors.length > 0) throw new NegativeResultError(errors.map(formatFinding).join('\n'));
  const [engine] = hashFiles(model._forTargets([target])._entries());
  const build = buildOf({ files: [engine] });
  if (!build) throw new Error(`${onnxFile} has nothing to build`);
  return {
    gpu: target.gpuModel,
    image: `nvcr.io/nvidia/tritonserver:${release}-py3`,
    files: sourceFiles(engine, build, model.examples),
    warnings: findings.filter(({ severity }) => severity === Severity.WARNING).map(formatFinding),
  };
}

function formatFinding({ field, message, ruleId }: { field: string; message: string; ruleId: string }): string {
  return `${field}: ${message} (${ruleId})`;
}

function gpuOf(instanceType: string, release: string): { gpuModel: string; computeCapability: string } {
  const instance = instanceFacts(instanceType);
  if (!instance?.computeCapability || !instance.gpuModel)
    throw new Error(`${instanceType} is not a known GPU instance type, such as ml.g5.xlarge`);
  if (!tensorRtOf(release)) {
    const knownReleases = tritonReleases().map((each) => each.release);
    throw new Error(
      `${release} is not a known Triton release; allowed: ${knownReleases.join(', ')}, and ${FIRST_RELEASE_WITH_TENSORRT_11} or newer`,
    );
  }
  const { computeCapability, gpuModel } = instance;
  const minimumCapability = findTritonRelease(release)?.minComputeCapability ?? '0';
  if (Number(computeCapability) < Number(minimumCapability)) {
    throw new Error(
      `Triton ${release} needs compute capability ${minimumCapability}; ${instanceType} has ${computeCapability} (${gpuModel})`,
    );
  }
  return { gpuModel, computeCapability };
}

import * as path from 'path';
import { hashFiles } from '../../lib/artifacts/hash-files';
import { HashedFile } from '../../lib/artifacts/repository-file';
import { sourceFiles } from '../../lib/engine/source-files';
import { Severity } from '../../lib/findings/finding';
import { Backend, EngineOptions, ModelExample, ModelFiles, TritonModel } from '../../lib/model';
import { engineTargetOf } from '../../lib/model/engine/engine-target';
import { InstanceType } from '../../lib/platform';
import { instanceFacts } from '../../lib/platform/instance-facts';
import { FIRST_RELEASE_WITH_11, tensorRtOf } from '../../lib/platform/tensorrt';
import { findTritonRelease, tritonReleases } from '../../lib/platform/triton-releases';
import { NegativeResult } from '../run-program';

/** What is built, and for which endpoint. */
export interface EngineRequest {
  readonly onnxFile: string;
  readonly instanceType: string;
  readonly release: string;
  /** The model's largest batch; 0 for a model without batch dimension. */
  readonly maxBatchSize: number;
  readonly options: EngineOptions;
  /** Files with a request each, as of `ModelExample.fromFile`. */
  readonly examples?: string[];
}

/** A build that can be run. */
export interface PlannedBuild {
  /** The GPU that it has to run on: an engine runs only on the model that built it. */
  readonly gpu: string;
  readonly image: string;
  /** Content of the source folder. */
  readonly files: HashedFile[];
  /** What the rules advise against. */
  readonly warnings: string[];
}

/**
 * The build that a deployment would do.
 *
 * @throws when the type or the release is not known, or the rules refuse the engine
 */
export function planBuild({
  onnxFile,
  instanceType,
  release,
  maxBatchSize,
  options,
  examples,
}: EngineRequest): PlannedBuild {
  const target = engineTargetOf(gpuOf(instanceType, release), release);
  const files = ModelFiles.engineFrom(onnxFile, options);
  const name = path.parse(onnxFile).name;
  const unbound = new TritonModel({
    name,
    backend: Backend.TENSORRT,
    files,
    maxBatchSize,
    examples: examples?.map((file) => ModelExample.fromFile(file)),
  });
  const findings = unbound.validate({ tritonRelease: release, instanceType: InstanceType.of(instanceType) });
  const errors = findings.filter(({ severity }) => severity === Severity.ERROR);
  if (errors.length > 0) throw new NegativeResult(errors.map(inWords).join('\n'));
  const [engine] = hashFiles(unbound._forTargets([target])._entries());
  if (!engine.build) throw new Error(`${onnxFile} has nothing to build`);
  return {
    gpu: target.gpuModel,
    image: `nvcr.io/nvidia/tritonserver:${release}-py3`,
    files: sourceFiles(engine, engine.build, unbound.examples),
    warnings: findings.filter(({ severity }) => severity === Severity.WARNING).map(inWords),
  };
}

function inWords({ field, message, ruleId }: { field: string; message: string; ruleId: string }): string {
  return `${field}: ${message} (${ruleId})`;
}

function gpuOf(instanceType: string, wanted: string): { gpuModel: string; computeCapability: string } {
  const instance = instanceFacts(instanceType);
  if (!instance?.computeCapability || !instance.gpuModel)
    throw new Error(`${instanceType} is not a known GPU instance type, such as ml.g5.xlarge`);
  if (!tensorRtOf(wanted)) {
    const known = tritonReleases().map((each) => each.release);
    throw new Error(
      `${wanted} is not a known Triton release; allowed: ${known.join(', ')}, and ${FIRST_RELEASE_WITH_11} or newer`,
    );
  }
  const { computeCapability, gpuModel } = instance;
  const lowest = findTritonRelease(wanted)?.minComputeCapability ?? '0';
  if (Number(computeCapability) < Number(lowest)) {
    throw new Error(
      `Triton ${wanted} needs compute capability ${lowest}; ${instanceType} has ${computeCapability} (${gpuModel})`,
    );
  }
  return { gpuModel, computeCapability };
}

import { ModelConfig } from '../model-config';
import { Backend } from './backend';
import { BatchInput, BatchOutput } from './batch-io';
import { Batching } from './batching';
import { Ensemble } from './ensemble';
import { InstanceGroup } from './instance-group';
import { ModelExample } from './model-example';
import { ModelFiles } from './model-files';
import { Optimization } from './optimization';
import { RepositoryAgent } from './repository-agent';
import { Tensor } from './tensor';
import type { TritonModel } from './triton-model';
import { VersionPolicy } from './version-policy';
import { Warmup } from './warmup';

/**
 * What may be said of any model.
 *
 * @internal
 */
export interface TritonModelOptions {
  /**
   * The model's files. Required for all but ensembles.
   *
   * @default - none
   */
  readonly files?: ModelFiles;

  /**
   * The largest batch the model can take; 0 for a model whose tensors have no batch dimension. Larger batches raise
   * throughput, and the latency of each request in them. No larger than a TensorRT engine's profile allows.
   *
   * @default 0 (no batching)
   */
  readonly maxBatchSize?: number;

  /**
   * The inputs.
   *
   * @default - for ONNX those of the model file; other backends read theirs at load (not PyTorch, not ensembles)
   */
  readonly inputs?: Tensor[];

  /**
   * The outputs.
   *
   * @default - for ONNX those of the model file; other backends read theirs at load (not PyTorch, not ensembles)
   */
  readonly outputs?: Tensor[];

  /**
   * Copies of the model that execute side by side.
   *
   * @default - one on each GPU, or one on the CPU where there is none
   */
  readonly instanceGroups?: InstanceGroup[];

  /**
   * How requests are joined into batches.
   *
   * @default - each request executes alone
   */
  readonly batching?: Batching;

  /**
   * The steps of an ensemble.
   *
   * @default - not an ensemble
   */
  readonly ensemble?: Ensemble;

  /**
   * Models that go into the same repository: those of an ensemble's steps, or those that a Python model calls (BLS), which the
   * endpoint then loads beside it.
   *
   * @default - the models of the steps of `ensemble`
   */
  readonly members?: TritonModel[];

  /**
   * Requests to run at load, so that first clients do not meet a cold model.
   *
   * @default - none
   */
  readonly warmup?: Warmup[];

  /**
   * Which versions are loaded.
   *
   * @default - the newest one
   */
  readonly versionPolicy?: VersionPolicy;

  /**
   * How the backend prepares and runs the model.
   *
   * @default - the backend's defaults
   */
  readonly optimization?: Optimization;

  /**
   * Whether equal requests are answered from a cache, when the endpoint's server has a `responseCacheSize`: the latency of a hit is
   * that of a look-up, a miss costs a little more.
   *
   * @default false
   */
  readonly responseCache?: boolean;

  /**
   * Whether a request may have any number of answers, as generated text has. Needs a streaming client.
   *
   * @default false
   */
  readonly decoupled?: boolean;

  /**
   * Inputs that Triton makes out of the batch, for ragged batching.
   *
   * @default - none
   */
  readonly batchInputs?: BatchInput[];

  /**
   * Outputs that Triton splits by the shapes of an input.
   *
   * @default - none
   */
  readonly batchOutputs?: BatchOutput[];

  /**
   * Settings of the backend, or of a Python model. See `BackendParameters` for the well-known ones.
   *
   * @default - none
   */
  readonly parameters?: { [name: string]: string };

  /**
   * Libraries that handle the files before they are loaded. They add to the start-up time only.
   *
   * @default - none
   */
  readonly repositoryAgents?: RepositoryAgent[];

  /**
   * Labels on the model's metrics. They do not change performance.
   *
   * @default - none
   */
  readonly metricTags?: { [name: string]: string };

  /**
   * Buckets of the model's histogram metrics, in milliseconds, by the family's name, such as
   * `nv_inference_first_response_histogram_ms` (Triton 24.11 and newer).
   *
   * @default - Triton's buckets
   */
  readonly histogramBuckets?: { [family: string]: number[] };

  /**
   * The name of the model's file in each version folder.
   *
   * @default - the backend's, such as `model.onnx`
   */
  readonly defaultModelFilename?: string;

  /**
   * TensorRT engines by the compute capability they were built for, such as `{ '7.5': 'model_t4.plan' }`, so that one
   * model runs on several GPU types.
   *
   * @default - the same file on each GPU
   */
  readonly ccModelFilenames?: { [computeCapability: string]: string };

  /**
   * Libraries with operations of your own, for ONNX Runtime and TensorFlow, relative to the model's folder.
   *
   * @default - none
   */
  readonly opLibraryFilenames?: string[];

  /**
   * The program that runs the model where the backend has several, such as `model.py` (Triton 24.01 and newer).
   *
   * @default - the backend's own
   */
  readonly runtime?: string;

  /**
   * Requests with their expected answers, which the smoke test sends after each deployment.
   *
   * @default - one request of zeros; names, types and shapes of the answer are checked
   */
  readonly examples?: ModelExample[];

  /**
   * What the other properties do not cover, merged over them as protobuf merges: single values win, lists are appended.
   *
   * @default - nothing
   */
  readonly config?: ModelConfig;
}

/** A model. */
export interface TritonModelProps extends TritonModelOptions {
  /** The name, under which clients ask for the model, and of its folder in the repository. */
  readonly name: string;

  /** The program inside Triton that executes the model's file. */
  readonly backend: Backend;
}

/** What changes in a copy of a model. */
export interface TritonModelOverrides extends TritonModelOptions {
  /**
   * The name.
   *
   * @default - as before
   */
  readonly name?: string;

  /**
   * The backend.
   *
   * @default - as before
   */
  readonly backend?: Backend;
}

import { ModelConfig } from '../../model-config';
import { Backend } from '../values/backend';
import { Batching } from '../values/batching';
import { InstanceGroup } from '../values/instance-group';
import { ModelExample } from '../values/model-example';
import { ModelFiles } from '../files/model-files';
import { PythonPackages } from '../python-packages/python-packages';
import { Json } from '../values/render';
import { Tensor } from '../values/tensor';
import { VersionPolicy } from '../values/version-policy';
import { Warmup } from '../values/warmup';

/**
 * Properties of all models that can also be changed in a copy, except for the composition of the model.
 *
 * @internal
 */
export interface ModelOptions {
  /**
   * Files of the model. Required for all models except ensembles.
   *
   * @default - no files, for an ensemble
   */
  readonly files?: ModelFiles;

  /**
   * Packages that a Python model imports and that the image lacks. They are deployed with the model. The packages of an ensemble are those of
   * each of its Python models, unless the model has packages or an environment of its own.
   *
   * @default - the packages of the image, or of the environment in the parameter `EXECUTION_ENV_PATH`
   */
  readonly pythonPackages?: PythonPackages;

  /**
   * Maximum batch size of the model, or 0 if its tensors have no batch dimension. Larger batches increase throughput, and also the latency
   * of the requests in a batch. Must not exceed the maximum batch size of a TensorRT engine's profile.
   *
   * @default 0 (no batching)
   */
  readonly maxBatchSize?: number;

  /**
   * Inputs of the model.
   *
   * @default - for ONNX, the inputs in the model file. Other backends read the inputs when they load the model, except for PyTorch and
   * ensembles
   */
  readonly inputs?: Tensor[];

  /**
   * Outputs of the model.
   *
   * @default - for ONNX, the outputs in the model file. Other backends read the outputs when they load the model, except for PyTorch and
   * ensembles
   */
  readonly outputs?: Tensor[];

  /**
   * Groups of model instances, which execute concurrently.
   *
   * @default - one instance on each GPU, or one instance on the CPU if there is no GPU
   */
  readonly instanceGroups?: InstanceGroup[];

  /**
   * Scheduling and batching of requests.
   *
   * @default - each request is executed individually
   */
  readonly batching?: Batching;

  /**
   * Requests that Triton executes when it loads the model, so the first requests of clients do not have a higher latency.
   *
   * @default - no warmup
   */
  readonly warmup?: Warmup[];

  /**
   * Versions of the model to load.
   *
   * @default - the latest version
   */
  readonly versionPolicy?: VersionPolicy;

  /**
   * Whether responses to identical requests are returned from a cache, if the server of the endpoint has a `responseCacheSize`. The latency
   * of a cache hit is the latency of a lookup. A cache miss increases latency slightly.
   *
   * @default false
   */
  readonly responseCache?: boolean;

  /**
   * Whether a request can have any number of responses, as with text generation. Requires a streaming client.
   *
   * @default false
   */
  readonly decoupled?: boolean;

  /**
   * Parameters of the backend, such as `intra_op_thread_count` of ONNX Runtime, or of a Python model.
   *
   * @default - no parameters
   */
  readonly parameters?: { [name: string]: string };

  /**
   * Name of the model file in each version folder.
   *
   * @default - the default of the backend, such as `model.onnx`
   */
  readonly defaultModelFilename?: string;

  /**
   * Requests that the smoke test sends after each deployment, with their expected responses.
   *
   * @default - one request of zeros, whose response is checked for names, data types and shapes
   */
  readonly examples?: ModelExample[];

  /**
   * Configuration that the other properties do not cover, such as `optimization` or the control inputs of sequences. This configuration is merged over the other properties as protobuf merges
   * messages: single values are replaced, and lists are appended.
   *
   * @default - no additional configuration
   */
  readonly config?: ModelConfig;
}

/** The properties of a model, without properties whose type refers to `TritonModel`. */
export interface ModelProperties extends ModelOptions {
  readonly name: string;
  readonly backend: Backend;
  readonly ensemble?: { _render(): Json };
}

import type { KserveRequest, Tensor } from '../../lib/client/protocol/tensor';

/** A tensor as the model's configuration declares it. */
export interface TensorSpec {
  readonly name: string;
  /** As KServe v2 calls it: FP32, INT32, BYTES, … */
  readonly dataType: string;
  /** Without the batch dimension; -1 is of any size. */
  readonly dims: string[];
  readonly optional?: boolean;
}

/** A request that is made from the model's inputs. */
export interface MadeRequest {
  readonly fill: 'zeros' | 'random';
  /** Equal seeds make equal requests. */
  readonly seed?: number;
  /** Ignored for a model that does not batch. */
  readonly batchSize?: number;
  /** Sizes of inputs that may be of any, without the batch dimension. */
  readonly shapes?: Record<string, number[]>;
  /** Whether it travels in Triton's binary form. */
  readonly binary?: boolean;
}

/** What a model takes and gives. */
export interface ModelSpec {
  readonly name: string;
  /** 0 when the model does not batch. */
  readonly maxBatchSize: number;
  readonly inputs: TensorSpec[];
  readonly outputs: TensorSpec[];
  /** Whether requests have to belong to a sequence. */
  readonly sequence?: boolean;
  /** Its object on a multi-model endpoint. */
  readonly targetModel?: string;
  /** Beside the examples; one of zeros when there are neither and the model has inputs. */
  readonly requests?: MadeRequest[];
  /** What the server takes requests for; tensors of KServe v2 when absent. */
  readonly inferenceType?: 'generate' | 'generate_stream';
}

/** A request of a user, and what they expect. */
export interface Example {
  readonly request: KserveRequest | Record<string, unknown>;
  readonly response?: { readonly outputs?: Tensor[] } & Record<string, unknown>;
  readonly absoluteTolerance: number;
  readonly relativeTolerance: number;
}

/** The examples of each model, by its name. */
export type Examples = Record<string, Example[]>;

/** The latency that has to be kept, and how it is measured. */
export interface LatencySpec {
  readonly percentile: number;
  readonly milliseconds: number;
  readonly requests: number;
  /** Requests in flight. */
  readonly concurrency: number;
  /** Requests before the measured ones. */
  readonly warmup: number;
}

/** The models that are asked. */
export interface TestPlan {
  readonly models: ModelSpec[];
  readonly examples: Examples;
  /** How many models a multi-model endpoint has; those that are asked are a sample of them. */
  readonly outOf?: number;
}

/** What is tested. */
export interface TestSpec {
  readonly models: ModelSpec[];
  /** Production variants that are asked one by one; whichever answers when absent. */
  readonly variants?: string[];
  /** Variants that get copies of requests. */
  readonly shadowVariants?: string[];
  readonly latency?: LatencySpec;
  /** For how long what is transient is tried again, in the test as a whole. */
  readonly timeoutSeconds?: number;
  /** Whether verdicts show values. */
  readonly logPayloads?: boolean;
}

/** The properties of the custom resource. */
export interface SmokeTestProperties {
  readonly EndpointName: string;
  /** The endpoint configuration that the deployment made. */
  readonly EndpointConfigName?: string;
  /** JSON of `TestSpec`. */
  readonly Spec: string;
  /** Where the examples are: JSON of `Examples`. */
  readonly ExamplesBucket?: string;
  readonly ExamplesKey?: string;
  /** Of an asynchronous endpoint: where requests are put. */
  readonly InputBucket?: string;
  readonly InputPrefix?: string;
  /** Of a multi-model endpoint: where the models and examples are, JSON of `TestPlan`. */
  readonly PlanBucket?: string;
  readonly PlanKey?: string;
}

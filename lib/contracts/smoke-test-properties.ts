import type { KserveRequest, Tensor } from '../client/protocol/tensor';

/** A tensor of a request or response in an example. */
export type ExampleTensor = Tensor;

/** A tensor of the model configuration. */
export interface TensorSpec {
  readonly name: string;
  /** Data type in KServe v2: FP32, INT32, BYTES, … */
  readonly dataType: string;
  /** Dimensions without the batch dimension. -1 is a variable dimension. */
  readonly dims: string[];
  readonly optional?: boolean;
}

/** A request that is generated from the model's inputs. */
export interface SyntheticRequest {
  readonly fill: 'zeros' | 'random';
  /** Seed of the random values. */
  readonly seed?: number;
  /** Ignored for a model without batching. */
  readonly batchSize?: number;
  /** Shapes of inputs with variable dimensions, without the batch dimension. */
  readonly shapes?: Record<string, number[]>;
  /** Whether the request uses Triton's binary format. */
  readonly binary?: boolean;
}

/** The tensors of a model, and the requests that test the model. */
export interface ModelSpec {
  readonly name: string;
  /** 0 for a model without batching. */
  readonly maxBatchSize: number;
  readonly inputs: TensorSpec[];
  readonly outputs: TensorSpec[];
  /** Whether each request must belong to a sequence. */
  readonly sequence?: boolean;
  /** `TargetModel` of the model on a multi-model endpoint. */
  readonly targetModel?: string;
  /**
   * Requests to generate, in addition to the examples. By default, one request of zeros if there are no examples and the model has inputs.
   */
  readonly requests?: SyntheticRequest[];
  /** Inference type of the server. By default, tensors of KServe v2. */
  readonly inferenceType?: 'generate' | 'generate_stream';
}

/** A request that the user supplies, and the expected response. */
export interface Example {
  readonly request: KserveRequest | Record<string, unknown>;
  readonly response?: { readonly outputs?: Tensor[] } & Record<string, unknown>;
  readonly absoluteTolerance: number;
  readonly relativeTolerance: number;
}

/** Examples, by model name. */
export type Examples = Record<string, Example[]>;

/** The latency objective, and how latency is measured. */
export interface LatencySpec {
  readonly percentile: number;
  readonly milliseconds: number;
  readonly requests: number;
  /** Number of concurrent requests. */
  readonly concurrency: number;
  /** Number of requests before the measurement. */
  readonly warmup: number;
}

/** The tested models, and their examples. */
export interface TestPlan {
  readonly models: ModelSpec[];
  readonly examples: Examples;
  /** Number of models on a multi-model endpoint. The tested models are a sample of these models. */
  readonly outOf?: number;
}

/** The models and variants to test, and the options of the test. */
export interface TestSpec {
  readonly models: ModelSpec[];
  /** Production variants to test individually. By default, SageMaker selects the variant for each request. */
  readonly variants?: string[];
  /** Variants that receive copies of the requests. */
  readonly shadowVariants?: string[];
  /** Name of the inference component to test. By default, the endpoint hosts its models itself. */
  readonly inferenceComponent?: string;
  /** Whether the inference component may have no copy, so that the test has to wait for the first copy. */
  readonly scalesToZero?: boolean;
  readonly latency?: LatencySpec;
  /** Maximum total time for retries of transient failures. */
  readonly timeoutSeconds?: number;
  /** Whether test results include payloads. */
  readonly logPayloads?: boolean;
}

/** Properties of the custom resource of the smoke test. */
export interface SmokeTestProperties {
  readonly EndpointName: string;
  /** Endpoint configuration that the deployment created. */
  readonly EndpointConfigName?: string;
  /** For an inference component: SageMaker model that the deployment created. */
  readonly ModelName?: string;
  /** JSON of `TestSpec`. */
  readonly Spec: string;
  /** Location of the examples: JSON of `Examples`. */
  readonly ExamplesBucket?: string;
  readonly ExamplesKey?: string;
  /** For an asynchronous endpoint: location of the requests. */
  readonly InputBucket?: string;
  readonly InputPrefix?: string;
  /** For a multi-model endpoint: location of the models and examples, JSON of `TestPlan`. */
  readonly PlanBucket?: string;
  readonly PlanKey?: string;
}

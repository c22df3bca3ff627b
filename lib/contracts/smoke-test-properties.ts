import type { KserveRequest, Tensor } from '../client/protocol/tensor';

/** A tensor of the model configuration. */
export interface TensorSpec {
  readonly name: string;
  /** Data type in KServe v2: FP32, INT32, BYTES, … */
  readonly dataType: string;
  /** Dimensions without the batch dimension. -1 is a variable dimension. */
  readonly dims: string[];
  readonly optional?: boolean;
}

/** The tensors of a model, from which a request is generated if the model has no examples. */
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
  /** Inference type of the server. By default, tensors of KServe v2. */
  readonly inferenceType?: 'generate' | 'generate_stream';
}

/** A request that the user supplies, and the expected response. */
export interface Example {
  readonly request: KserveRequest | Record<string, unknown>;
  readonly response?: { readonly outputs?: Tensor[] } & Record<string, unknown>;
  readonly absoluteTolerance: number;
  readonly relativeTolerance: number;
  /** The requests that follow in the same sequence. */
  readonly nextSteps?: Example[];
}

/** Examples, by model name. */
export type Examples = Record<string, Example[]>;

/** The latency objective, and how latency is measured. */
export interface LatencySpec {
  readonly percentile: number;
  readonly milliseconds: number;
  readonly requests: number;
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
  /** Name of the inference component to test. By default, the endpoint hosts its models itself. */
  readonly inferenceComponent?: string;
  /** Whether scaling may remove the last copy of the inference component. Without a copy, a request is not a test. */
  readonly scalesToZero?: boolean;
  /** Whether the same server receives all requests, so a sequence can have several. */
  readonly hasOneServer?: boolean;
  readonly latency?: LatencySpec;
  /** Maximum total time for retries of transient failures. */
  readonly timeoutSeconds?: number;
  /** Whether test results include error messages of the model, which can contain payloads. */
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

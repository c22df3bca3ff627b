/** A tensor as the model's configuration declares it. */
export interface TensorSpec {
  readonly name: string;
  /** As KServe v2 calls it: FP32, INT32, BYTES, … */
  readonly dataType: string;
  /** Without the batch dimension; -1 is of any size. */
  readonly dims: string[];
  readonly optional?: boolean;
}

/** What a model takes and gives. */
export interface ModelSpec {
  readonly name: string;
  /** 0 when the model does not batch. */
  readonly maxBatchSize: number;
  readonly inputs: TensorSpec[];
  readonly outputs: TensorSpec[];
}

/** A tensor as it travels, KServe v2. */
export interface Tensor {
  readonly name: string;
  readonly datatype: string;
  readonly shape: number[];
  readonly data?: unknown[];
}

/** A request of a user, and what they expect. */
export interface Example {
  readonly request: { readonly inputs: Tensor[]; readonly outputs?: { readonly name: string }[] };
  readonly response?: { readonly outputs: Tensor[] };
  readonly absoluteTolerance: number;
  readonly relativeTolerance: number;
}

/** The examples of each model, by its name. */
export type Examples = Record<string, Example[]>;

/** The properties of the custom resource. */
export interface SmokeTestProperties {
  readonly EndpointName: string;
  /** JSON: `{ models: ModelSpec[] }`. */
  readonly Spec: string;
  /** Where the examples are: JSON of `Examples`. */
  readonly ExamplesBucket?: string;
  readonly ExamplesKey?: string;
}

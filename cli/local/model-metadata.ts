import { once } from 'events';
import * as http from 'http';
import { json } from 'stream/consumers';
import type { ModelSpec, TensorSpec, TestSpec } from '../../lambda/smoke-test/test-plan';
import { Address } from './triton-process';

/** A tensor in the server's metadata; its shape begins with the batch where the model batches. */
interface Metadata {
  readonly name: string;
  readonly datatype: string;
  readonly shape: (number | string)[];
}

/** A test whose models have the inputs and outputs that the server completed. */
export interface CompletedTest {
  readonly properties: Record<string, unknown>;
  /** The models whose inputs the server was asked for. */
  readonly completed: string[];
}

/**
 * Gives the models of a test that have neither inputs nor examples the inputs and outputs that the loaded model has. A deployed test cannot
 * do that: SageMaker forwards `/ping` and `/invocations` only.
 *
 * @param server the HTTP port of the server
 */
export async function completeTest(
  properties: Record<string, unknown>,
  server: Address,
  hasExamples: (model: string) => boolean,
): Promise<CompletedTest> {
  const spec = JSON.parse(String(properties.Spec)) as TestSpec;
  const completed: string[] = [];
  const models = await Promise.all(
    spec.models.map(async (model) => {
      if (model.inputs.length > 0 || hasExamples(model.name)) return model;
      const loaded = await readModel(server, model);
      if (loaded.inputs.length > 0) completed.push(model.name);
      return loaded;
    }),
  );
  return { properties: { ...properties, Spec: JSON.stringify({ ...spec, models }) }, completed };
}

async function readModel(server: Address, model: ModelSpec): Promise<ModelSpec> {
  const path = `/v2/models/${encodeURIComponent(model.name)}`;
  const { inputs = [], outputs = [] } = await get<{ inputs?: Metadata[]; outputs?: Metadata[] }>(server, path);
  const config = await get<{ max_batch_size?: number; input?: { name: string; optional?: boolean }[] }>(
    server,
    `${path}/config`,
  );
  const { max_batch_size: maxBatchSize = 0, input = [] } = config;
  const specOf = ({ name, datatype, shape }: Metadata): TensorSpec => ({
    name,
    dataType: datatype,
    dims: (maxBatchSize > 0 ? shape.slice(1) : shape).map(String),
    optional: input.find((each) => each.name === name)?.optional,
  });
  return { ...model, maxBatchSize, inputs: inputs.map(specOf), outputs: outputs.map(specOf) };
}

async function get<T>(server: Address, path: string): Promise<T> {
  const request = http.get({ ...server, path, agent: false });
  const [response] = (await once(request, 'response')) as [http.IncomingMessage];
  return (await json(response)) as T;
}

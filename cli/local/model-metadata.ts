import { once } from 'events';
import * as http from 'http';
import { json } from 'stream/consumers';
import type { ModelSpec, TensorSpec } from '../../lambda/smoke-test/test-plan';
import { Address } from './triton-process';

/** A tensor in the server's metadata; its shape begins with the batch where the model batches. */
interface Metadata {
  readonly name: string;
  readonly datatype: string;
  readonly shape: (number | string)[];
}

/**
 * A model with the inputs and outputs that it has when it is loaded, for one that completes its configuration by itself. A deployed test
 * cannot ask for them: SageMaker forwards `/ping` and `/invocations` only.
 *
 * @param server the HTTP port of the server
 * @param name what the server knows the model by
 */
export async function readModel(server: Address, model: ModelSpec, name = model.name): Promise<ModelSpec> {
  const path = `/v2/models/${encodeURIComponent(name)}`;
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

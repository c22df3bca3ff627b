import { once } from 'events';
import * as http from 'http';
import { json } from 'stream/consumers';
import type { ModelSpec, TensorSpec } from '../../lib/contracts/smoke-test-properties';
import { Address } from './triton-process';

/** A tensor in the server's metadata. The shape begins with the batch dimension if the model supports batches. */
interface TensorMetadata {
  readonly name: string;
  readonly datatype: string;
  readonly shape: (number | string)[];
}

/**
 * Adds the inputs and outputs of a loaded model to its specification. If config.pbtxt contains none, the backend determines the tensors
 * when it loads the model, and the server returns them. A deployed smoke test cannot read the tensors, because SageMaker forwards only
 * `/ping` and `/invocations`.
 *
 * @param server the HTTP port of the server
 * @param name the name of the model in the server
 */
export async function readLoadedModel(server: Address, model: ModelSpec, name = model.name): Promise<ModelSpec> {
  const path = `/v2/models/${encodeURIComponent(name)}`;
  const { inputs = [], outputs = [] } = await getJson<{ inputs?: TensorMetadata[]; outputs?: TensorMetadata[] }>(
    server,
    path,
  );
  const config = await getJson<{ max_batch_size?: number; input?: { name: string; optional?: boolean }[] }>(
    server,
    `${path}/config`,
  );
  const { max_batch_size: maxBatchSize = 0, input = [] } = config;
  const specOf = ({ name, datatype, shape }: TensorMetadata): TensorSpec => ({
    name,
    dataType: datatype,
    dims: (maxBatchSize > 0 ? shape.slice(1) : shape).map(String),
    optional: input.find((each) => each.name === name)?.optional,
  });
  return { ...model, maxBatchSize, inputs: inputs.map(specOf), outputs: outputs.map(specOf) };
}

async function getJson<T>(server: Address, path: string): Promise<T> {
  const request = http.get({ ...server, path, agent: false });
  const [response] = (await once(request, 'response')) as [http.IncomingMessage];
  return (await json(response)) as T;
}

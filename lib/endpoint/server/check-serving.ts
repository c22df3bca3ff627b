import { Finding, error, warning } from '../../findings/finding';
import { TritonModel } from '../../model';
import { isGenerateRequest } from '../../model/example-rules';
import { decoupledBy } from '../../model/python-source';
import { lastArgument } from './given-arguments';
import { ServedModel, servedModels, ServedModels } from './served-models';
import { generateTypeOf, ServerOptions } from './options';

interface Limiter {
  readonly resources?: { name: string; count?: number }[];
}

/** What the server would accept of a model, but with these options ignore, or the endpoint could not use. */
export function checkServing(options: ServerOptions, served: ServedModels): Finding[] {
  const asked = new Set(served.models.flatMap(respondingModels));
  return servedModels(served).flatMap((each) => [
    ...checkCache(each, options),
    ...checkRateLimiter(each, options),
    ...(asked.has(each.model.name) ? checkDecoupled(each, options, served.multiModel) : []),
    ...(served.models.includes(each.model) ? checkExamples(each, options) : []),
  ]);
}

/** The models whose responses are those of a request: the model itself, or the steps of an ensemble. A Python model collects those of the models that it calls. */
function respondingModels({ name, backend, members }: TritonModel): string[] {
  return [name, ...(backend.platform === 'ensemble' ? members.flatMap(respondingModels) : [])];
}

/** Tensors can be turned into a generate request, but not the other way round. */
function checkExamples({ model, field }: ServedModel, options: ServerOptions): Finding[] {
  if (generateTypeOf(options)) return [];
  return model.examples.flatMap(({ request }, index) => {
    if (!isGenerateRequest(request)) return [];
    const message =
      'got a request without a list of inputs, which is a request of the generate extension; allowed: ' +
      '{ inputs: [{ name, datatype, shape, data }] }, or server.inferenceType: InferenceType.GENERATE or GENERATE_STREAM';
    return [error('example.protocol', `${field}.examples[${index}].request`, message)];
  });
}

function checkCache({ model, field }: ServedModel, options: ServerOptions): Finding[] {
  const cached = options.responseCacheSize !== undefined || lastArgument('cache-config', options) !== undefined;
  if (cached || !model.config._json.response_cache?.enable) return [];
  const message = 'got true; the server has no cache: set server.responseCacheSize';
  return [warning('cache.server-flag', `${field}.responseCache`, message)];
}

function checkRateLimiter({ model, field }: ServedModel, options: ServerOptions): Finding[] {
  const groups: { rate_limiter?: Limiter }[] = model.config._json.instance_group ?? [];
  const limiters = groups.flatMap(({ rate_limiter: limiter }) => (limiter === undefined ? [] : [limiter]));
  if (limiters.length === 0) return [];
  const on = options.rateLimiter || lastArgument('rate-limit', options)?.toLowerCase() === 'execution_count';
  if (!on) {
    const message =
      'got a rate limiter; without --rate-limit=execution_count the server ignores it: set server.rateLimiter';
    return [warning('rl.inert', `${field}.instanceGroups`, message)];
  }
  return limiters.flatMap(({ resources = [] }) =>
    resources.flatMap(({ name, count = 0 }) => {
      const offered = (options.rateLimiterResources ?? []).filter((resource) => resource.name === name);
      const most = Math.max(...offered.map((resource) => resource.count));
      if (offered.length === 0 || count <= most) return [];
      const message = `got ${count} of resource '${name}'; allowed: up to ${most}, the number in server.rateLimiterResources`;
      return [error('rl.above-max', `${field}.instanceGroups`, message)];
    }),
  );
}

function checkDecoupled({ model, field }: ServedModel, options: ServerOptions, multiModel: boolean): Finding[] {
  const got = decoupledBy(model);
  if (got === undefined) return [];
  if (multiModel) {
    const message = `${got}; allowed: false, since a multi-model endpoint sends one response to each request`;
    return [error('mme.decoupled', `${field}.decoupled`, message)];
  }
  if (generateTypeOf(options)) return [];
  const message =
    `${got}; allowed: false, since the server rejects decoupled models for infer requests; or, with Triton 25.03 or newer, ` +
    'server.inferenceType: InferenceType.GENERATE_STREAM for any number of responses, InferenceType.GENERATE for exactly one';
  return [error('py.decoupled', `${field}.decoupled`, message)];
}

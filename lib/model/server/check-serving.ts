import { releaseOrNewer } from '../../facts/triton-releases';
import { Finding, error, warning } from '../../findings/finding';
import { TritonModel } from '../triton-model';
import { isGenerateRequest } from '../rules/example-rules';
import { decoupledReason } from '../files/python-source';
import { argumentValues, lastArgumentValue } from './user-arguments';
import { ServedModel, modelsWithMembers, ServerContext } from './served-models';
import { generateTypeOf, ServerOptions } from './options';

/** Checks for settings of models that the server ignores with these options, or that the endpoint does not support. */
export function checkServing(options: ServerOptions, served: ServerContext): Finding[] {
  const respondingNames = new Set(served.models.flatMap(respondingModels));
  return modelsWithMembers(served).flatMap((each) => [
    ...checkCache(each, options),
    ...checkRateLimiter(each, options),
    ...(respondingNames.has(each.model.name) ? checkDecoupled(each, options, served.multiModel) : []),
    ...(served.models.includes(each.model) ? checkExamples(each, options) : []),
  ]);
}

/**
 * Names of the models whose responses are sent to clients: the model, and the composing models of an ensemble. Models that a Python model
 * calls send their responses to the Python model.
 */
function respondingModels({ name, backend, members }: TritonModel): string[] {
  return [name, ...(backend.platform === 'ensemble' ? members.flatMap(respondingModels) : [])];
}

/**
 * Rejects examples with generate requests if the server accepts tensors. Tensors can be converted to a generate request, but a generate request
 * cannot be converted to tensors.
 */
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
  const hasCache = options.responseCacheSize !== undefined || lastArgumentValue('cache-config', options) !== undefined;
  if (hasCache || !model.config._document.response_cache?.enable) return [];
  const message = 'got true; the server has no cache: set server.responseCacheSize';
  return [warning('cache.server-flag', `${field}.responseCache`, message)];
}

function checkRateLimiter({ model, field }: ServedModel, options: ServerOptions): Finding[] {
  const limiters = model.config._document.instance_group.flatMap(({ rate_limiter: limiter }) => limiter ?? []);
  if (limiters.length === 0) return [];
  if (lastArgumentValue('rate-limit', options)?.toLowerCase() !== 'execution_count') {
    const message =
      'got a rate limiter, which the server ignores; add --rate-limit=execution_count to server.additionalArguments';
    return [warning('rl.inert', `${field}.instanceGroups`, message)];
  }
  const available = argumentValues('rate-limit-resource', options).map((value) => value.split(':'));
  return limiters.flatMap(({ resources }) =>
    resources.flatMap(({ name, count }) => {
      const counts = available.filter((resource) => resource[0] === name).map((resource) => Number(resource[1]));
      const maximum = Math.max(...counts);
      if (counts.length === 0 || count <= maximum) return [];
      const message = `got ${count} of resource '${name}'; allowed: up to ${maximum}, the number in --rate-limit-resource of server.additionalArguments`;
      return [error('rl.above-max', `${field}.instanceGroups`, message)];
    }),
  );
}

function checkDecoupled({ model, field }: ServedModel, options: ServerOptions, multiModel: boolean): Finding[] {
  const reason = decoupledReason(model);
  if (reason === undefined) return [];
  if (multiModel) {
    const message = `${reason}; allowed: false, since a multi-model endpoint sends one response to each request`;
    return [error('mme.decoupled', `${field}.decoupled`, message)];
  }
  if (generateTypeOf(options)) return [];
  const message =
    `${reason}; allowed: false, since the server rejects decoupled models for infer requests; or, with Triton ${releaseOrNewer('25.03')}, ` +
    'server.inferenceType: InferenceType.GENERATE_STREAM for any number of responses, InferenceType.GENERATE for exactly one';
  return [error('py.decoupled', `${field}.decoupled`, message)];
}

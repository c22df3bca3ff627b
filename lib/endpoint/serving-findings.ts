import { Finding } from '../model-config';
import { TritonModel } from '../model';
import { modelAndMembers } from '../model/model-validation';
import { error, warning } from './finding';

/** What the server would accept of a model, but the endpoint could not use, since it starts the server without further options. */
export function servingFindings(model: TritonModel): Finding[] {
  return modelAndMembers(model).flatMap((each) => {
    const prefix = each === model ? 'model' : `model.members.${each.name}`;
    const config = each.config.toJson();
    const groups: { rate_limiter?: object }[] = config.instance_group ?? [];
    return [
      ...(config.response_cache?.enable
        ? [
            warning(
              'cache.server-flag',
              `${prefix}.responseCache`,
              'got true; without --cache-config the server caches nothing',
            ),
          ]
        : []),
      ...(groups.some(({ rate_limiter: limiter }) => limiter !== undefined)
        ? [
            warning(
              'rl.inert',
              `${prefix}.instanceGroups`,
              'got a rate limiter; without --rate-limit=execution_count the server ignores it',
            ),
          ]
        : []),
      ...(config.model_transaction_policy?.decoupled
        ? [
            error(
              'py.decoupled',
              `${prefix}.decoupled`,
              'got true; allowed: false, since InvokeEndpoint gives one answer to a request',
            ),
          ]
        : []),
    ];
  });
}

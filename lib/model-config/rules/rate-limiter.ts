import { Severity } from '../../findings/finding';
import { ConfigRule } from './context';

export const rateLimiterRules: ConfigRule[] = [
  {
    id: 'rl.global-device',
    // An error only when the server runs with --rate-limit=execution_count.
    severity: Severity.WARNING,
    *check({ instance_group: groups }) {
      const resources = groups.flatMap(({ rate_limiter: limiter }, group) =>
        (limiter?.resources ?? []).map((resource, index) => ({
          ...resource,
          field: `instance_group[${group}].rate_limiter.resources[${index}].global`,
        })),
      );
      const device = new Set(resources.filter(({ global }) => !global).map(({ name }) => name));
      for (const { name, global, field } of resources) {
        if (global && device.has(name)) {
          yield {
            field,
            message: `resource '${name}' is both global and per device, which the rate limiter rejects; choose one`,
          };
        }
      }
    },
  },
];

import { ConfigContext, ConfigRule } from '../context';

/** A rule on the value of one of the backend's parameters. */
export function parameterRule(
  id: string,
  backend: string,
  name: string,
  isValid: (value: string) => boolean,
  allowed: string,
): ConfigRule {
  return {
    id,
    *check({ parameters }, context: ConfigContext) {
      const value = parameters.get(name)?.string_value;
      if (context.backend === backend && value !== undefined && !isValid(value)) {
        yield { field: `parameters[${name}]`, message: `${name} is '${value}'; allowed: ${allowed}` };
      }
    },
  };
}

/** As Triton's backends read them. */
export const isBoolean = (value: string) => ['true', 'false', '1', '0'].includes(value.toLowerCase());
export const isInteger = (value: string) => /^\s*[+-]?\d/.test(value);
export const isOneOf = (values: readonly string[]) => (value: string) => values.includes(value);

export const BOOLEAN = "'true', 'false', '1' and '0'";

/** The rules of one backend: they look at its models only. */
export function onlyFor(backend: string, rules: ConfigRule[]): ConfigRule[] {
  return rules.map((rule) => ({
    ...rule,
    check: (config, context) => (context.backend === backend ? rule.check(config, context) : []),
  }));
}

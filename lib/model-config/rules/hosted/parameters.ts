import { ConfigContext, ConfigRule } from '../context';

/** Rule for the value of a backend parameter. */
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

/* Value formats that Triton's backends accept. A number can be followed by other characters. */
export const isBoolean = (value: string) => ['true', 'false', '1', '0'].includes(value.toLowerCase());
export const startsWithInteger = (value: string) => /^\s*[+-]?\d/.test(value);
export const isOneOf = (values: readonly string[]) => (value: string) => values.includes(value);

export const BOOLEAN_VALUES = "'true', 'false', '1' and '0'";

/** Restricts rules to the models of a backend. */
export function onlyFor(backend: string, rules: ConfigRule[]): ConfigRule[] {
  return rules.map((rule) => ({
    ...rule,
    check: (config, context) => (context.backend === backend ? rule.check(config, context) : []),
  }));
}

import { error, Finding } from '../../findings/finding';
import { ArgumentKind, findArgument } from './argument-table';

/** Valid values of an argument. */
interface Format {
  readonly pattern: RegExp;
  readonly allowed: string;
}

/** Valid values by kind. These formats are stricter than the server, which reads `4x` as 4. */
const FORMAT_BY_KIND: Partial<Record<ArgumentKind, Format>> = {
  switch: { pattern: /^(true|false|on|off|1|0)$/i, allowed: 'true or false' },
  verbosity: { pattern: /^(true|false|[+-]?\d+)$/i, allowed: 'true, false or a number' },
  integer: { pattern: /^[+-]?\d+$/, allowed: 'a whole number' },
  number: { pattern: /^[+-]?\d+(\.\d*)?$/, allowed: 'a number' },
  resource: { pattern: /^[^:]+:[1-9]\d*(:\d+)?$/, allowed: '<name>:<count> or <name>:<count>:<device>' },
  pair: { pattern: /^\d+:[+-]?\d+(\.\d*)?$/, allowed: '<GPU>:<number>' },
};

/** Valid values of individual arguments. */
const FORMAT_BY_NAME: Record<string, Format> = {
  'rate-limit': { pattern: /^(off|execution_count)$/i, allowed: 'off or execution_count' },
  'log-format': { pattern: /^(default|ISO8601)$/, allowed: 'default or ISO8601' },
  'cache-config': { pattern: /^[^,]+,[^=]+=.+$/, allowed: '<cache>,<setting>=<value>' },
  'backend-config': { pattern: /^[^=]+=.*$/, allowed: '<backend>,<setting>=<value>' },
};

/** Minimum values. With smaller numbers, the server crashes, does not start or hangs. */
const MINIMUM: Record<string, number> = {
  'sagemaker-thread-count': 0,
  'buffer-manager-thread-count': 0,
  'model-load-thread-count': 0,
  'exit-timeout-secs': 0,
};

const LARGEST_INTEGER = 2 ** 31 - 1;
/** Arguments that accept larger integers. */
const LARGE_INTEGERS = /byte-size|max-input-size/;

/** Checks the value of an argument of the server. */
export function checkValue(name: string, value: string, field: string): Finding[] {
  const kind = findArgument(name)?.argument.kind ?? 'text';
  const format = FORMAT_BY_NAME[name] ?? FORMAT_BY_KIND[kind];
  if (format && !format.pattern.test(value)) return [invalidValue(name, value, format.allowed, field)];
  const minimum = MINIMUM[name] ?? -LARGEST_INTEGER;
  const number = Number(value);
  if (kind === 'integer' && (number < minimum || (number > LARGEST_INTEGER && !LARGE_INTEGERS.test(name)))) {
    return [invalidValue(name, value, `${minimum < 0 ? 'a number' : minimum} to ${LARGEST_INTEGER}`, field)];
  }
  const [, setting, size] = (name === 'backend-config' && /^python,([^=]+)=(.*)$/.exec(value)) || [];
  return setting === undefined ? [] : checkSharedMemorySetting(setting, size, field);
}

/** Checks a shared memory setting of the python backend (python_backend, src/python_be.cc). */
export function checkSharedMemorySetting(setting: string | undefined, value: string, field: string): Finding[] {
  const minimum = setting === 'shm-default-byte-size' ? 1024 ** 2 : setting === 'shm-growth-byte-size' ? 1 : undefined;
  if (minimum === undefined || (/^\d+$/.test(value) && Number(value) >= minimum)) return [];
  const ruleId = minimum === 1 ? 'py.shm-growth' : 'py.shm';
  return [error(ruleId, field, `got '${value}'; allowed: a whole number of bytes, at least ${minimum}`)];
}

function invalidValue(name: string, value: string, allowed: string, field: string): Finding {
  return error('sme.argument-value', field, `got '${value}' for --${name}; allowed: ${allowed}`);
}

import { error, Finding } from '../../findings/finding';
import { ArgumentKind, argumentNamed } from './argument-table';

interface Format {
  readonly fits: RegExp;
  readonly allowed: string;
}

/** What the server's reader of each kind takes. It stops at the first character that belongs to no number, so `4x` is 4. */
const BY_KIND: Partial<Record<ArgumentKind, Format>> = {
  switch: { fits: /^(true|false|on|off|1|0)$/i, allowed: 'true or false' },
  verbosity: { fits: /^(true|false|[+-]?\d+)$/i, allowed: 'true, false or a number' },
  integer: { fits: /^[+-]?\d+$/, allowed: 'a whole number' },
  number: { fits: /^[+-]?\d+(\.\d*)?$/, allowed: 'a number' },
  resource: { fits: /^[^:]+:\d+(:\d+)?$/, allowed: '<name>:<count> or <name>:<count>:<device>' },
  pair: { fits: /^\d+:[+-]?\d+(\.\d*)?$/, allowed: '<GPU>:<number>' },
};

const BY_NAME: Record<string, Format> = {
  'rate-limit': { fits: /^(off|execution_count)$/i, allowed: 'off or execution_count' },
  'log-format': { fits: /^(default|ISO8601)$/, allowed: 'default or ISO8601' },
  'cache-config': { fits: /^[^,]+,[^=]+=.+$/, allowed: '<cache>,<setting>=<value>' },
  'backend-config': { fits: /^[^=]+=.*$/, allowed: '<backend>,<setting>=<value>' },
};

/** Numbers with which the server crashes, does not start or waits for ever. */
const AT_LEAST: Record<string, number> = {
  'sagemaker-thread-count': 0,
  'buffer-manager-thread-count': 0,
  'model-load-thread-count': 0,
  'exit-timeout-secs': 0,
};

const LARGEST_INTEGER = 2 ** 31 - 1;
const LARGER = /byte-size|max-input-size/;

/** What is wrong with the value of one of the server's arguments. */
export function checkValue(name: string, value: string, field: string): Finding[] {
  const kind = argumentNamed(name)?.argument.kind ?? 'text';
  const format = BY_NAME[name] ?? BY_KIND[kind];
  if (format && !format.fits.test(value)) return [wrong(name, value, format.allowed, field)];
  const least = AT_LEAST[name] ?? -LARGEST_INTEGER;
  const number = Number(value);
  if (kind === 'integer' && (number < least || (number > LARGEST_INTEGER && !LARGER.test(name)))) {
    return [wrong(name, value, `${least < 0 ? 'a number' : least} to ${LARGEST_INTEGER}`, field)];
  }
  const [, setting, size] = (name === 'backend-config' && /^python,([^=]+)=(.*)$/.exec(value)) || [];
  return setting === undefined ? [] : checkSharedMemory(setting, size, field);
}

/** What the python backend would reject of its shared memory (python_backend, src/python_be.cc). */
export function checkSharedMemory(setting: string | undefined, value: string, field: string): Finding[] {
  const least = setting === 'shm-default-byte-size' ? 1024 ** 2 : setting === 'shm-growth-byte-size' ? 1 : undefined;
  if (least === undefined || (/^\d+$/.test(value) && Number(value) >= least)) return [];
  const ruleId = least === 1 ? 'py.shm-growth' : 'py.shm';
  return [error(ruleId, field, `got '${value}'; allowed: a whole number of bytes, at least ${least}`)];
}

function wrong(name: string, value: string, allowed: string, field: string): Finding {
  return error('sme.argument-value', field, `got '${value}' for --${name}; allowed: ${allowed}`);
}

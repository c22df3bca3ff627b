import { isObject } from '../input/shape';
import { Description } from './description';

/** The value that replaces a secret in everything that the command keeps. */
export const HIDDEN = '(hidden: looks like a secret)';

const SECRET_WORDS = [
  ...[
    'SECRET',
    'SECRETS',
    'TOKEN',
    'PASSWORD',
    'PASSWD',
    'PASSPHRASE',
    'PWD',
    'CREDENTIAL',
    'CREDENTIALS',
    'APIKEY',
    'AUTH',
  ],
];
/** Prefixes of the tokens of Hugging Face, GitHub, OpenAI and AWS, and a password in a URL. */
const SECRET_VALUE = /^(hf_|ghp_|github_pat_|sk-|AKIA|ASIA)\w|:\/\/[^/\s:@]+:[^/\s:@]+@/;

/** Whether a variable of a container may be a secret, by its name or its value. */
export function looksSecret(name: string, value: string): boolean {
  const words = name.toUpperCase().split('_');
  return (
    value === HIDDEN ||
    words.some((word) => SECRET_WORDS.includes(word)) ||
    words.at(-1) === 'KEY' ||
    SECRET_VALUE.test(value)
  );
}

/** Replaces the values of variables that may be secrets, in all models and model packages. */
export function hideSecrets(description: Description): Description {
  return {
    ...description,
    DescribeModel: description.DescribeModel.map(withHiddenVariables),
    DescribeModelPackage: description.DescribeModelPackage.map(withHiddenVariables),
    DescribeInferenceComponent: description.DescribeInferenceComponent.map(withHiddenVariables),
  };
}

function withHiddenVariables<T>(value: T): T {
  if (Array.isArray(value)) return value.map(withHiddenVariables) as T;
  if (!isObject(value)) return value;
  const entries = Object.entries(value).map(([key, each]): [string, unknown] => {
    if (key !== 'Environment' || !isObject(each)) return [key, withHiddenVariables(each)];
    return [key, Object.fromEntries(Object.entries(each).map(([name, text]) => [name, hidden(name, text)]))];
  });
  return Object.fromEntries(entries) as T;
}

function hidden(name: string, value: unknown): unknown {
  return typeof value === 'string' && looksSecret(name, value) ? HIDDEN : value;
}

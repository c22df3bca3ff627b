import { isObject } from '../input/shape';
import { Description } from './description';

/** The value that replaces a secret in everything that the command keeps. */
export const HIDDEN = '(hidden: looks like a secret)';

/** Words in the name of a variable. Each is a complete word, so MAX_TOKENS is no secret. */
const SECRET_WORDS = ['TOKEN', 'AUTH', 'PASS', 'PWD', 'JWT'];
/** Parts of the name of a variable, also inside a word, such as in DBPASSWORD. */
const SECRET_PARTS = /SECRET|PASSWORD|PASSWD|PASSPHRASE|CREDENTIAL|API_?KEY|PRIVATE_?KEY/;
/** Prefixes of the tokens of Hugging Face, GitHub, GitLab, Slack, OpenAI, NVIDIA and AWS, a password in a URL, a private key, and a JSON Web Token. */
const SECRET_VALUE =
  /^(hf_|gh[oprsu]_|github_pat_|glpat-|xox[abprs]-|sk-|nvapi-|AKIA|ASIA)\w|:\/\/[^/\s:@]*:[^/\s:@]+@|-----BEGIN [A-Z ]*PRIVATE KEY|^eyJ[\w-]+\.eyJ/;

/** Whether a variable of a container may be a secret, by its name or its value. */
export function looksSecret(name: string, value: string): boolean {
  const words = name
    .replace(/([a-z])(?=[A-Z])/g, '$1_') // dbPassword
    .toUpperCase()
    .split('_');
  return (
    value === HIDDEN ||
    SECRET_PARTS.test(words.join('_')) ||
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

import { isObject } from '../input/shape';

/** The value that replaces a secret in everything that the command writes. */
export const HIDDEN = '(hidden: looks like a secret)';

/** Words in the name of a variable. Each is a complete word, so MAX_TOKENS is no secret. */
const SECRET_WORDS = ['TOKEN', 'AUTH', 'AUTHORIZATION', 'PASS', 'PWD', 'JWT'];
/** Parts of the name of a variable, also inside a word, such as in DBPASSWORD. */
const SECRET_PARTS = /SECRET|PASSWORD|PASSWD|PASSPHRASE|CREDENTIAL|API_?KEY|PRIVATE_?KEY/;
const SECRET_VALUES = [
  // Prefixes of the tokens of Hugging Face, GitHub, GitLab, Slack, OpenAI, NVIDIA and AWS
  /^\s*(hf_|gh[oprsu]_|github_pat_|glpat-|xox[abprs]-|sk-|nvapi-|AKIA|ASIA)\w/,
  /hooks\.slack\.com\/services\//,
  /-----BEGIN [A-Z ]*PRIVATE KEY/,
  // A JSON Web Token, or the value of a header
  /^\s*eyJ[\w-]+\.eyJ|\b(bearer|basic) +[\w.~+/=-]{6}/i,
  // A field of a presigned URL, a connection string, a list of headers or a JSON document
  /(?<![\w-])(x-(amz|goog)-signature|x-amz-security-token|sig|signature|(access[_-]?)?token|password|pwd|(client[_-]?)?secret|(x-)?api[_-]?key|accountkey|sharedaccesskey)["']?\s*[=:]\s*["']?[^\s"'&;,]/i,
];

/** Whether the text after `://` begins with a password, which can contain slashes (but not a port before a path with an @), or with a long user name. */
const beginsWithPassword = (rest: string): boolean => /^[^/\s:@]*:(?!\d{1,5}[/?#])[^\s@]+@|^[^/\s:@]{16,}@/.test(rest);

/** Variables with the name of a model or with settings of the server, such as the model `hf_bert`, whose values are no secrets. */
const isSetting = (name: string): boolean =>
  name === 'MODEL_DATA_VERSION' ||
  (name.startsWith('SAGEMAKER_TRITON_') && name !== 'SAGEMAKER_TRITON_ADDITIONAL_ARGS');

/** Whether a variable of a container may be a secret, by its name or its value. */
function looksSecret(name: string, value: string): boolean {
  if (isSetting(name)) return false;
  const words = name
    .replace(/([a-z])(?=[A-Z])/g, '$1_') // dbPassword
    .toUpperCase()
    .split('_');
  return (
    SECRET_PARTS.test(words.join('_')) ||
    words.some((word) => SECRET_WORDS.includes(word)) ||
    /(^|_)KEY(_(B64|BASE64|HEX|JSON|PEM))?$/.test(words.join('_')) ||
    SECRET_VALUES.some((pattern) => pattern.test(value)) ||
    value.split('://').slice(1).some(beginsWithPassword)
  );
}

/** Replaces the values of variables that may be secrets, in all containers of a response. */
export function hideSecrets<T>(value: T): T {
  if (Array.isArray(value)) return value.map(hideSecrets) as T;
  if (!isObject(value)) return value;
  const entries = Object.entries(value).map(([key, each]): [string, unknown] => {
    if (key !== 'Environment' || !isObject(each)) return [key, hideSecrets(each)];
    return [key, Object.fromEntries(Object.entries(each).map(([name, text]) => [name, hidden(name, text)]))];
  });
  return Object.fromEntries(entries) as T;
}

function hidden(name: string, value: unknown): unknown {
  return looksSecret(name, String(value)) ? HIDDEN : value;
}

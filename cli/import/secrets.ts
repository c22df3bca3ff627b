import { HIDDEN, hideSecrets } from '../../lib/findings/hide-secrets';
import { isObject } from '../input/shape';

/** Words in the name of a variable. Each is a complete word, so MAX_TOKENS is no secret. */
const SECRET_WORDS = ['TOKEN', 'AUTH', 'AUTHORIZATION', 'PASS', 'PWD', 'JWT'];
/** Parts of the name of a variable, also inside a word, such as in DBPASSWORD. */
const SECRET_PARTS = /SECRET|PASSWORD|PASSWD|PASSPHRASE|CREDENTIAL|API_?KEY|PRIVATE_?KEY/;

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
    hideSecrets(value) !== value
  );
}

/** Replaces the values of variables that may be secrets, in all containers of a response, and secrets in other texts. */
export function hideSecretsIn<T>(value: T): T {
  if (typeof value === 'string') return hideSecrets(value) as T;
  if (Array.isArray(value)) return value.map(hideSecretsIn) as T;
  if (!isObject(value)) return value;
  const entries = Object.entries(value).map(([key, each]): [string, unknown] => {
    if (key !== 'Environment' || !isObject(each)) return [key, hideSecretsIn(each)];
    return [key, Object.fromEntries(Object.entries(each).map(([name, text]) => [name, hidden(name, text)]))];
  });
  return Object.fromEntries(entries) as T;
}

function hidden(name: string, value: unknown): unknown {
  return looksSecret(name, String(value)) ? HIDDEN : value;
}

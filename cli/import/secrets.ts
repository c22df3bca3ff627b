import { HIDDEN, hideSecrets } from '../../lib/findings/hide-secrets';
import { FIRST_RELEASE_BY_VARIABLE } from '../../lib/model/server/start-variables';
import { isObject } from '../input/shape';

/** Words in the name of a variable or tag, which can have a number. Each is a complete word, so PATH is no secret. */
const SECRET_WORD = /^(?:[A-Z]*TOKEN|AUTH|AUTHORIZATION|PASS|PWD|PW|JWT|CREDS?|PAT|DSN|SAS|COOKIES?)\d*$/;
/** Parts of the name of a variable or tag, also inside a word, such as in DBPASSWORD. */
const SECRET_PART = /SECRET|PASSWORD|PASSWD|PASSPHRASE|PASSCODE|CREDENTIAL|API_?KEY|PRIVATE_?KEY|CONN(?:ECTION)?_?STR/;
/** The end of the name of a variable or tag, so KEY_COLUMN is no secret. */
const SECRET_END = /KEY(?:_?(?:\d+|B64|BASE64|HEX|JSON|PEM))?$/;
/** Names of lists of secrets, but also of numbers, such as MAX_TOKENS. */
const LIST_END = /(?:TOKEN|KEY)S$/;

/** Variables with the name of a model or with settings of the server, such as the model `hf_bert`, whose values are no secrets. */
const isSetting = (name: string): boolean =>
  ['MODEL_DATA_VERSION', 'SAGEMAKER_TRITON_DEFAULT_MODEL_NAME'].includes(name) ||
  (Object.hasOwn(FIRST_RELEASE_BY_VARIABLE, name) && name !== 'SAGEMAKER_TRITON_ADDITIONAL_ARGS');

/** Whether the name of a variable or tag is that of a secret. */
function hasSecretName(name: string, value: string): boolean {
  const words = name
    .replace(/([a-z])(?=[A-Z])/g, '$1_') // dbPassword
    .toUpperCase()
    .split(/[^A-Z0-9]+/);
  const all = words.join('_');
  return (
    words.some((word) => SECRET_WORD.test(word)) ||
    SECRET_PART.test(all) ||
    SECRET_END.test(all) ||
    (LIST_END.test(all) && Number.isNaN(Number(value)))
  );
}

/** Replaces the values of variables and tags that may be secrets, in all parts of a response, and secrets in other texts. */
export function hideSecretsIn<T>(value: T): T {
  if (typeof value === 'string') return hideSecrets(value) as T;
  if (Array.isArray(value)) return value.map(hideSecretsIn) as T;
  if (!isObject(value)) return value;
  if (typeof value.Key === 'string' && hasSecretName(value.Key, String(value.Value)))
    return { ...value, Value: HIDDEN };
  const entries = Object.entries(value).map(([key, each]): [string, unknown] => {
    if (key !== 'Environment' || !isObject(each)) return [key, hideSecretsIn(each)];
    return [key, Object.fromEntries(Object.entries(each).map(([name, text]) => [name, hidden(name, text)]))];
  });
  return Object.fromEntries(entries) as T;
}

function hidden(name: string, value: unknown): unknown {
  const text = String(value);
  return !isSetting(name) && (hasSecretName(name, text) || hideSecrets(text) !== text) ? HIDDEN : value;
}

/** What replaces a secret in everything that the library prints or writes. */
export const HIDDEN = '(hidden: looks like a secret)';

/**
 * The forms of tokens with a known prefix, of services that models use. The lengths are lower limits, so that names
 * such as `hf_bert` and `sk-learn` are no tokens.
 */
const TOKENS = [
  ...['A(?:KIA|SIA|BIA|CCA)[A-Z0-9]{16}', 'LTAI[A-Za-z0-9]{12,}'], // AWS, Alibaba Cloud
  ...['AIza[\\w-]{30,}', 'GOCSPX-[\\w-]{20,}', 'ya29\\.[\\w-]{20,}'], // Google
  ...['\\w{3}[78]Q~[\\w.~-]{30,}', 'do[opr]_v1_[a-f0-9]{32,}'], // Microsoft Entra, DigitalOcean
  ...[
    'gh[opsur]_[A-Za-z0-9]{20,}',
    'github_pat_\\w{20,}',
    'gl(?:pat|ptt|dt|rt|cbt|ft|imt|agent|soat|oas|ffct)-[\\w.-]{16,}',
  ], // GitHub, GitLab
  ...['ATATT3[\\w=-]{20,}', 'ATBB[A-Za-z0-9]{20,}', 'lin_api_\\w{20,}', 'ntn_\\w{30,}'], // Atlassian, Linear, Notion
  ...['xox[a-z]-[\\w-]{10,}', 'xapp-[\\w-]{20,}', '\\d{8,10}:AA[\\w-]{30,}'], // Slack, Telegram
  ...['hf_[A-Za-z0-9]{20,}', 'api_org_[A-Za-z0-9]{20,}', 'nvapi-[\\w-]{10,}', 'wandb_v\\d_\\w{20,}'], // Hugging Face, NVIDIA, W&B
  ...['sk-(?:[a-z\\d]{2,8}-){0,2}\\w{20,}', '(?:gsk|r8|pcsk)_[A-Za-z0-9_]{30,}'], // OpenAI, Anthropic, Groq, Replicate, Pinecone
  ...['(?:xai|pplx|tvly)-[\\w-]{20,}', 'lsv2_(?:pt|sk)_\\w{20,}'], // xAI, Perplexity, Tavily, LangSmith
  ...['npm_[A-Za-z0-9]{20,}', 'pypi-\\w{16,}', 'rubygems_[a-f0-9]{32,}', 'dckr_(?:pat|oat)_[\\w-]{20,}'], // npm, PyPI, RubyGems, Docker
  ...['[rs]k_(?:live|test|prod)_\\w{10,}', 'whsec_\\w{20,}', 'sq0[a-z]{3}-[\\w-]{20,}'], // Stripe, Square
  ...['SG\\.[\\w-]{16,}\\.[\\w-]{16,}', 'SK[a-f0-9]{32}', 'key-[a-f0-9]{32}'], // SendGrid, Twilio, Mailgun
  ...['hv[bsr]\\.[\\w-]{20,}', 'dp\\.[a-z]{2,5}\\.\\w{30,}', 'AGE-SECRET-KEY-1[A-Z0-9]{20,}'], // Vault, Doppler, age
  ...['dapi[a-f0-9]{32}', 'pscale_[a-z]+_[\\w.-]{20,}', 'sb(?:p|_secret)_\\w{20,}'], // Databricks, PlanetScale, Supabase
  ...['glsa_\\w{20,}', 'glc_[\\w+/-]{20,}', 'NRAK-[A-Z0-9]{20,}', 'sntry[su]_[\\w+/-]{20,}'], // Grafana, New Relic, Sentry
  ...['shp[a-z]{2}_[a-f0-9]{32}', 'PMAK-[a-f0-9-]{40,}'], // Shopify, Postman
  '(?<!-|_)eyJ[\\w-]{8,}\\.eyJ[\\w-]+(?:\\.[\\w-]*)?', // JSON Web Token
];
const TOKEN = new RegExp(`(?<![A-Za-z0-9])(?:${TOKENS.join('|')})[\\w=-]*`, 'g');

const PRIVATE_KEY = /-----BEGIN [A-Z ]*PRIVATE KEY[^]*?(?:-----END [A-Z ]*PRIVATE KEY-----|$)/g;
const WEBHOOK = /(hooks\.slack\.com\/services\/)[\w/-]+/g;
const HEADER = /\b(bearer|basic) +(?=[\w.~+/=-]*[\d=])[\w.~+/=-]{6,}/gi;
/** A field of a presigned URL, a connection string, a list of headers, a JSON document, or a JSON document in a text of JSON. */
const FIELD =
  /(?<![\w-])((?:x-(?:amz|goog)-signature|x-amz-security-token|(?:access|auth|api|refresh)[_-]?token|password|passwd|pwd|(?:client[_-]?)?secret|(?:aws[_-])?secret[_-]?access[_-]?key|(?:x-)?api[_-]?key|accountkey|sharedaccesskey)\\{0,9}["']?\s{0,9}(?:=>|[=:])\s{0,9}\\{0,9}["']?)(?:[^\s"'&;,\\]|\\(?!\\{0,9}["']))+/gi;
/** A field whose name is also a word of error messages, such as of `Unexpected token: x`. */
const WORD_FIELD =
  /(?<![\w-])((?:sig|signature|token)(?:=\\{0,9}["']?|\\{0,9}["']\s{0,9}(?:=>|[=:])\s{0,9}\\{0,9}["']))(?:[^\s"'&;,\\]|\\(?!\\{0,9}["']))+/gi;
/** A password after `://`, which can contain slashes (but not a port before a path with an @), or a long user name. */
const USER_INFO = /^(?:[^/\s:@]*:(?!\d{1,5}[/?#])[^\s@]+|[^/\s:@]{16,})@/;

/** Hides what looks like a secret by its form, in a text of any kind. Passwords without such a form stay. */
export function hideSecrets(text: string): string {
  const [start, ...parts] = text.split('://');
  return [start, ...parts.map((part) => part.replace(USER_INFO, `${HIDDEN}@`))]
    .join('://')
    .replace(PRIVATE_KEY, HIDDEN)
    .replace(WEBHOOK, `$1${HIDDEN}`)
    .replace(FIELD, `$1${HIDDEN}`)
    .replace(WORD_FIELD, `$1${HIDDEN}`)
    .replace(HEADER, `$1 ${HIDDEN}`)
    .replace(TOKEN, HIDDEN);
}

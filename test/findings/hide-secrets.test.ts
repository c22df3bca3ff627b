import { HIDDEN, hideSecrets } from '../../lib/findings/hide-secrets';

/** Digits and letters of any length. Tokens are put together, since scanners of repositories report complete ones. */
const random = (length: number): string => 'a1B2c3D4e5F6g7H8'.repeat(10).slice(0, length);
const hex = (length: number): string => '0123456789abcdef'.repeat(10).slice(0, length);

test.each([
  ...['AKIA', 'ASIA'].map((prefix) => prefix + random(16).toUpperCase()),
  ...['ghp_', 'gho_', 'ghs_', 'ghr_', 'ghu_', 'npm_', 'gsk_', 'r8_'].map((prefix) => prefix + random(36)),
  ...['github_pat_', 'glpat-', 'hf_', 'nvapi-', 'sk-', 'sk-proj-', 'sk-ant-api03-'].map(
    (prefix) => prefix + random(40),
  ),
  ...['xoxb-', 'xoxp-', 'xapp-1-', 'pypi-', 'AIza', 'GOCSPX-', 'ya29.', 'hvs.'].map((prefix) => prefix + random(40)),
  ...['sk_live_', 'rk_test_', 'whsec_', 'dckr_pat_', 'lin_api_', 'glsa_', 'wandb_v1_'].map(
    (prefix) => prefix + random(40),
  ),
  ...['dop_v1_', 'dapi', 'SK', 'key-', 'shpat_'].map((prefix) => prefix + hex(prefix === 'dop_v1_' ? 64 : 32)),
  `SG.${random(22)}.${random(43)}`,
  `${'1'.repeat(10)}:AA${random(33)}`,
  `eyJ${random(20)}.eyJ${random(30)}.${random(43)}`,
  `-----BEGIN OPENSSH PRIVATE KEY-----\n${random(64)}\n-----END OPENSSH PRIVATE KEY-----`,
])('%s is hidden in every place', (token) => {
  expect(hideSecrets(token)).toBe(HIDDEN);
  expect(hideSecrets(`x ["${token}", 1] y`)).toBe(`x ["${HIDDEN}", 1] y`);
});

test.each([
  ['redis://:hunter2@cache:6379', `redis://${HIDDEN}@cache:6379`],
  ['https://h/m?X-Amz-Signature=0123&a=b', `https://h/m?X-Amz-Signature=${HIDDEN}&a=b`],
  ['{"user":"u","password":"hunter2"}', `{"user":"u","password":"${HIDDEN}"}`],
  [String.raw`{\"password\":\"hunter\2\",\"a\":1}`, String.raw`{\"password\":\"${HIDDEN}\",\"a\":1}`],
  [String.raw`{\"token\":\"hunter2\"}`, String.raw`{\"token\":\"${HIDDEN}\"}`],
  ['PASSWORD => hunter2', `PASSWORD => ${HIDDEN}`],
  ['aws_secret_access_key = wJalr/x', `aws_secret_access_key = ${HIDDEN}`],
  ['Authorization: Bearer abc123def', `Authorization: Bearer ${HIDDEN}`],
])('%s: only the secret is hidden', (text, hidden) => {
  expect(hideSecrets(text)).toBe(hidden);
});

test.each([
  'hf_bert and hf_xlm_roberta_base_multilingual_v2',
  'sk-learn-regression, pypi-mirror, glove-6b-300d-embeddings-2024',
  'SyntaxError: Unexpected token: }',
  "the signature: 'serving_default' of basic functionality",
  'registry:5000/@shop and https://registry:5000/@shop/packages',
  's3://bucket/model-0123456789abcdef0123456789abcdef/model.tar.gz',
  'arn:aws:iam::111122223333:role/stack-MyEndpointExecutionRole1A2B3C4D-5E6F7G8H',
])('%s has no secret', (text) => {
  expect(hideSecrets(text)).toBe(text);
});

import { Token } from 'aws-cdk-lib';

const OTHER_ARCHIVE = /\.(?:zip|tar|tgz|gz|bz2|xz|zst|7z|rar)$/i;
const SINGLE_FILE = /\.(?:onnx|pt|pth|plan|engine|py|pbtxt|safetensors|bin)$/i;

/** What keeps a key or prefix from naming a model repository in S3, in words. */
export function problemOfKey(key: string): string | undefined {
  if (Token.isUnresolved(key)) return undefined;
  const got = `got '${key}'; allowed:`;
  if (key.includes('://'))
    return `${got} only the key, such as '${keyOf(key)}', since the bucket is a separate argument`;
  if (key.startsWith('/')) return `${got} a key without a leading '/', such as '${key.replace(/^\/{1,99}/, '')}'`;
  if (key.includes('//')) return `${got} a key without an empty part, since '//' and '/' are different keys in S3`;
  if (key.trim() !== key || key === '')
    return `${got} the key of an archive (.tar.gz) or a prefix, without spaces around it`;
  if (key.endsWith('.tar.gz')) return undefined;
  if (OTHER_ARCHIVE.test(key))
    return `${got} an archive that ends with .tar.gz, the only kind that SageMaker unpacks, or a prefix`;
  if (SINGLE_FILE.test(key))
    return `${got} the prefix or the archive of a whole repository, which contains <model name>/config.pbtxt, not a single file`;
  return undefined;
}

/** The key of an S3 URI or of an object's URL. */
function keyOf(uri: string): string {
  return uri
    .slice(uri.indexOf('://') + 3)
    .split('/')
    .slice(1)
    .join('/');
}

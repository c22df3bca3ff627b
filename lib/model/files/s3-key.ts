import { isUnresolved } from '../../findings/is-unresolved';

/** Matches the extensions of archives that SageMaker does not unpack. */
const UNSUPPORTED_ARCHIVE = /\.(?:zip|tar|tgz|gz|bz2|xz|zst|7z|rar)$/i;
/** Matches the extensions of files that are only a part of a model repository. */
const SINGLE_FILE = /\.(?:onnx|pt|pth|plan|engine|py|pbtxt|safetensors|bin)$/i;

/** Describes why a key or prefix cannot be a model repository in S3. Undefined if it can be a repository. */
export function keyProblem(key: string): string | undefined {
  if (isUnresolved(key)) return undefined;
  const messageStart = `got '${key}'; allowed:`;
  if (key.includes('://'))
    return `${messageStart} only the key, such as '${keyOf(key)}', since the bucket is a separate argument`;
  if (key.startsWith('/'))
    return `${messageStart} a key without a leading '/', such as '${key.replace(/^\/{1,99}/, '')}'`;
  if (key.includes('//'))
    return `${messageStart} a key without an empty part, since '//' and '/' are different keys in S3`;
  if (key.trim() !== key || key === '')
    return `${messageStart} the key of an archive (.tar.gz) or a prefix, without spaces around it`;
  if (key.endsWith('.tar.gz')) return undefined;
  if (UNSUPPORTED_ARCHIVE.test(key))
    return `${messageStart} an archive that ends with .tar.gz, the only kind that SageMaker unpacks, or a prefix`;
  if (SINGLE_FILE.test(key))
    return `${messageStart} the prefix or the archive of a whole repository, which contains <model name>/config.pbtxt, not a single file`;
  return undefined;
}

/** The key in an S3 URI or the URL of an object. */
function keyOf(uri: string): string {
  return uri
    .slice(uri.indexOf('://') + 3)
    .split('/')
    .slice(1)
    .join('/');
}

import { Finding, error } from '../../findings/finding';

/** SageMaker's limit of `TargetModel` (API reference, InvokeEndpoint), of which the suffix and a version take some. */
const LONGEST_NAME = 980;

const SEGMENT = '[A-Za-z0-9][A-Za-z0-9_.-]*';
const NAME = new RegExp(`^${SEGMENT}(/${SEGMENT})*$`);

/** From this release on the server refuses names that lead into folders. */
const NO_FOLDERS_FROM = '26.03';

/** What a request could not name as its model. */
export function checkTarget(name: string, release: string, field = 'name'): Finding[] {
  if (!NAME.test(name) || name.length > LONGEST_NAME) {
    const allowed = `parts of letters, digits, '.', '_' and '-' with '/' between them, at most ${LONGEST_NAME} characters`;
    return [error('mme.target-name', field, `got '${name}'; allowed: ${allowed}`)];
  }
  if (!name.includes('/') || release < NO_FOLDERS_FROM) return [];
  return [
    error(
      'mme.target-slash',
      field,
      `got '${name}'; allowed with Triton ${release}: a name without '/', or a release before ${NO_FOLDERS_FROM}`,
    ),
  ];
}

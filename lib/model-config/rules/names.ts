import { ConfigRule, configRules } from './context';

/** Maximum length of a folder name on Linux (NAME_MAX). */
const MAX_NAME_BYTES = 255;

const bytesOf = (name: string): number => new TextEncoder().encode(name).length;

export const nameRules: ConfigRule[] = configRules([
  {
    id: 'name.empty-request',
    when: ({ name }, { release }) => name !== '' && name.trim() === '' && release >= '26.03',
    at: 'name',
    message: `name is blank; set the name of the model's folder`,
  },
  {
    id: 'name.traversal',
    when: ({ name }) => ['.', '..'].includes(name.trim()) || name.includes('/'),
    at: 'name',
    message: ({ name }) =>
      `name '${name}' is not a valid folder name: it must not be '.' or '..' nor contain '/'; rename the model`,
  },
  {
    id: 'name.traversal',
    when: ({ name }) => bytesOf(name) > MAX_NAME_BYTES,
    at: 'name',
    message: ({ name }) => `name has ${bytesOf(name)} bytes, a folder's at most ${MAX_NAME_BYTES}; rename the model`,
  },
]);

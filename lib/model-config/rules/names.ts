import { ConfigRule } from './context';

/** Maximum length of a folder name on Linux (NAME_MAX). */
const MAX_NAME_BYTES = 255;

export const nameRules: ConfigRule[] = [
  {
    id: 'name.empty-request',
    *check({ name }, { release }) {
      if (name !== '' && name.trim() === '' && release >= '26.03') {
        yield { field: 'name', message: `name is blank; set the name of the model's folder` };
      }
    },
  },
  {
    id: 'name.traversal',
    *check({ name }) {
      if (['.', '..'].includes(name.trim()) || name.includes('/')) {
        yield {
          field: 'name',
          message: `name '${name}' is not a valid folder name: it must not be '.' or '..' nor contain '/'; rename the model`,
        };
      }
      const bytes = new TextEncoder().encode(name).length;
      if (bytes > MAX_NAME_BYTES) {
        yield {
          field: 'name',
          message: `name has ${bytes} bytes, a folder's at most ${MAX_NAME_BYTES}; rename the model`,
        };
      }
    },
  },
];

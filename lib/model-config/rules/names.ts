import { ConfigRule } from './context';

export const nameRules: ConfigRule[] = [
  {
    id: 'name.empty-request',
    *check({ name }, { release }) {
      if (name !== '' && name.trim() === '' && release >= '26.03') {
        yield { field: 'name', message: `name is blank; give the name of the model's folder` };
      }
    },
  },
  {
    id: 'name.traversal',
    *check({ name }) {
      if (name.trim() === '..' || name.includes('/')) {
        yield {
          field: 'name',
          message: `name '${name}' is no folder name: it must not be '..' nor contain '/'; rename the model`,
        };
      }
    },
  },
];

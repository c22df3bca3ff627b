import { ConfigRule } from '../context';
import { onlyFor } from './parameters';

export const openVinoRules: ConfigRule[] = onlyFor('openvino', [
  {
    id: 'ov.cpu',
    *check({ instance_group: groups }) {
      for (const [index, { kind }] of groups.entries()) {
        if (kind === 'KIND_GPU') {
          yield {
            field: `instance_group[${index}].kind`,
            message: 'OpenVINO runs on CPUs only, got KIND_GPU; use KIND_CPU',
          };
        }
      }
    },
  },
]);

import { Severity } from '../../../findings/finding';
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
  {
    id: 'ov.batch',
    severity: Severity.WARNING,
    *check({ max_batch_size: maximum, parameters }) {
      const padding = parameters.get('ENABLE_BATCH_PADDING')?.string_value ?? '';
      if (maximum > 1 && padding.toLowerCase() !== 'yes') {
        yield {
          field: 'parameters[ENABLE_BATCH_PADDING]',
          message:
            `got '${padding}' with max_batch_size ${maximum}: each request with a batch size other than ${maximum} fails, ` +
            "and so do requests that are batched; set 'YES', or max_batch_size 0",
        };
      }
    },
  },
]);

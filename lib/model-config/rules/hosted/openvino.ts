import { Severity } from '../../../findings/finding';
import { ConfigRule, configRules, partRules, withFields } from '../context';
import { onlyFor } from './parameters';

export const openVinoRules: ConfigRule[] = onlyFor('openvino', [
  ...partRules(
    ({ instance_group: groups }) => withFields(groups, 'instance_group'),
    [
      {
        id: 'ov.cpu',
        when: ({ kind }) => kind === 'KIND_GPU',
        at: '.kind',
        message: 'OpenVINO runs on CPUs only, got KIND_GPU; use KIND_CPU',
      },
    ],
  ),
  ...configRules([
    {
      id: 'ov.batch',
      severity: Severity.WARNING,
      when: ({ max_batch_size: maximum, parameters }) =>
        maximum > 1 && parameters.get('ENABLE_BATCH_PADDING')?.string_value.toLowerCase() !== 'yes',
      at: 'parameters[ENABLE_BATCH_PADDING]',
      message: ({ max_batch_size: maximum, parameters }) =>
        `got '${parameters.get('ENABLE_BATCH_PADDING')?.string_value ?? ''}' with max_batch_size ${maximum}: each request with a batch size ` +
        `other than ${maximum} fails, and so do requests that are batched; set 'YES', or max_batch_size 0`,
    },
  ]),
]);

import { Severity } from '../../findings/finding';
import { enums, ModelConfigDocument } from '../schema/schema';
import { ConfigRule } from './context';
import { isNotTensorRt } from './resolve-backend';

const KINDS = enums['ModelInstanceGroup.Kind'].values;

/** The groups of a model that has instances: an ensemble has none. */
function groups(config: ModelConfigDocument) {
  return config.ensemble_scheduling
    ? []
    : config.instance_group.map((group, index) => ({ group, field: `instance_group[${index}]` }));
}

function gpuRange(gpuCount: number): string {
  return gpuCount === 1 ? 'the only GPU is 0' : `GPUs are 0 to ${gpuCount - 1}`;
}

const LARGEST_INT32 = 2 ** 31 - 1;

/** The server reads the number that a profile's name begins with. */
function isIndex(profile: string): boolean {
  const [, number] = /^\s*([+-]?\d+)/.exec(profile) ?? [];
  return number !== undefined && Number(number) >= 0 && Number(number) <= LARGEST_INT32;
}

const rules: ConfigRule[] = [
  {
    id: 'ig.kind',
    *check(config) {
      for (const { group, field } of groups(config)) {
        if (!KINDS.includes(group.kind)) {
          yield { field: `${field}.kind`, message: `unknown kind ${group.kind}; allowed: ${KINDS.join(', ')}` };
        }
      }
    },
  },
  ...Object.entries({ 'ig.cpu-gpus': 'KIND_CPU', 'ig.model-gpus': 'KIND_MODEL' }).map(([id, kind]): ConfigRule => ({
    id,
    *check(config) {
      for (const { group, field } of groups(config)) {
        if (group.kind === kind && group.gpus.length > 0) {
          yield { field: `${field}.gpus`, message: `${kind} accepts no gpus; leave them out, or use KIND_GPU` };
        }
      }
    },
  })),
  {
    id: 'ig.gpu-none',
    *check(config, { gpuCount }) {
      for (const { group, field } of groups(config)) {
        if (group.kind === 'KIND_GPU' && gpuCount === 0 && group.gpus.length === 0) {
          yield {
            field: `${field}.kind`,
            message:
              'KIND_GPU needs a GPU that Triton can use, and there is none; use KIND_CPU or KIND_AUTO, or a GPU instance',
          };
        }
      }
    },
  },
  {
    id: 'ig.gpu-id',
    *check(config, { gpuCount }) {
      for (const { group, field } of groups(config)) {
        for (const [index, gpu] of group.kind === 'KIND_GPU' ? group.gpus.entries() : []) {
          if (gpu < 0 || (gpuCount !== undefined && gpu >= gpuCount)) {
            const allowed = gpuCount === undefined ? 'GPUs count from 0' : gpuRange(gpuCount);
            yield {
              field: `${field}.gpus[${index}]`,
              message: `gpu ${gpu} does not exist: ${gpuCount === 0 ? 'there is no GPU that Triton can use' : allowed}`,
            };
          }
        }
      }
    },
  },
  {
    id: 'ig.auto-gpus',
    *check(config, { gpuCount = Infinity }) {
      for (const { group, field } of groups(config)) {
        const absent = group.gpus.filter((gpu) => gpu < 0 || gpu >= gpuCount);
        if (group.kind === 'KIND_AUTO' && absent.length > 0) {
          yield {
            field: `${field}.gpus`,
            message:
              `without gpu ${absent.join(', ')}, KIND_AUTO becomes KIND_CPU, which accepts no gpus; ` +
              `${Number.isFinite(gpuCount) && gpuCount > 0 ? `${gpuRange(gpuCount)}; ` : ''}leave gpus out`,
          };
        }
      }
    },
  },
  {
    id: 'ig.count',
    severity: Severity.WARNING,
    *check(config) {
      for (const { group, field } of groups(config)) {
        if (group.count < 0) {
          yield { field: `${field}.count`, message: `count ${group.count} silently becomes 1; set 1 or more` };
        }
      }
    },
  },
  {
    id: 'ig.passive',
    severity: Severity.WARNING,
    *check(config) {
      const all = groups(config);
      if (all.length > 0 && all.every(({ group }) => group.passive)) {
        yield {
          field: 'instance_group',
          message: 'every instance group is passive, so no request is ever executed; keep one group active',
        };
      }
    },
  },
  {
    id: 'ig.profile-trt',
    *check(config, context) {
      for (const { group, field } of groups(config)) {
        if (group.profile.length > 0 && isNotTensorRt(context)) {
          yield { field: `${field}.profile`, message: 'only platform tensorrt_plan has profiles; leave them out' };
        }
      }
    },
  },
  {
    id: 'ig.profile-int',
    *check(config, context) {
      for (const { group, field } of groups(config)) {
        for (const [index, profile] of group.profile.entries()) {
          if (!isNotTensorRt(context) && !isIndex(profile)) {
            yield {
              field: `${field}.profile[${index}]`,
              message: `profile '${profile}' must be the index of an optimization profile, e.g. '0'`,
            };
          }
        }
      }
    },
  },
];

/**
 * Triton judges instance groups last, when it has found the backend and the machine's GPUs; until those are known here,
 * what it would refuse is a warning.
 */
export const instanceGroupRules: ConfigRule[] = rules.map((rule) => ({
  ...rule,
  *check(config, context) {
    const placed = context.gpuCount !== undefined || context.instanceType !== undefined;
    for (const violation of rule.check(config, context)) {
      yield { ...violation, severity: placed ? rule.severity : Severity.WARNING };
    }
  },
}));

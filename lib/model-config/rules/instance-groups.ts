import { Severity } from '../../findings/finding';
import { enums, ModelConfigDocument } from '../schema/schema';
import { ConfigRule } from './context';
import { isNotTensorRt } from './resolve-backend';

const KINDS = enums['ModelInstanceGroup.Kind'].values;

/** Returns the instance groups of a model, each with its field path for findings. Empty for an ensemble, which has no instances. */
function groupsOf(config: ModelConfigDocument) {
  return config.ensemble_scheduling
    ? []
    : config.instance_group.map((group, index) => ({ group, field: `instance_group[${index}]` }));
}

function gpuRange(gpuCount: number): string {
  return gpuCount === 1 ? 'the only GPU is 0' : `GPUs are 0 to ${gpuCount - 1}`;
}

const MAX_INT32 = 2 ** 31 - 1;

/** Whether the name of a profile begins with a valid index. The server ignores the rest of the name. */
function beginsWithIndex(profile: string): boolean {
  const [, number] = /^\s*([+-]?\d+)/.exec(profile) ?? [];
  return number !== undefined && Number(number) >= 0 && Number(number) <= MAX_INT32;
}

const rules: ConfigRule[] = [
  {
    id: 'ig.kind',
    *check(config) {
      for (const { group, field } of groupsOf(config)) {
        if (!KINDS.includes(group.kind)) {
          yield { field: `${field}.kind`, message: `unknown kind ${group.kind}; allowed: ${KINDS.join(', ')}` };
        }
      }
    },
  },
  ...Object.entries({ 'ig.cpu-gpus': 'KIND_CPU', 'ig.model-gpus': 'KIND_MODEL' }).map(([id, kind]): ConfigRule => ({
    id,
    *check(config) {
      for (const { group, field } of groupsOf(config)) {
        if (group.kind === kind && group.gpus.length > 0) {
          yield { field: `${field}.gpus`, message: `${kind} accepts no gpus; leave them out, or use KIND_GPU` };
        }
      }
    },
  })),
  {
    id: 'ig.gpu-none',
    *check(config, { gpuCount }) {
      for (const { group, field } of groupsOf(config)) {
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
      for (const { group, field } of groupsOf(config)) {
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
      for (const { group, field } of groupsOf(config)) {
        const missingGpus = group.gpus.filter((gpu) => gpu < 0 || gpu >= gpuCount);
        if (group.kind === 'KIND_AUTO' && missingGpus.length > 0) {
          yield {
            field: `${field}.gpus`,
            message:
              `without gpu ${missingGpus.join(', ')}, KIND_AUTO becomes KIND_CPU, which accepts no gpus; ` +
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
      for (const { group, field } of groupsOf(config)) {
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
      const allGroups = groupsOf(config);
      if (allGroups.length > 0 && allGroups.every(({ group }) => group.passive)) {
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
      for (const { group, field } of groupsOf(config)) {
        if (group.profile.length > 0 && isNotTensorRt(context)) {
          yield { field: `${field}.profile`, message: 'only platform tensorrt_plan has profiles; leave them out' };
        }
      }
    },
  },
  {
    id: 'ig.profile-int',
    *check(config, context) {
      for (const { group, field } of groupsOf(config)) {
        for (const [index, profile] of group.profile.entries()) {
          if (!isNotTensorRt(context) && !beginsWithIndex(profile)) {
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
 * Triton validates instance groups last, when it knows the backend and the GPUs. If the GPUs are not known at synth, errors become warnings.
 */
export const instanceGroupRules: ConfigRule[] = rules.map((rule) => ({
  ...rule,
  *check(config, context) {
    const isHostKnown = context.gpuCount !== undefined || context.instanceType !== undefined;
    for (const finding of rule.check(config, context)) {
      yield { ...finding, severity: isHostKnown ? rule.severity : Severity.WARNING };
    }
  },
}));

export const rateLimiterRules: ConfigRule[] = [
  {
    id: 'rl.global-device',
    // A warning, because the configuration is an error only if the server runs with --rate-limit=execution_count.
    severity: Severity.WARNING,
    *check({ instance_group: groups }) {
      const resources = groups.flatMap(({ rate_limiter: limiter }, groupIndex) =>
        (limiter?.resources ?? []).map((resource, index) => ({
          ...resource,
          field: `instance_group[${groupIndex}].rate_limiter.resources[${index}].global`,
        })),
      );
      const namesPerDevice = new Set(resources.filter(({ global }) => !global).map(({ name }) => name));
      for (const { name, global, field } of resources) {
        if (global && namesPerDevice.has(name)) {
          yield {
            field,
            message: `resource '${name}' is both global and per device, which the rate limiter rejects; choose one`,
          };
        }
      }
    },
  },
];

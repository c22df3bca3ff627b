import { Severity } from '../../findings/finding';
import { enums, ModelConfigDocument } from '../schema/schema';
import { ConfigRule, configRules, partRules, withFields } from './context';
import { isNotTensorRt } from './resolve-backend';

const KINDS = enums['ModelInstanceGroup.Kind'].values;

/** Returns the instance groups of a model. Empty for an ensemble, which has no instances. */
function groupsOf(config: ModelConfigDocument) {
  return config.ensemble_scheduling ? [] : withFields(config.instance_group, 'instance_group');
}

/** The GPUs of instance groups on GPUs. */
function gpusOf(config: ModelConfigDocument) {
  return groupsOf(config).flatMap(({ kind, gpus, field }) =>
    kind === 'KIND_GPU' ? gpus.map((gpu, index) => ({ gpu, field: `${field}.gpus[${index}]` })) : [],
  );
}

/** The names of the profiles of instance groups. */
function profilesOf(config: ModelConfigDocument) {
  return groupsOf(config).flatMap(({ profile, field }) =>
    profile.map((name, index) => ({ name, field: `${field}.profile[${index}]` })),
  );
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

const missingGpus = (gpus: readonly number[], gpuCount = Infinity) => gpus.filter((gpu) => gpu < 0 || gpu >= gpuCount);

const kindsWithoutGpus = Object.entries({ 'ig.cpu-gpus': 'KIND_CPU', 'ig.model-gpus': 'KIND_MODEL' });

export const instanceGroupRules: ConfigRule[] = [
  ...partRules(groupsOf, [
    {
      id: 'ig.kind',
      when: ({ kind }) => !KINDS.includes(kind),
      at: '.kind',
      message: ({ kind }) => `unknown kind ${kind}; allowed: ${KINDS.join(', ')}`,
    },
    ...kindsWithoutGpus.map(([id, kind]) => ({
      id,
      when: (group: { readonly kind: string; readonly gpus: readonly number[] }) =>
        group.kind === kind && group.gpus.length > 0,
      at: '.gpus',
      message: `${kind} accepts no gpus; leave them out, or use KIND_GPU`,
    })),
    {
      id: 'ig.gpu-none',
      when: ({ kind, gpus }, { gpuCount }) => kind === 'KIND_GPU' && gpuCount === 0 && gpus.length === 0,
      at: '.kind',
      message:
        'KIND_GPU needs a GPU that Triton can use, and there is none; use KIND_CPU or KIND_AUTO, or a GPU instance',
    },
  ]),
  ...partRules(gpusOf, [
    {
      id: 'ig.gpu-id',
      when: ({ gpu }, { gpuCount = Infinity }) => gpu < 0 || gpu >= gpuCount,
      message: ({ gpu }, { gpuCount }) => {
        const allowed = gpuCount === undefined ? 'GPUs count from 0' : gpuRange(gpuCount);
        return `gpu ${gpu} does not exist: ${gpuCount === 0 ? 'there is no GPU that Triton can use' : allowed}`;
      },
    },
  ]),
  ...partRules(groupsOf, [
    {
      id: 'ig.auto-gpus',
      when: ({ kind, gpus }, { gpuCount }) => kind === 'KIND_AUTO' && missingGpus(gpus, gpuCount).length > 0,
      at: '.gpus',
      message: ({ gpus }, { gpuCount }) =>
        `without gpu ${missingGpus(gpus, gpuCount).join(', ')}, KIND_AUTO becomes KIND_CPU, which accepts no gpus; ` +
        `${gpuCount ? `${gpuRange(gpuCount)}; ` : ''}leave gpus out`,
    },
    {
      id: 'ig.count',
      severity: Severity.WARNING,
      when: ({ count }) => count < 0,
      at: '.count',
      message: ({ count }) => `count ${count} silently becomes 1; set 1 or more`,
    },
  ]),
  ...configRules([
    {
      id: 'ig.passive',
      severity: Severity.WARNING,
      when: (config) => groupsOf(config).length > 0 && groupsOf(config).every(({ passive }) => passive),
      at: 'instance_group',
      message: 'every instance group is passive, so no request is ever executed; keep one group active',
    },
  ]),
  ...partRules(groupsOf, [
    {
      id: 'ig.profile-trt',
      when: ({ profile }, context) => profile.length > 0 && isNotTensorRt(context),
      at: '.profile',
      message: 'only platform tensorrt_plan has profiles; leave them out',
    },
  ]),
  ...partRules(profilesOf, [
    {
      id: 'ig.profile-int',
      when: ({ name }, context) => !isNotTensorRt(context) && !beginsWithIndex(name),
      message: ({ name }) => `profile '${name}' must be the index of an optimization profile, e.g. '0'`,
    },
  ]),
];

function resourcesOf({ instance_group: groups }: ModelConfigDocument) {
  const resources = withFields(groups, 'instance_group').flatMap(({ rate_limiter: limiter, field }) =>
    withFields(limiter?.resources, `${field}.rate_limiter.resources`),
  );
  const namesPerDevice = new Set(resources.filter(({ global }) => !global).map(({ name }) => name));
  return resources.map((resource) => ({ ...resource, isPerDevice: namesPerDevice.has(resource.name) }));
}

export const rateLimiterRules: ConfigRule[] = partRules(resourcesOf, [
  {
    id: 'rl.global-device',
    // A warning, because the configuration is an error only if the server runs with --rate-limit=execution_count.
    severity: Severity.WARNING,
    when: ({ global, isPerDevice }) => global && isPerDevice,
    at: '.global',
    message: ({ name }) =>
      `resource '${name}' is both global and per device, which the rate limiter rejects; choose one`,
  },
]);

import { enumeration, many, one } from './field';

export const instanceEnums = {
  'ModelInstanceGroup.Kind': enumeration(['KIND_AUTO', 'KIND_GPU', 'KIND_CPU', 'KIND_MODEL']),
  'ModelInstanceGroup.SecondaryDevice.SecondaryDeviceKind': enumeration(['KIND_NVDLA'], { KIND_NVDLA: '21.06' }),
};

export const instanceMessages = {
  'ModelRateLimiter.Resource': {
    name: one(1, 'string'),
    global: one(2, 'bool'),
    count: one(3, 'uint32'),
  },
  ModelRateLimiter: {
    resources: many(1, 'ModelRateLimiter.Resource'),
    priority: one(2, 'uint32'),
  },
  'ModelInstanceGroup.SecondaryDevice': {
    kind: one(1, 'ModelInstanceGroup.SecondaryDevice.SecondaryDeviceKind', { since: '21.06' }),
    device_id: one(2, 'int64', { since: '21.06' }),
  },
  ModelInstanceGroup: {
    name: one(1, 'string'),
    kind: one(4, 'ModelInstanceGroup.Kind'),
    count: one(2, 'int32'),
    rate_limiter: one(6, 'ModelRateLimiter'),
    gpus: many(3, 'int32'),
    secondary_devices: many(8, 'ModelInstanceGroup.SecondaryDevice', { since: '21.06' }),
    profile: many(5, 'string'),
    passive: one(7, 'bool', { since: '21.06' }),
    host_policy: one(9, 'string', { since: '21.06' }),
  },
};

import { enumeration, repeated, singular } from './field';

export const instanceEnums = {
  'ModelInstanceGroup.Kind': enumeration(['KIND_AUTO', 'KIND_GPU', 'KIND_CPU', 'KIND_MODEL']),
  'ModelInstanceGroup.SecondaryDevice.SecondaryDeviceKind': enumeration(['KIND_NVDLA'], { KIND_NVDLA: '21.06' }),
};

export const instanceMessages = {
  'ModelRateLimiter.Resource': {
    name: singular(1, 'string'),
    global: singular(2, 'bool'),
    count: singular(3, 'uint32'),
  },
  ModelRateLimiter: {
    resources: repeated(1, 'ModelRateLimiter.Resource'),
    priority: singular(2, 'uint32'),
  },
  'ModelInstanceGroup.SecondaryDevice': {
    kind: singular(1, 'ModelInstanceGroup.SecondaryDevice.SecondaryDeviceKind', { since: '21.06' }),
    device_id: singular(2, 'int64', { since: '21.06' }),
  },
  ModelInstanceGroup: {
    name: singular(1, 'string'),
    kind: singular(4, 'ModelInstanceGroup.Kind'),
    count: singular(2, 'int32'),
    rate_limiter: singular(6, 'ModelRateLimiter'),
    gpus: repeated(3, 'int32'),
    secondary_devices: repeated(8, 'ModelInstanceGroup.SecondaryDevice', { since: '21.06' }),
    profile: repeated(5, 'string'),
    passive: singular(7, 'bool', { since: '21.06' }),
    host_policy: singular(9, 'string', { since: '21.06' }),
  },
};

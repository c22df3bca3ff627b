import { PhysicalResource, Provider, ResourceRequest, sendAsDeployer, sendDelete } from '../provider';

type Input = Record<string, unknown>;

/** Options of a provider for resources that the same operation, such as `PutDashboard`, creates and updates. */
export interface PutProviderOptions {
  readonly service: string;
  readonly nameProperty?: string;
  /** The operation that creates and updates a resource. */
  readonly put: string;
  /** The input of `put`, without the members in `key`. @default the properties */
  readonly input?: (request: ResourceRequest) => Input;
  /** The operation that deletes a resource. */
  readonly remove: string;
  /** The members that identify the resource in the input of `put`. */
  readonly key: (physicalId: string, request: ResourceRequest) => Input;
  /** The members that identify the resource in the input of `remove`. @default `key` */
  readonly removeKey?: (physicalId: string, request: ResourceRequest) => Input;
  readonly physicalResource?: (request: ResourceRequest) => PhysicalResource;
}

export function putProvider({
  service,
  nameProperty,
  put,
  input = propertiesOf,
  remove,
  key,
  removeKey = key,
  physicalResource,
}: PutProviderOptions): Provider {
  const createOrUpdate = async (request: ResourceRequest): Promise<PhysicalResource> => {
    await sendAsDeployer(request, service, put, { ...input(request), ...key(request.physicalId, request) });
    return physicalResource?.(request) ?? { physicalId: request.physicalId };
  };
  return {
    nameProperty,
    create: createOrUpdate,
    update: createOrUpdate,
    delete: async (request) => sendDelete(request, service, remove, removeKey(request.physicalId, request)),
  };
}

function propertiesOf({ properties }: ResourceRequest): Input {
  return properties;
}

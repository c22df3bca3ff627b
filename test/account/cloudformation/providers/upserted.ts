import { Made, Provider, Request, send, sendDelete } from '../provider';

type Input = Record<string, unknown>;

/** A resource that one request creates and overwrites, and another deletes. */
export interface Upserted {
  readonly service: string;
  readonly nameProperty?: string;
  readonly put: string;
  /** The input of `put`, of the properties and the physical id. */
  readonly input?: (request: Request) => Input;
  readonly remove: string;
  /** What names the resource in the input of `put`, and in that of `remove` when it differs. */
  readonly key: (physicalId: string, request: Request) => Input;
  readonly removeKey?: (physicalId: string, request: Request) => Input;
  readonly made?: (request: Request) => Made;
}

export function upserted({
  service,
  nameProperty,
  put,
  input = inputOf,
  remove,
  key,
  removeKey = key,
  made,
}: Upserted): Provider {
  const apply = async (request: Request): Promise<Made> => {
    await send(request, service, put, { ...input(request), ...key(request.physicalId, request) });
    return made?.(request) ?? { physicalId: request.physicalId };
  };
  return {
    nameProperty,
    create: apply,
    update: apply,
    delete: async (request) => sendDelete(request, service, remove, removeKey(request.physicalId, request)),
  };
}

function inputOf({ properties }: Request): Input {
  return properties;
}

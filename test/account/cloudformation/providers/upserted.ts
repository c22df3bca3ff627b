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
  /** The input of `remove`. */
  readonly key: (physicalId: string, request: Request) => Input;
  readonly made?: (request: Request) => Made;
}

export function upserted({ service, nameProperty, put, input = inputOf, remove, key, made }: Upserted): Provider {
  const apply = async (request: Request): Promise<Made> => {
    await send(request, service, put, { ...input(request), ...key(request.physicalId, request) });
    return made?.(request) ?? { physicalId: request.physicalId };
  };
  return {
    nameProperty,
    create: apply,
    update: apply,
    delete: async (request) => sendDelete(request, service, remove, key(request.physicalId, request)),
  };
}

function inputOf({ properties }: Request): Input {
  return properties;
}

import { World } from '../world';
import { Properties } from './template';

/** What a provider is asked to do with one resource. */
export interface Request {
  readonly world: World;
  readonly stackName: string;
  readonly stackId: string;
  readonly logicalId: string;
  readonly type: string;
  readonly properties: Properties;
  /** Before an update. */
  readonly old: Properties;
  /** Of what is there; of a creation, a name that is not taken. */
  readonly physicalId: string;
  /** Aborted when another resource of the stack has failed: nobody waits for this one any more. */
  readonly cancelled: AbortSignal;
}

/** A resource as its provider made it. */
export interface Made {
  readonly physicalId: string;
  /** What `Ref` returns; the physical id when left out. */
  readonly ref?: string;
  readonly attributes?: Readonly<Record<string, unknown>>;
}

/** Makes, changes and deletes resources of a type by requests to its service. */
export interface Provider {
  /** The property with the physical name, which CloudFormation makes up when it is left out. */
  readonly nameProperty?: string;
  create(request: Request): Promise<Made>;
  update(request: Request): Promise<Made>;
  delete(request: Request): Promise<void>;
}

/** A failure after which something may be there. */
export class HalfMadeError extends Error {
  constructor(
    message: string,
    public readonly physicalId: string,
  ) {
    super(message);
  }
}

/** A request with the rights of who deploys. */
export async function send(
  { world }: Pick<Request, 'world'>,
  service: string,
  operation: string,
  input: Record<string, unknown>,
): Promise<Record<string, unknown>> {
  return world.call({ principal: 'deployer', service, operation, input });
}

/** A deletion of what may be gone already. */
export async function sendDelete(
  request: Request,
  service: string,
  operation: string,
  input: Record<string, unknown>,
): Promise<void> {
  await send(request, service, operation, input).catch((error: Error) => {
    if (!/NotFound|NoSuch|does not exist|Could not find|no such/i.test(`${error.name} ${error.message}`)) throw error;
  });
}

import { World } from '../world';
import { HalfMadeError, Made, Provider, Request, send } from './provider';
import { Properties } from './template';

const DEFAULT_TIMEOUT_SECONDS = 3600;

/** What a handler sent to the response URL. */
interface Response {
  readonly Status: 'SUCCESS' | 'FAILED';
  readonly Reason?: string;
  readonly PhysicalResourceId?: string;
  readonly Data?: Record<string, unknown>;
  readonly StackId: string;
  readonly RequestId: string;
  readonly LogicalResourceId: string;
}

/** What happens to responses on their way. */
export type Post = (logicalId: string) => 'arrives' | 'arrives twice' | 'is lost' | 'is refused once';

/** Custom resources: CloudFormation invokes the function of `ServiceToken`, and waits for what comes to the response URL. */
export class CustomResources implements Provider {
  public post: Post = () => 'arrives';
  private readonly waiting = new Map<string, (response: Response) => void>();
  private readonly refused = new Set<string>();
  private count = 0;

  constructor(private readonly world: World) {}

  /** A request to a response URL. Whether it was accepted. */
  public async takeResponse(url: string, body: string): Promise<boolean> {
    const response = JSON.parse(body) as Response;
    const fate = this.post(response.LogicalResourceId);
    if (fate === 'is refused once' && !this.refused.has(url)) {
      this.refused.add(url);
      return false;
    }
    // Nobody waits for a late response or a second one: S3 accepts it, and nothing happens.
    if (fate !== 'is lost') this.waiting.get(url)?.(response);
    if (fate === 'arrives twice') this.waiting.get(url)?.(response);
    return true;
  }

  public async create(request: Request): Promise<Made> {
    const generated = `${request.stackName}-${request.logicalId}-${request.physicalId.slice(-12)}`;
    try {
      return await this.exchange('Create', request, {});
    } catch (error) {
      const physicalId = error instanceof HalfMadeError && error.physicalId ? error.physicalId : generated;
      throw new HalfMadeError((error as Error).message, physicalId);
    }
  }

  public async update(request: Request): Promise<Made> {
    return this.exchange('Update', request, {
      PhysicalResourceId: request.physicalId,
      OldResourceProperties: asText(request.old),
    });
  }

  public async delete(request: Request): Promise<void> {
    await this.exchange('Delete', request, { PhysicalResourceId: request.physicalId });
  }

  private async exchange(RequestType: string, request: Request, more: object): Promise<Made> {
    const { properties, logicalId, stackId, type } = request;
    const RequestId = `custom-${++this.count}`;
    const ResponseURL = `https://cloudformation-custom-resource-response-useast1.s3.amazonaws.com/${RequestId}`;
    const response = this.responseTo(ResponseURL, request);
    await send(request, 'lambda', 'Invoke', {
      FunctionName: properties.ServiceToken,
      InvocationType: 'Event',
      Payload: JSON.stringify({
        RequestType,
        ResponseURL,
        StackId: stackId,
        RequestId,
        LogicalResourceId: logicalId,
        ResourceType: type,
        ResourceProperties: asText(properties),
        ...more,
      }),
    });
    const { Status, Reason = '', PhysicalResourceId = '', Data = {} } = await response;
    if (Status !== 'SUCCESS')
      throw new HalfMadeError(`Received response status [FAILED] from custom resource. ${Reason}`, PhysicalResourceId);
    if (PhysicalResourceId === '') throw new HalfMadeError('Invalid PhysicalResourceId', '');
    return { physicalId: PhysicalResourceId, attributes: Data };
  }

  private async responseTo(url: string, { properties, cancelled }: Request): Promise<Response> {
    const seconds = Number(properties.ServiceTimeout ?? DEFAULT_TIMEOUT_SECONDS);
    return new Promise<Response>((resolve, reject) => {
      const cancel = (): void => reject(new HalfMadeError('Resource creation or update cancelled', ''));
      if (cancelled.aborted) cancel();
      cancelled.addEventListener('abort', cancel, { once: true });
      this.waiting.set(url, resolve);
      this.world.after(seconds * 1000, () =>
        reject(
          new HalfMadeError(
            `CloudFormation did not receive a response from your Custom Resource within ${seconds} s`,
            '',
          ),
        ),
      );
    }).finally(() => this.waiting.delete(url));
  }
}

/** Custom resources get all scalars as text. */
function asText(properties: Properties): unknown {
  return JSON.parse(JSON.stringify(properties), (_, value: unknown) =>
    typeof value === 'number' || typeof value === 'boolean' ? String(value) : value,
  ) as unknown;
}

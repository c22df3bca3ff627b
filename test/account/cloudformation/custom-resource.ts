import { Account } from '../account';
import { PartialFailureError, PhysicalResource, Provider, ResourceRequest, sendAsDeployer } from './provider';
import { Properties } from './template';

const DEFAULT_TIMEOUT_SECONDS = 3600;

/** The JSON that the function of a custom resource sends to the response URL. */
interface Response {
  readonly Status: 'SUCCESS' | 'FAILED';
  readonly Reason?: string;
  readonly PhysicalResourceId?: string;
  readonly Data?: Record<string, unknown>;
  readonly StackId: string;
  readonly RequestId: string;
  readonly LogicalResourceId: string;
}

/** Decides what happens to a response of a custom resource, so that tests can inject problems. */
export type ResponseDelivery = (logicalId: string) => 'delivered' | 'delivered twice' | 'lost' | 'rejected once';

/** Custom resources: CloudFormation invokes the function in `ServiceToken`, and waits for the response to the response URL. */
export class CustomResources implements Provider {
  public delivery: ResponseDelivery = () => 'delivered';
  private readonly pendingResponses = new Map<string, (response: Response) => void>();
  /**
   * By URL, for the delivery `rejected once`: the time until which the URL rejects the response. The period is longer than the retries
   * within one invocation, and shorter than the pause before Lambda retries the invocation.
   */
  private readonly rejectedUntil = new Map<string, number>();
  private requestCount = 0;

  constructor(private readonly account: Account) {}

  /** Receives the request with which a function sends its response. Returns whether the request was accepted. */
  public async receiveResponse(url: string, body: string): Promise<boolean> {
    const response = JSON.parse(body) as Response;
    const delivery = this.delivery(response.LogicalResourceId);
    if (delivery === 'rejected once') {
      const until = this.rejectedUntil.get(url) ?? this.account.now() + 30_000;
      this.rejectedUntil.set(url, until);
      if (this.account.now() < until) return false;
    }
    // The URL belongs to S3, which accepts late and repeated responses. CloudFormation ignores them.
    if (delivery !== 'lost') this.pendingResponses.get(url)?.(response);
    if (delivery === 'delivered twice') this.pendingResponses.get(url)?.(response);
    return true;
  }

  public async create(request: ResourceRequest): Promise<PhysicalResource> {
    const generatedId = `${request.stackName}-${request.logicalId}-${request.physicalId.slice(-12)}`;
    try {
      return await this.invokeFunction('Create', request, {});
    } catch (error) {
      const physicalId = error instanceof PartialFailureError && error.physicalId ? error.physicalId : generatedId;
      throw new PartialFailureError((error as Error).message, physicalId);
    }
  }

  public async update(request: ResourceRequest): Promise<PhysicalResource> {
    return this.invokeFunction('Update', request, {
      PhysicalResourceId: request.physicalId,
      OldResourceProperties: scalarsAsStrings(request.previousProperties),
    });
  }

  public async delete(request: ResourceRequest): Promise<void> {
    await this.invokeFunction('Delete', request, { PhysicalResourceId: request.physicalId });
  }

  private async invokeFunction(
    RequestType: string,
    request: ResourceRequest,
    additionalMembers: object,
  ): Promise<PhysicalResource> {
    const { properties, logicalId, stackId, type } = request;
    const RequestId = `custom-${++this.requestCount}`;
    const ResponseURL = `https://cloudformation-custom-resource-response-useast1.s3.amazonaws.com/${RequestId}`;
    const response = this.waitForResponse(ResponseURL, request);
    await sendAsDeployer(request, 'lambda', 'Invoke', {
      FunctionName: properties.ServiceToken,
      InvocationType: 'Event',
      Payload: JSON.stringify({
        RequestType,
        ResponseURL,
        StackId: stackId,
        RequestId,
        LogicalResourceId: logicalId,
        ResourceType: type,
        ResourceProperties: scalarsAsStrings(properties),
        ...additionalMembers,
      }),
    });
    const { Status, Reason = '', PhysicalResourceId = '', Data = {} } = await response;
    if (Status !== 'SUCCESS')
      throw new PartialFailureError(
        `Received response status [FAILED] from custom resource. ${Reason}`,
        PhysicalResourceId,
      );
    if (PhysicalResourceId === '') throw new PartialFailureError('Invalid PhysicalResourceId', '');
    return { physicalId: PhysicalResourceId, attributes: Data };
  }

  private async waitForResponse(url: string, { properties, cancelled }: ResourceRequest): Promise<Response> {
    const seconds = Number(properties.ServiceTimeout ?? DEFAULT_TIMEOUT_SECONDS);
    let cancel = (): void => undefined;
    return new Promise<Response>((resolve, reject) => {
      cancel = () => reject(new PartialFailureError('Resource creation or update cancelled', ''));
      if (cancelled.aborted) cancel();
      cancelled.addEventListener('abort', cancel, { once: true });
      this.pendingResponses.set(url, resolve);
      this.account.after(seconds * 1000, () =>
        reject(
          new PartialFailureError(
            `CloudFormation did not receive a response from your Custom Resource within ${seconds} s`,
            '',
          ),
        ),
      );
    }).finally(() => {
      cancelled.removeEventListener('abort', cancel); // all custom resources of a stack share the signal
      this.pendingResponses.delete(url);
    });
  }
}

/** Custom resources receive all scalars as strings. */
function scalarsAsStrings(properties: Properties): unknown {
  return JSON.parse(JSON.stringify(properties), (_, value: unknown) =>
    typeof value === 'number' || typeof value === 'boolean' ? String(value) : value,
  ) as unknown;
}

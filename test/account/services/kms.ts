import { arn } from '../arn';
import { AwsError, Call, Service } from '../call';
import type { PolicyDocument } from '../iam/documents';
import type { Iam } from '../iam/iam';
import { World } from '../world';

/** KMS keys: a deleted one is pending for days and of no use at once. */
export class KmsService implements Service {
  public readonly name = 'kms';
  public readonly keys = new Map<string, { pendingDeletion: boolean }>();
  private count = 0;

  constructor(
    private readonly world: World,
    private readonly iam: Iam,
  ) {}

  public async handle({ operation, input }: Call): Promise<object> {
    if (operation === 'CreateKey') {
      const KeyId = `00000000-0000-4000-8000-${String(++this.count).padStart(12, '0')}`;
      this.keys.set(KeyId, { pendingDeletion: false });
      this.protect(KeyId, input);
      return { KeyMetadata: { KeyId } };
    }
    const key = this.keys.get(String(input.KeyId).split('/').at(-1) as string);
    if (!key) throw new AwsError('NotFoundException', `Key ${String(input.KeyId)} does not exist`);
    if (operation === 'PutKeyPolicy') this.protect(String(input.KeyId), input);
    else if (operation === 'ScheduleKeyDeletion') key.pendingDeletion = true;
    else if (key.pendingDeletion)
      throw new AwsError('KMSInvalidStateException', `${String(input.KeyId)} is pending deletion.`);
    return {};
  }

  private protect(id: string, { Policy }: Record<string, unknown>): void {
    this.iam.protect(arn(this.world, 'kms', `key/${id}`), { policy: JSON.parse(String(Policy)) as PolicyDocument });
  }
}

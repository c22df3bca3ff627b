import { AwsError, Call, Service } from '../call';

/** KMS keys: a deleted one is pending for days and of no use at once. */
export class KmsService implements Service {
  public readonly name = 'kms';
  public readonly keys = new Map<string, { policy: string; pendingDeletion: boolean }>();
  private count = 0;

  public async handle({ operation, input }: Call): Promise<object> {
    if (operation === 'CreateKey') {
      const KeyId = `00000000-0000-4000-8000-${String(++this.count).padStart(12, '0')}`;
      this.keys.set(KeyId, { policy: String(input.Policy), pendingDeletion: false });
      return { KeyMetadata: { KeyId } };
    }
    const key = this.keys.get(String(input.KeyId).split('/').at(-1) as string);
    if (!key) throw new AwsError('NotFoundException', `Key ${String(input.KeyId)} does not exist`);
    if (operation === 'PutKeyPolicy') key.policy = String(input.Policy);
    else if (operation === 'ScheduleKeyDeletion') key.pendingDeletion = true;
    else if (key.pendingDeletion) throw new AwsError('KMSInvalidStateException', `${String(input.KeyId)} is pending deletion.`);
    return {};
  }
}

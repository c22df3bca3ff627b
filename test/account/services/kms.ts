import { arn } from '../arn';
import { AwsError, Call, Service } from '../call';
import type { PolicyDocument } from '../iam/documents';
import type { Iam } from '../iam/iam';
import { Account } from '../account';

interface Grant {
  readonly GrantId: string;
  readonly KeyId: string;
  readonly GranteePrincipal: string;
  readonly CreationDate: Date;
}

/** The simulated KMS. A deleted key is only marked as pending deletion, and can no longer be used. */
export class KmsService implements Service {
  public readonly name = 'kms';
  public readonly keys = new Map<string, { pendingDeletion: boolean }>();
  public readonly grants = new Map<string, Grant>();
  private idCounter = 0;

  constructor(
    private readonly account: Account,
    private readonly iam: Iam,
  ) {}

  public async handle({ operation, input }: Call): Promise<object> {
    if (operation === 'CreateKey') {
      const KeyId = `00000000-0000-4000-8000-${String(++this.idCounter).padStart(12, '0')}`;
      this.keys.set(KeyId, { pendingDeletion: false });
      this.registerResource(KeyId, input);
      return { KeyMetadata: { KeyId } };
    }
    const key = this.keys.get(String(input.KeyId).split('/').at(-1) as string);
    if (!key) throw new AwsError('NotFoundException', `Key ${String(input.KeyId)} does not exist`);
    if (operation === 'PutKeyPolicy') this.registerResource(String(input.KeyId), input);
    else if (operation === 'ListGrants') return { Grants: this.grantsOf(input), Truncated: false };
    else if (operation === 'RetireGrant') this.grants.delete(String(input.GrantId));
    else if (operation === 'ScheduleKeyDeletion') key.pendingDeletion = true;
    else if (key.pendingDeletion)
      throw new AwsError('KMSInvalidStateException', `${String(input.KeyId)} is pending deletion.`);
    if (operation === 'CreateGrant') return this.createGrant(input);
    return {};
  }

  private createGrant({ KeyId, GranteePrincipal }: Record<string, unknown>): object {
    const GrantId = `grant-${++this.idCounter}`;
    const CreationDate = new Date(this.account.now());
    this.grants.set(GrantId, {
      GrantId,
      KeyId: String(KeyId),
      GranteePrincipal: String(GranteePrincipal),
      CreationDate,
    });
    return { GrantId };
  }

  private grantsOf({ KeyId, GranteePrincipal }: Record<string, unknown>): Grant[] {
    return [...this.grants.values()].filter(
      (grant) => grant.KeyId === KeyId && (!GranteePrincipal || grant.GranteePrincipal === GranteePrincipal),
    );
  }

  private registerResource(id: string, { Policy }: Record<string, unknown>): void {
    this.iam.registerResource(arn(this.account, 'kms', `key/${id}`), {
      policy: JSON.parse(String(Policy)) as PolicyDocument,
    });
  }
}

import { inAccount, FunctionInAccount } from '../in-account';
import { BUCKET, Kind, Publications } from './publications';

/** Plays with the publications of a stack, and with what others have in its bucket. */
async function beside(kind: Kind, story: (stack: Publications, others: Others) => Promise<void>): Promise<void> {
  await inAccount('publish-model', async (lambda) => {
    const publications = new Publications(lambda, kind);
    publications.upload();
    await story(publications, new Others(lambda));
  });
}

class Others {
  constructor(private readonly lambda: FunctionInAccount) {}

  public get objects(): Record<string, string> {
    const { objects } = this.lambda.aws.s3.buckets.get(BUCKET) ?? { objects: new Map<string, Buffer>() };
    return Object.fromEntries([...objects].map(([key, body]) => [key, String(body)]));
  }

  public put(key: string, body: string): void {
    this.lambda.aws.s3.seed(BUCKET, key, Buffer.from(body));
  }

  /** Puts an object when the stack is about to write there: it has looked already. */
  public putBefore(operation: string, key: string, body: string): void {
    this.lambda.answers = (call) => {
      if (call.operation === operation && call.input.Key === key) this.put(key, body);
      return undefined;
    };
  }

  public deleteBucket(): void {
    this.lambda.aws.s3.buckets.delete(BUCKET);
  }
}

describe.each<Kind>(['open', 'closed'])('under a prefix that is %s', (kind) => {
  test.each([
    ['CopyObject', 'dog.tar.gz'],
    ['PutObject', 'fox.txt'],
  ])('what others add just before a %s stays: the deployment fails, and goes', async (operation, path) => {
    await beside(kind, async (stack, others) => {
      others.putBefore(operation, stack.keyOf(path), 'dog of the other');
      const { Status, Reason } = await stack.send('Create', 'aa11', 'CREATE_IN_PROGRESS');
      expect(Status).toBe('FAILED');
      expect(Reason).toContain(
        `the content of ${path} differs from the content at synth; the object is not from this stack, and nothing is overwritten`,
      );
      expect(await stack.send('Delete', 'aa11', 'ROLLBACK_IN_PROGRESS')).toMatchObject({ Status: 'SUCCESS' });
      expect(others.objects).toEqual({ [stack.keyOf(path)]: 'dog of the other' });
    });
  });

  test('what others add just before a copy is used when it is the same, and stays', async () => {
    await beside(kind, async (stack, others) => {
      others.putBefore('CopyObject', stack.keyOf('dog.tar.gz'), 'dog of the stack');
      expect(await stack.send('Create')).toMatchObject({ Status: 'SUCCESS' });
      expect(await stack.send('Delete')).toMatchObject({ Status: 'SUCCESS' });
      expect(others.objects).toEqual({ [stack.keyOf('dog.tar.gz')]: 'dog of the stack' });
    });
  });

  test('an object that others put in the place of a declared one stays when the stack is deleted', async () => {
    await beside(kind, async (stack, others) => {
      await stack.send('Create');
      others.put(stack.keyOf('dog.tar.gz'), 'dog of the other');
      expect(await stack.send('Delete')).toMatchObject({
        Status: 'SUCCESS',
        Reason: `2 objects removed; ${stack.keyOf('dog.tar.gz')} changed since the deployment and stay, 0 versions kept`,
      });
      expect(others.objects).toEqual({ [stack.keyOf('dog.tar.gz')]: 'dog of the other' });
    });
  });

  test.each(['no JSON', 'null', '{"publishedAt": "9999", "objects": {"dog.tar.gz": 1}, "written": "dog.tar.gz"}'])(
    'what is no record (%s) keeps nothing from being deleted, and stays',
    async (body) => {
      await beside(kind, async (stack, others) => {
        await stack.send('Create');
        others.put(stack.recordOf('bb22'), body);
        expect(await stack.send('Delete')).toMatchObject({ Status: 'SUCCESS' });
        expect(others.objects).toEqual({ [stack.recordOf('bb22')]: body });
      });
    },
  );

  test('what others have in the place of the record fails the deployment, with a way out, and stays', async () => {
    await beside(kind, async (stack, others) => {
      others.put(stack.recordOf(), 'a report');
      const { Status, Reason } = await stack.send('Create');
      expect(Status).toBe('FAILED');
      expect(Reason).toContain(
        `${stack.recordOf()} is not from this stack, and nothing is overwritten: delete the object`,
      );
      expect(await stack.send('Delete')).toMatchObject({ Status: 'SUCCESS' });
      expect(others.objects).toEqual({ [stack.recordOf()]: 'a report' });
    });
  });

  test('a bucket that is gone keeps nothing from being deleted', async () => {
    await beside(kind, async (stack, others) => {
      await stack.send('Create');
      others.deleteBucket();
      expect(await stack.send('Delete')).toMatchObject({ Status: 'SUCCESS' });
    });
  });
});

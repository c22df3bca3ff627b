import { withFunctionUnderTest, FunctionUnderTest } from '../function-under-test';
import { BUCKET, Kind, Publications } from './publications';

/** Runs a test with the publications (published model versions) of a stack, and with users who write foreign objects to its bucket. */
async function withOtherWriters(
  kind: Kind,
  test: (stack: Publications, otherWriters: OtherWriters) => Promise<void>,
): Promise<void> {
  await withFunctionUnderTest('publish-model', async (lambda) => {
    const publications = new Publications(lambda, kind);
    publications.upload();
    await test(publications, new OtherWriters(lambda));
  });
}

/** Users or other programs that write foreign objects to the bucket of the stack. */
class OtherWriters {
  constructor(private readonly lambda: FunctionUnderTest) {}

  public get objects(): Record<string, string> {
    const { objects } = this.lambda.aws.s3.buckets.get(BUCKET) ?? { objects: new Map<string, Buffer>() };
    return Object.fromEntries([...objects].map(([key, body]) => [key, String(body)]));
  }

  public put(key: string, body: string): void {
    this.lambda.aws.s3.addObject(BUCKET, key, Buffer.from(body));
  }

  /** Writes an object immediately before the stack writes the same key, that is, after the stack has listed the prefix. */
  public putBefore(operation: string, key: string, body: string): void {
    this.lambda.responses = (call) => {
      if (call.operation === operation && call.input.Key === key) this.put(key, body);
      return undefined;
    };
  }

  public deleteBucket(): void {
    this.lambda.aws.s3.buckets.delete(BUCKET);
  }
}

describe.each<Kind>(['open', 'closed'])('with a prefix that is %s,', (kind) => {
  test.each([
    ['CopyObject', 'dog.tar.gz'],
    ['PutObject', 'fox.txt'],
  ])(
    'a foreign object that is written immediately before a %s is kept, and the deployment fails',
    async (operation, path) => {
      await withOtherWriters(kind, async (stack, otherWriters) => {
        otherWriters.putBefore(operation, stack.keyOf(path), 'dog of the other');
        const { Status, Reason } = await stack.send('Create', 'aa11');
        expect(Status).toBe('FAILED');
        expect(Reason).toContain(
          `the content of ${path} differs from the content at synth; the object is not from this stack, and nothing is overwritten`,
        );
        expect(await stack.send('Delete', 'aa11')).toMatchObject({ Status: 'SUCCESS' });
        expect(otherWriters.objects).toEqual({ [stack.keyOf(path)]: 'dog of the other' });
      });
    },
  );

  test('a foreign object with the declared content that is written immediately before a copy is used and kept', async () => {
    await withOtherWriters(kind, async (stack, otherWriters) => {
      otherWriters.putBefore('CopyObject', stack.keyOf('dog.tar.gz'), 'dog of the stack');
      expect(await stack.send('Create')).toMatchObject({ Status: 'SUCCESS' });
      expect(await stack.send('Delete')).toMatchObject({ Status: 'SUCCESS' });
      expect(otherWriters.objects).toEqual({ [stack.keyOf('dog.tar.gz')]: 'dog of the stack' });
    });
  });

  test('a foreign object that has replaced a declared object is kept when the stack is deleted', async () => {
    await withOtherWriters(kind, async (stack, otherWriters) => {
      await stack.send('Create');
      otherWriters.put(stack.keyOf('dog.tar.gz'), 'dog of the other');
      expect(await stack.send('Delete')).toMatchObject({
        Status: 'SUCCESS',
        Reason:
          kind === 'open'
            ? '2 objects removed'
            : `2 objects removed; ${stack.keyOf('dog.tar.gz')} is not from this stack and stays`,
      });
      expect(otherWriters.objects).toEqual({ [stack.keyOf('dog.tar.gz')]: 'dog of the other' });
    });
  });

  test('a missing bucket does not prevent a deletion', async () => {
    await withOtherWriters(kind, async (stack, otherWriters) => {
      await stack.send('Create');
      otherWriters.deleteBucket();
      expect(await stack.send('Delete')).toMatchObject({ Status: 'SUCCESS' });
    });
  });
});

test.each(['no JSON', 'null', '{"objects": {"dog.tar.gz": 1}}'])(
  'a foreign object (%s) next to the declarations is kept, and does not prevent a deletion',
  async (body) => {
    await withOtherWriters('open', async (stack, otherWriters) => {
      await stack.send('Create');
      otherWriters.put(stack.declarationOf('bb22'), body);
      expect(await stack.send('Delete')).toMatchObject({ Status: 'SUCCESS' });
      expect(otherWriters.objects).toEqual({ [stack.declarationOf('bb22')]: body });
    });
  },
);

test('a foreign object at the key of the declaration is kept, and the deployment fails with advice', async () => {
  await withOtherWriters('open', async (stack, otherWriters) => {
    otherWriters.put(stack.declarationOf(), 'a report');
    const { Status, Reason } = await stack.send('Create');
    expect(Status).toBe('FAILED');
    expect(Reason).toContain(
      `${stack.declarationOf()} is not from this stack, and nothing is overwritten: delete the object`,
    );
    expect(await stack.send('Delete')).toMatchObject({ Status: 'SUCCESS' });
    expect(otherWriters.objects).toEqual({ [stack.declarationOf()]: 'a report' });
  });
});

test('in the rollback of an update whose response was lost, the files of the update are removed', async () => {
  await withOtherWriters('closed', async (stack, otherWriters) => {
    await stack.send('Create');
    const { objects } = otherWriters;
    await stack.send('Update', 'bb22', 'lost');
    await stack.send('Update', 'aa11');
    expect(otherWriters.objects).toEqual(objects);
  });
});

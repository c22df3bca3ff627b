import { accountWithComponent, accountWithHost } from './fixtures';

describe('a component is deleted', () => {
  test('within minutes, and its resources are free afterwards', async () => {
    const { callSageMaker, create, describeComponent, minutes } = await accountWithComponent({ copies: 4 });
    await callSageMaker('DeleteInferenceComponent', { InferenceComponentName: 'faces' });
    expect(await describeComponent()).toMatchObject({ InferenceComponentStatus: 'Deleting' });
    await create('second', { copies: 4 });
    await minutes(3);
    expect(await describeComponent('second')).toMatchObject({ InferenceComponentStatus: 'Failed' });
    await create('third', { copies: 4 });
    await minutes(5);
    expect(await describeComponent('third')).toMatchObject({ InferenceComponentStatus: 'InService' });
    await expect(describeComponent()).rejects.toThrow('Could not find inference component');
  });

  test('only when no operation is in progress', async () => {
    const { callSageMaker, create, minutes, scale } = await accountWithHost();
    const remove = () => callSageMaker('DeleteInferenceComponent', { InferenceComponentName: 'faces' });
    await create();
    await expect(remove()).rejects.toThrow('while it is in state CREATE_IN_PROGRESS');
    await minutes(5);
    await scale(2);
    await expect(remove()).rejects.toThrow('while it is in state UPDATE_RC_IN_PROGRESS');
    await expect(scale(3)).rejects.toThrow('while it is in state UPDATE_RC_IN_PROGRESS');
    await minutes(5);
    await remove();
    await expect(remove()).rejects.toThrow('Cannot delete');
  });

  test('before its endpoint', async () => {
    const { callSageMaker, describeEndpoint, minutes } = await accountWithComponent();
    const deleteEndpoint = () => callSageMaker('DeleteEndpoint', { EndpointName: 'shared' });
    await expect(deleteEndpoint()).rejects.toThrow('Please delete inference component and try it again');
    await callSageMaker('DeleteInferenceComponent', { InferenceComponentName: 'faces' });
    await expect(deleteEndpoint()).rejects.toThrow('Please delete inference component and try it again');
    await minutes(3);
    await deleteEndpoint();
    await minutes(3);
    await expect(describeEndpoint()).rejects.toThrow('Could not find endpoint');
  });

  test('or survives its endpoint and keeps its name, if endpoints with components can be deleted', async () => {
    const { callSageMaker, create, describeComponent, minutes } = await accountWithComponent({
      off: ['sagemaker.endpoints-with-components-are-not-deleted'],
    });
    await callSageMaker('DeleteEndpoint', { EndpointName: 'shared' });
    await minutes(3);
    expect(await describeComponent()).toMatchObject({ InferenceComponentStatus: 'InService' });
    await callSageMaker('CreateEndpoint', { EndpointName: 'shared', EndpointConfigName: 'config-1' });
    await minutes(5);
    await expect(create()).rejects.toThrow('already existing');
    await callSageMaker('DeleteInferenceComponent', { InferenceComponentName: 'faces' });
    await minutes(3);
    await create();
  });
});

test('components are listed by endpoint', async () => {
  const { callSageMaker, create } = await accountWithComponent();
  await create('other');
  const list = (input: object) => callSageMaker('ListInferenceComponents', { ...input });
  expect(await list({ EndpointNameEquals: 'shared', SortOrder: 'Ascending' })).toMatchObject({
    InferenceComponents: [{ InferenceComponentName: 'faces' }, { InferenceComponentName: 'other' }],
  });
  expect(await list({ EndpointNameEquals: 'none' })).toEqual({ InferenceComponents: [] });
  const { NextToken, InferenceComponents } = await list({ MaxResults: 1 });
  expect(InferenceComponents).toMatchObject([{ InferenceComponentName: 'other' }]);
  expect(await list({ MaxResults: 1, NextToken })).toMatchObject({
    InferenceComponents: [{ InferenceComponentName: 'faces' }],
  });
});

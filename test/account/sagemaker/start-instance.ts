import type { AwsError } from '../call';
import { writeLastLinesLater, writeLog } from './container-log';
import { containersOf } from './inputs';
import { locationOf, modelDataOf, readModelData } from './model-data';
import { Fleet, Instance, MINUTE, Model, SageMakerState, SECOND, Variant } from './state';
import { modelForType, servingVariantOf, instanceTypesOf } from './variants';
import { createEndpointInterface, removeInterfaceLater } from './network';
import { pullImages } from './pull-image';
import { StartFailure } from './requests';

/** Simulated durations of the steps in which an instance starts. */
const PROVISIONING = 2 * MINUTE;
const IMAGE_PULL = MINUTE;
const CONTAINER_START = MINUTE;
/** Default of ContainerStartupHealthCheckTimeoutInSeconds. */
const HEALTH_CHECK_TIMEOUT = 10 * MINUTE;
let instanceCount = 0;

/** Starts an instance. Every start reads the model data and pulls the image with the permissions that the role has at this time. */
export async function startInstance(state: SageMakerState, fleet: Fleet, variant: Variant): Promise<Instance> {
  const { account, hooks } = state;
  await account.sleep(PROVISIONING);
  const type = instanceTypesOf(variant.config).find((candidate) => hooks.hasCapacity(candidate));
  if (type === undefined)
    throw new StartFailure(
      'Unable to provision requested ML compute capacity due to InsufficientInstanceCapacity error. Please retry using a different ML instance type or after some time.',
    );
  const interfaceId = await explainFailure(`create network interfaces for the variant ${variant.name}`, () =>
    createEndpointInterface(state, fleet, variant),
  );
  try {
    const id = await startContainer(state, fleet, variant, type);
    return { id, type, ...(interfaceId ? { interfaceId } : {}), loadedModels: new Set() };
  } catch (error) {
    if (interfaceId) removeInterfaceLater(state, interfaceId);
    throw error;
  }
}

/** Starts the container and waits until it is healthy. Returns the ID of the instance. */
async function startContainer(
  state: SageMakerState,
  fleet: Fleet,
  variant: Variant,
  instanceType: string,
): Promise<string> {
  const { account, hooks } = state;
  const model = modelForType(variant, instanceType);
  await explainFailure(`pull the image of the variant ${variant.name}`, () =>
    pullImages(
      account,
      variant.role,
      containersOf(model.input).map(({ Image = '' }) => Image),
    ),
  );
  const modelData = await readAllModelData(state, model, variant.role);
  await account.sleep(IMAGE_PULL);
  const id = `i-${String(++instanceCount).padStart(6, '0')}`;
  const container = containersOf(model.input)[0];
  const {
    seconds,
    failure,
    log = [],
  } = hooks.startContainer({
    ...servingVariantOf(fleet, variant),
    modelName: model.name,
    instanceType,
    environment: container.Environment ?? {},
    modelData,
  });
  await writeLog(state, fleet, variant, id, log);
  const timeout =
    (variant.config.ContainerStartupHealthCheckTimeoutInSeconds ?? HEALTH_CHECK_TIMEOUT / SECOND) * SECOND;
  const startDuration = seconds === undefined ? CONTAINER_START : seconds * SECOND;
  await account.sleep(failure ? timeout : Math.min(startDuration, timeout));
  if (failure || startDuration > timeout) {
    writeLastLinesLater(state, fleet, variant, id);
    throw new StartFailure(
      `The primary container for production variant ${variant.name} did not pass the ping health check. Please check CloudWatch logs for this endpoint.`,
    );
  }
  return id;
}

async function readAllModelData({ account }: SageMakerState, model: Model, role: string): Promise<string[]> {
  const keys: string[] = [];
  for (const data of modelDataOf(model)) {
    try {
      const keysOfData = await readModelData(account, role, data);
      if (data.kind === 'prefix') rejectAmbiguousNames(keysOfData, locationOf(data.uri).key);
      keys.push(...keysOfData);
    } catch (error) {
      if (error instanceof StartFailure) throw error;
      throw new StartFailure(
        `Failed to download model data for container "container_1" from URL: "${data.uri}". Please ensure that there is an object located at the URL and that the role passed to CreateModel has permissions to download the model. (${(error as Error).message})`,
      );
    }
  }
  return keys;
}

/** Throws for a file with the same name as a folder, and for objects with invalid names, such as folder markers, whose names are empty. */
function rejectAmbiguousNames(keys: readonly string[], prefix: string): void {
  for (const key of keys) {
    const parts = key.slice(prefix.length).split('/');
    const isInvalid = parts.some(
      (part) => part.trim() === '' || part === '.' || part === '..' || Buffer.byteLength(part) > 255,
    );
    if (isInvalid || keys.some((otherKey) => otherKey.startsWith(`${key}/`)))
      throw new StartFailure(`Model data contains an ambiguous or invalid file name: "${key}".`);
  }
}

/** Runs an action. If the action fails, throws a `StartFailure` that describes the action and contains the reason. */
async function explainFailure<Result>(action: string, run: () => Promise<Result>): Promise<Result> {
  try {
    return await run();
  } catch (error) {
    throw new StartFailure(`Failed to ${action}: ${(error as AwsError).message}`);
  }
}

import { writeLastLinesLater, writeLog } from './container-log';
import type { ServingVariant } from './hooks';
import { containersOf } from './inputs';
import { locationOf, modelDataOf, readModelData } from './model-data';
import { pullImages } from './pull-image';
import { explainFailure, StartFailure } from './requests';
import { ContainerLog, MINUTE, Model, SageMakerState, SECOND } from './state';

/** Simulated durations of the steps in which a container starts. */
const IMAGE_PULL = MINUTE;
const CONTAINER_START = MINUTE;

/** A container to start on an instance. */
export interface ContainerToStart {
  /** What runs the container, for messages. */
  readonly label: string;
  /** The message if the container does not become healthy. */
  readonly unhealthy: string;
  readonly role: string;
  readonly model: Model;
  readonly serving: ServingVariant;
  readonly instanceType: string;
  readonly timeoutSeconds: number;
  readonly newLog: () => ContainerLog;
}

/** Pulls the image, reads the model data, and waits until the container is healthy. Returns the log of the container. */
export async function startContainer(state: SageMakerState, container: ContainerToStart): Promise<ContainerLog> {
  const { account, hooks } = state;
  const { label, model, role, instanceType, serving, timeoutSeconds } = container;
  const images = containersOf(model.input).map(({ Image = '' }) => Image);
  await explainFailure(`pull the image of ${label}`, () => pullImages(account, role, images));
  const modelData = await readAllModelData(state, model, role);
  await account.sleep(IMAGE_PULL);
  const containerLog = container.newLog();
  const {
    seconds,
    failure,
    log = [],
  } = hooks.startContainer({
    ...serving,
    modelName: model.name,
    instanceType,
    environment: containersOf(model.input)[0].Environment ?? {},
    modelData,
  });
  await writeLog(state, containerLog, log);
  const timeout = timeoutSeconds * SECOND;
  const startDuration = seconds === undefined ? CONTAINER_START : seconds * SECOND;
  await account.sleep(failure ? timeout : Math.min(startDuration, timeout));
  if (failure || startDuration > timeout) {
    writeLastLinesLater(state, containerLog);
    throw new StartFailure(container.unhealthy);
  }
  return containerLog;
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

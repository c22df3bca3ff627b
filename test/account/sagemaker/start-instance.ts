import type { AwsError } from '../call';
import { writeLastLinesLater, writeLog } from './container-log';
import { containersOf } from './inputs';
import { locationOf, modelDataOf, readModelData } from './model-data';
import { MINUTE, SECOND } from './state';
import type { Fleet, Hosting, Instance, Model, Variant } from './state';
import { modelOn, typesOf } from './pools';
import { makeInterface, removeInterfaceLater } from './network';
import { pullImages } from './pull-image';
import { StartFailure } from './start-failure';

const PROVISIONING = 2 * MINUTE;
const PULL = MINUTE;
const STARTUP = MINUTE;
/** SageMaker waits this long for a healthy ping if the variant does not say. */
const HEALTH_CHECK_TIMEOUT = 10 * MINUTE;
let instances = 0;

/** Starts an instance as SageMaker does: everything that it needs is read anew, with the role as it is now. */
export async function startInstance(hosting: Hosting, fleet: Fleet, variant: Variant): Promise<Instance> {
  const { world, hooks } = hosting;
  await world.sleep(PROVISIONING);
  const type = typesOf(variant.config).find((each) => hooks.hasCapacity(each));
  if (type === undefined)
    throw new StartFailure(
      'Unable to provision requested ML compute capacity due to InsufficientInstanceCapacity error. Please retry using a different ML instance type or after some time.',
    );
  const interfaceId = await reasoned(`make network interfaces for the variant ${variant.name}`, () =>
    makeInterface(hosting, fleet, variant),
  );
  try {
    const id = await startContainer(hosting, fleet, variant, type);
    return { id, type, ...(interfaceId ? { interfaceId } : {}), loaded: new Set() };
  } catch (error) {
    if (interfaceId) removeInterfaceLater(hosting, interfaceId);
    throw error;
  }
}

/** Returns the instance's id when its container is healthy. */
async function startContainer(hosting: Hosting, fleet: Fleet, variant: Variant, instanceType: string): Promise<string> {
  const { world, hooks } = hosting;
  const model = modelOn(variant, instanceType);
  await reasoned(`pull the image of the variant ${variant.name}`, () =>
    pullImages(
      world,
      variant.role,
      containersOf(model.input).map(({ Image = '' }) => Image),
    ),
  );
  const modelData = await readAll(hosting, model, variant.role);
  await world.sleep(PULL);
  const id = `i-${String(++instances).padStart(6, '0')}`;
  const container = containersOf(model.input)[0];
  const {
    seconds,
    failure,
    log = [],
  } = hooks.starts({
    ...servingOf(fleet, variant),
    modelName: model.name,
    instanceType,
    environment: container.Environment ?? {},
    modelData,
  });
  await writeLog(hosting, fleet, variant, id, log);
  const timeout =
    (variant.config.ContainerStartupHealthCheckTimeoutInSeconds ?? HEALTH_CHECK_TIMEOUT / SECOND) * SECOND;
  const startup = seconds === undefined ? STARTUP : seconds * SECOND;
  await world.sleep(failure ? timeout : Math.min(startup, timeout));
  if (failure || startup > timeout) {
    writeLastLinesLater(hosting, fleet, variant, id);
    throw new StartFailure(
      `The primary container for production variant ${variant.name} did not pass the ping health check. Please check CloudWatch logs for this endpoint.`,
    );
  }
  return id;
}

export function servingOf({ endpointName, config }: Fleet, variant: Variant) {
  return {
    endpointName,
    variantName: variant.name,
    endpointConfigName: config.name,
    modelName: variant.model.name,
    isShadow: variant.isShadow,
  };
}

async function readAll({ world }: Hosting, model: Model, role: string): Promise<string[]> {
  const keys: string[] = [];
  for (const data of modelDataOf(model)) {
    try {
      const read = await readModelData(world, role, data);
      if (data.kind === 'prefix') refuseAmbiguous(read, locationOf(data.uri).key);
      keys.push(...read);
    } catch (error) {
      if (error instanceof StartFailure) throw error;
      throw new StartFailure(
        `Failed to download model data for container "container_1" from URL: "${data.uri}". Please ensure that there is an object located at the URL and that the role passed to CreateModel has permissions to download the model. (${(error as Error).message})`,
      );
    }
  }
  return keys;
}

/** A file cannot have the name of a folder, and an object that stands for a folder has no name at all. */
function refuseAmbiguous(keys: readonly string[], prefix: string): void {
  for (const key of keys) {
    const parts = key.slice(prefix.length).split('/');
    const isInvalid = parts.some(
      (part) => part.trim() === '' || part === '.' || part === '..' || Buffer.byteLength(part) > 255,
    );
    if (isInvalid || keys.some((other) => other.startsWith(`${key}/`)))
      throw new StartFailure(`Model data contains an ambiguous or invalid file name: "${key}".`);
  }
}

async function reasoned<Result>(what: string, act: () => Promise<Result>): Promise<Result> {
  try {
    return await act();
  } catch (error) {
    throw new StartFailure(`Failed to ${what}: ${(error as AwsError).message}`);
  }
}

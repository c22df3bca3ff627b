import * as path from 'path';
import { Engine, Preparation, Service } from '../engine';
import { layOut } from '../published-files';
import { TritonProcess } from '../triton-process';
import { ArchiveStore } from './archive-store';
import { ModelHost } from './model-host';
import { print } from '../../print';

/** The store of a multi-model variant: the archives that a deployment would publish, and those of the user's folder. */
export function openStore(engine: Engine, service: Service, prefix?: string): ArchiveStore {
  const published = path.join(service.work, 'prefix');
  if (service.variant.published) layOut(service.variant.published, published, true);
  return new ArchiveStore(
    engine,
    service,
    [published, ...(prefix === undefined ? [] : [prefix])],
    service.variant.published?.packed,
  );
}

/** The host of a multi-model variant, which says on standard output what it loads and unloads. */
export function startHost(server: TritonProcess, store: ArchiveStore, { variant }: Service): ModelHost {
  return new ModelHost(server, store, ({ targetModel, what }) =>
    print(`${variant.endpointName}: ${targetModel}: ${what}`),
  );
}

/** Unpacks models, so that it is known what they are; what cannot be unpacked is told when it is asked for. */
export async function unpackAll(store: ArchiveStore, targetModels: string[]): Promise<void> {
  for (const targetModel of targetModels) {
    const archive = store.find(targetModel);
    if (archive !== undefined) await store.unpack(targetModel, archive).catch(() => undefined);
  }
}

/** What all models of a store became for this machine, beside what is so for the server. */
export function preparationOf(server: Preparation, store: ArchiveStore): Preparation {
  const each = [...store.preparations];
  return {
    ...server,
    models: each.flatMap(([targetModel, { models }]) =>
      models.map((model) => ({ ...model, name: `${targetModel}: ${model.name}` })),
    ),
    differences: [
      ...new Set([server, ...each.map(([, preparation]) => preparation)].flatMap((one) => one.differences)),
    ],
  };
}

import { TritonModel } from '../../model';
import { Finding, distinct } from '../../findings/finding';
import { Packaging } from '../../artifacts';
import { Fleet } from '../fleet';
import { modelDataFindings } from '../model-data-findings';
import { serverFindings } from '../server/server-findings';
import { coldStartFindings } from '../cold-start-findings';
import { requestSizeFindings } from '../request-size-findings';
import { ServingPool } from './serving-pools';
import { storageFindings } from './storage-findings';

/** What is wrong with the models of a variant on its instance types. */
export function modelFindings(fleet: Fleet, pools: ServingPool[], packaging?: Packaging): Finding[] {
  return distinct([
    ...pools.flatMap(({ model, instanceType }) => [
      ...model.validate({ tritonRelease: fleet.image.release, instanceType }),
      ...modelDataFindings(model, instanceType),
      ...serverFindings(fleet.server, served(model, fleet, instanceType.gpuCount)),
      ...requestSizeFindings(model),
      ...coldStartFindings(model),
    ]),
    ...storageFindings(pools, packaging, fleet.volumeSize),
  ]);
}

function served(model: TritonModel, { image }: Fleet, gpuCount?: number): Parameters<typeof serverFindings>[1] {
  return { release: image.release, models: [model], multiModel: false, gpuCount };
}

import { rulePage } from '../../findings/rule-page';
import { LatencyProfile } from '../latency-profile';
import { groupProfiles, MeasuredTime } from './group-profiles';
import { ABOVE_ZERO, checkMeasured, COUNT } from './measured-value';
import { readMeasurements } from './read-measurements';
import { reportProblems } from './report-problems';
import { EngineReport } from './reports';

/** What the build of an engine says of it, as far as a plan needs it: lib/engine/container/build.py. */
interface MeasuredEngine {
  readonly gpu?: string;
  readonly image?: string;
  /** Such as `2026-11-22T11:43:55Z`. */
  readonly builtAt?: string;
  readonly latency: {
    readonly profile: number;
    readonly batch: number;
    /** Milliseconds of one execution, with the transfer of inputs and outputs between host and GPU. */
    readonly mean: number;
  }[];
}

export function readEngines(reports: EngineReport[]): LatencyProfile[] {
  const times = reports.flatMap(readEngine);
  const name = ({ instanceType, configuration = 'the model', batch }: MeasuredTime): string =>
    `batch ${batch} of ${configuration} on ${instanceType}`;
  const twice = times.map(name).find((each, i, all) => all.indexOf(each) !== i);
  if (twice !== undefined) {
    throw new Error(
      `LatencyProfiles.fromEngines: got ${twice} twice; set a unique configuration for each engine, such as 'FP16' ${rulePage('sizing.engine')}`,
    );
  }
  return groupProfiles(times);
}

function readEngine({ path, instanceType, configuration }: EngineReport): MeasuredTime[] {
  const { gpu, image, builtAt, latency } = parse(readMeasurements(path), path);
  reportProblems(
    path,
    latency.map(({ profile, batch, mean }, i) => ({
      where: `latency[${i}]`,
      findings: [
        ...checkMeasured(profile ?? null, 'profile', { minimum: 0, whole: true }),
        ...checkMeasured(batch ?? null, 'batch', COUNT),
        ...checkMeasured(mean ?? null, 'mean', ABOVE_ZERO),
      ],
    })),
  );
  const several = latency.some(({ profile }) => profile > 0);
  return latency.map(({ profile, batch, mean }) => ({
    instanceType,
    configuration: several ? `${configuration ?? 'model'}, profile ${profile}` : configuration,
    batch,
    milliseconds: mean,
    gpuModel: gpu,
    tritonRelease: /^\d\d\.\d\d$/.test(image ?? '') ? image : undefined,
    measuredOn: builtAt?.slice(0, 'yyyy-mm-dd'.length),
  }));
}

/** The file beside an engine, or the record in S3, which contains it. */
function parse(text: string, path: string): MeasuredEngine {
  let json: { sidecar?: MeasuredEngine } & Partial<MeasuredEngine>;
  try {
    json = JSON.parse(text) as typeof json;
  } catch (problem) {
    throw new Error(`${path}: ${(problem as Error).message}; allowed: JSON ${rulePage('sizing.engine')}`);
  }
  const engine = json?.sidecar ?? json;
  if (!Array.isArray(engine?.latency) || engine.latency.length === 0 || !engine.latency.every(Boolean)) {
    throw new Error(
      `${path}: got no latency; allowed: model.plan.json or engine.json, which the build of an engine writes ${rulePage('sizing.engine')}`,
    );
  }
  return engine as MeasuredEngine;
}

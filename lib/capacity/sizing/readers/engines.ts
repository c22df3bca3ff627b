import { inLanguageOfApp } from '../../../findings/in-language-of-app';
import { rulePage } from '../../../findings/rule-page';
import { LatencyProfile } from '../../../measurements/latency-profile';
import { groupProfiles, MeasuredTime } from './group-profiles';
import { ABOVE_ZERO, checkMeasured, COUNT } from '../../../measurements/readers/measured-value';
import { readMeasurementFile } from '../../../measurements/readers/measurement-file';
import { reportProblems } from '../../../measurements/readers/report-problems';
import { MeasurementReport } from './reports';

/** The part of a built engine's metadata that a plan requires (written by lib/engine/container/build.py). */
interface MeasuredEngine {
  readonly gpu?: string;
  readonly image?: string;
  /** Such as `2026-11-22T11:43:55Z`. */
  readonly builtAt?: string;
  readonly latency: {
    readonly profile: number;
    readonly batch: number;
    /** Mean execution time in milliseconds, including the copies of inputs and outputs between host and GPU. */
    readonly mean: number;
  }[];
}

/** Reads the execution times that builds of TensorRT engines have measured. */
export function readEngines(reports: MeasurementReport[]): LatencyProfile[] {
  const times = reports.flatMap(readEngine);
  const describeTime = ({ instanceType, configuration = 'the model', batch }: MeasuredTime): string =>
    `batch ${batch} of ${configuration} on ${instanceType}`;
  const duplicate = times.map(describeTime).find((text, i, all) => all.indexOf(text) !== i);
  if (duplicate !== undefined) {
    throw new Error(
      `${inLanguageOfApp('LatencyProfiles.fromEngines')}: got ${duplicate} twice; set a unique configuration for each engine, such as 'FP16' ${rulePage('sizing.engine')}`,
    );
  }
  return groupProfiles(times);
}

function readEngine({ path, instanceType, configuration }: MeasurementReport): MeasuredTime[] {
  const { gpu, image, builtAt, latency } = parse(readMeasurementFile(path), path);
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
  const hasProfiles = latency.some(({ profile }) => profile > 0);
  return latency.map(({ profile, batch, mean }) => ({
    instanceType,
    configuration: hasProfiles ? `${configuration ?? 'model'}, profile ${profile}` : configuration,
    batch,
    milliseconds: mean,
    gpuModel: gpu,
    tritonRelease: /^\d\d\.\d\d$/.test(image ?? '') ? image : undefined,
    measuredOn: builtAt?.slice(0, 'yyyy-mm-dd'.length),
  }));
}

/** Parses the file next to an engine, or the record of the engine in S3, which contains the same data. */
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

import * as fs from 'node:fs';
import * as path from 'node:path';
import { ServiceTime } from '../../lib/measurements';
import { LOADS } from './loads';
import { MeasuredLoad, MeasuredSetting } from './measure';
import { configText } from './model-config';
import { SPEED } from './scaled-time';

/** A measured load, as the command reads it. Times are those of the endpoint. */
export interface Recording {
  readonly name: string;
  /** The config.pbtxt of the deployed setting. */
  readonly config: string;
  readonly objectiveMilliseconds?: number;
  readonly latencyTable?: readonly ServiceTime[];
  /** Latencies that the clients measured, in the order of the settings. */
  readonly settings: readonly MeasuredSetting[];
  /** The documents of the metrics exporters, one in each line. */
  readonly documents: string;
}

const FOLDER = path.join(__dirname, 'recordings');

/** Converts a measurement to the time of the endpoint. */
export function recordingOf({ load, settings, documents, latencyTable }: MeasuredLoad): Recording {
  const { name, objectiveMilliseconds } = load;
  const scaled = (milliseconds: number): number => Number((milliseconds * SPEED).toFixed(1));
  return {
    name,
    config: configText(load, load.settings[0], SPEED),
    objectiveMilliseconds: objectiveMilliseconds && scaled(objectiveMilliseconds),
    latencyTable: latencyTable?.map(({ batch, milliseconds }) => ({
      batch,
      milliseconds: Number(milliseconds.toFixed(1)),
    })),
    settings: settings.map(({ setting, requests, ...latencies }) => ({
      setting,
      requests,
      meanMilliseconds: scaled(latencies.meanMilliseconds),
      p50Milliseconds: scaled(latencies.p50Milliseconds),
      p99Milliseconds: scaled(latencies.p99Milliseconds),
      peakP99Milliseconds: scaled(latencies.peakP99Milliseconds),
    })),
    documents: documents.map((document) => JSON.stringify(document)).join('\n'),
  };
}

export function writeRecording(recording: Recording): void {
  fs.mkdirSync(FOLDER, { recursive: true });
  fs.writeFileSync(path.join(FOLDER, `${recording.name}.json`), `${JSON.stringify(recording, undefined, 2)}\n`);
}

/** The committed recordings of all loads. */
export function readRecordings(): Recording[] {
  return LOADS.map(({ name }) => JSON.parse(fs.readFileSync(path.join(FOLDER, `${name}.json`), 'utf8')) as Recording);
}

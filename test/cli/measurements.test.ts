import * as fs from 'fs';
import * as os from 'os';
import * as path from 'path';
import { readMeasurements, saveMeasurement, saveServerMetrics } from '../../cli/assembly/measurements';

const MINUTE = 60_000;
const START = Date.UTC(2026, 10, 27, 9, 0, 30);
const variant = { endpointName: 'bert', variantName: 'AllTraffic' };
const measurement = {
  ...variant,
  at: new Date(START).toISOString(),
};
const minute = (index: number) => ({
  timestamp: START - 30_000 + index * MINUTE,
  dimensions: { EndpointName: 'bert', VariantName: 'AllTraffic' },
  values: { SuccessfulRequests: [index], PendingRequests: [0, 1] },
});
let assembly: string;

beforeEach(() => {
  assembly = fs.mkdtempSync(path.join(os.tmpdir(), 'measurements-'));
});
afterEach(() => fs.rmSync(assembly, { recursive: true }));

test('the metrics of a server are kept with the last measurement of its variant, from the minute in which it began', () => {
  saveMeasurement(assembly, measurement);
  saveServerMetrics(assembly, variant, [-1, 0, 1, 2].map(minute));
  expect(readMeasurements(assembly)).toEqual([{ ...measurement, serverMetrics: [minute(0), minute(1), minute(2)] }]);
});

test('a later measurement replaces the metrics of the server', () => {
  saveMeasurement(assembly, measurement);
  saveServerMetrics(assembly, variant, [minute(0)]);
  saveMeasurement(assembly, measurement);
  expect(readMeasurements(assembly)).toEqual([measurement]);
});

test('metrics without a measurement, and servers without metrics, save nothing', () => {
  saveServerMetrics(assembly, variant, [minute(0)]);
  expect(readMeasurements(assembly)).toEqual([]);
  saveMeasurement(assembly, measurement);
  saveServerMetrics(assembly, variant, []);
  expect(readMeasurements(assembly)).toEqual([measurement]);
});

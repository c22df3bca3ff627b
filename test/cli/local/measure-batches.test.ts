import { Measurement } from '../../../cli/local/latency';
import { RejectedRequestError } from '../../../cli/local/loopback-client';
import { measureBatches } from '../../../cli/local/measure-batches';
import { readRequest } from '../../../lib/client/protocol/decode';
import { jsonRequest } from '../../../lib/client/protocol/encode';
import { Message } from '../../../lib/client/protocol/message';

const EXAMPLE = jsonRequest({}, [{ name: 'x', datatype: 'FP32', shape: [1, 1], elements: [7] }]);
const MEASUREMENT: Measurement = {
  warmup: 2,
  requests: 3,
  seconds: 60,
  signal: new AbortController().signal,
};

const batchOf = (request: Message): number => readRequest(request).inputs[0].shape[0];

test('each batch size is measured after warm-up requests, with one request at a time', async () => {
  const batches: number[] = [];
  let concurrentRequests = 0;
  const { times, notMeasured } = await measureBatches(
    EXAMPLE,
    3,
    async (request) => {
      expect(++concurrentRequests).toBe(1);
      batches.push(batchOf(request));
      await Promise.resolve();
      concurrentRequests--;
    },
    MEASUREMENT,
  );
  expect(batches).toEqual([1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3]);
  expect(times.map(({ batch }) => batch)).toEqual([1, 2, 3]);
  for (const { milliseconds } of times) expect(milliseconds).toBeGreaterThan(0);
  expect(notMeasured).toBeUndefined();
});

test('the time is the median latency of the measured requests', async () => {
  const latencies = [50, 9, 1, 3]; // the first request is not measured
  let now = 0;
  const clock = jest.spyOn(performance, 'now').mockImplementation(() => now);
  const send = async (): Promise<void> => void (now += latencies.shift() ?? 0);
  const { times } = await measureBatches(EXAMPLE, 0, send, { ...MEASUREMENT, warmup: 1 });
  clock.mockRestore();
  expect(times).toEqual([{ batch: 1, milliseconds: 3 }]);
});

test('a model without batching is measured with the unchanged example, as a batch of 1', async () => {
  const requests: Message[] = [];
  const { times } = await measureBatches(EXAMPLE, 0, async (request) => void requests.push(request), MEASUREMENT);
  expect(times.map(({ batch }) => batch)).toEqual([1]);
  expect(new Set(requests)).toEqual(new Set([EXAMPLE]));
});

test('a batch size takes at most a number of seconds, but at least one request is measured', async () => {
  let sentCount = 0;
  await measureBatches(EXAMPLE, 1, async () => void ++sentCount, { ...MEASUREMENT, warmup: 0, seconds: 0 });
  expect(sentCount).toBe(1);
});

test('a rejected request ends the measurement, and is its result', async () => {
  const send = async (request: Message): Promise<void> => {
    if (batchOf(request) > 2) throw new RejectedRequestError('it is too large');
  };
  const { times, notMeasured } = await measureBatches(EXAMPLE, 8, send, MEASUREMENT);
  expect(times.map(({ batch }) => batch)).toEqual([1, 2]);
  expect(notMeasured).toBe('a batch of 4 was rejected: it is too large');
});

test('any other error is thrown', async () => {
  const send = (): Promise<void> => Promise.reject(new Error('socket hang up'));
  await expect(measureBatches(EXAMPLE, 8, send, MEASUREMENT)).rejects.toThrow('socket hang up');
});

test('an interruption ends the measurement without a result', async () => {
  const interruption = new AbortController();
  const send = async (): Promise<void> => {
    interruption.abort(new Error('stopped'));
    throw new RejectedRequestError('it is stopped');
  };
  const measurement = { ...MEASUREMENT, signal: interruption.signal };
  await expect(measureBatches(EXAMPLE, 8, send, measurement)).rejects.toThrow('stopped');
});

test('batch sizes that no plan supports are not measured', async () => {
  const { notMeasured } = await measureBatches(EXAMPLE, 8192, async () => undefined, { ...MEASUREMENT, requests: 1 });
  expect(notMeasured).toBe('batches above 4096, the largest that a plan supports');
});

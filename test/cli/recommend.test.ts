import * as fs from 'fs';
import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import * as os from 'os';
import * as path from 'path';
import { fetchResults } from '../../cli/recommend/fetch';
import { printReport, reportOf } from '../../cli/recommend/report';
import { renderRanking } from '../../cli/recommend/table';
import { readRecommendations } from '../../lib/measurements/readers/read-recommendations';
import { REFERENCE } from '../recommender/fixtures';

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'recommend-'));
afterAll(() => fs.rmSync(folder, { recursive: true }));

function runReport(results: string, options: Parameters<typeof printReport>[1] = {}): { text: string; page: string } {
  const lines: string[] = [];
  const log = jest.spyOn(console, 'log').mockImplementation((line) => lines.push(line));
  const html = path.join(folder, 'report.html');
  printReport(results, { ...options, html });
  log.mockRestore();
  return { text: lines.join('\n'), page: fs.readFileSync(html, 'utf8') };
}

describe('recommend report', () => {
  const { text, page } = runReport(REFERENCE, { requestsPerSecond: 500, latency: 500 });

  test('prints the recommendations, and marks the pick (the best) and the Pareto front', () => {
    expect(text).toMatch(/> +│ ml\.g4dn\.2xlarge +│ trt-db +│ 1335 +│ 499 +│ 23 +│ 21\.62 +│ [\d.]+ +│ yes +│ \*/);
    expect(text).toMatch(/ {3}│ ml\.g4dn\.xlarge +│ trt-db-ig +│ 3192 +│ 783 +│ 10 +│ 7\.36 +│ [\d.]+ +│ no +│ \*/);
    expect(text).toContain('Pick: 23 × ml.g4dn.2xlarge running trt-db: 21.62 USD per hour, 499 ms');
    expect(text.split('\n').filter((line) => line.includes('ml.g4dn'))).toHaveLength(25);
  });

  test('writes a page with the chart and the Pareto front, without external files', () => {
    expect(page).toContain('<canvas id="cost">');
    expect(page).toContain('"label":"Pareto front"');
    expect(page).toContain('objective, 500 ms');
    expect(page).not.toMatch(/<(script|link|img)[^>]+(src|href)=(?!"data:)/);
  });

  test('compares the cost of a million requests if no load is specified', () => {
    expect(runReport(REFERENCE).text).toContain(
      'Pick: 1 × ml.g4dn.xlarge running trt-db-ig: 3.85 USD per million requests, 783 ms',
    );
  });

  test('picks no configuration if measurements are missing, and escapes names', () => {
    const results = path.join(folder, 'hole.csv');
    fs.writeFileSync(results, 'configuration,instance_type\n</script><b>,ml.g5.xlarge\n');
    const missingValues = runReport(results, { requestsPerSecond: 1 });
    expect(missingValues.text).toContain('No pick: no measured configuration');
    expect(missingValues.page).not.toContain('<b>');
    expect(missingValues.page.match(/<\/script>/g)).toHaveLength(2);
  });
});

test('recommend fetch keeps the other values in the context file', async () => {
  const server = createServer((_, response) => response.end('the,table\n'));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  process.env.AWS_ENDPOINT_URL_S3 = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  Object.assign(process.env, {
    AWS_REGION: 'us-east-1',
    AWS_ACCESS_KEY_ID: 'nobody',
    AWS_SECRET_ACCESS_KEY: 'nothing',
  });
  const context = path.join(folder, 'cdk.context.json');
  fs.writeFileSync(context, '{"other": 1}');
  const log = jest.spyOn(console, 'log').mockImplementation(() => undefined);
  await fetchResults('s3://ours/latest/results.csv', context);
  log.mockRestore();
  server.close();
  expect(JSON.parse(fs.readFileSync(context, 'utf8'))).toEqual({
    other: 1,
    'cdk-sagemaker-triton:recommendations:s3://ours/latest/results.csv': 'the,table\n',
  });
  await expect(fetchResults('results.csv', context)).rejects.toThrow("got 'results.csv'; allowed: s3://<bucket>/<key>");
});

describe('a context file', () => {
  test.each([
    ['a list', '[]', 'allowed: a JSON object'],
    ['truncated JSON', '{"a": ', 'allowed: JSON'],
  ])('that is %s is rejected, and the file does not change', async (_, text, message) => {
    const context = path.join(folder, 'cdk.context.json');
    fs.writeFileSync(context, text);
    await expect(fetchResults('s3://ours/latest/results.csv', context)).rejects.toThrow(message);
    expect(fs.readFileSync(context, 'utf8')).toBe(text);
  });
});

test('for thousands of recommendations, only the cheapest and the pick are printed', () => {
  const rows = Array.from({ length: 3000 }, (_, i) => `ml.g5.xlarge,c${i},600,${3000 - i},${1 + i}`);
  const file = path.join(folder, 'many.csv');
  fs.writeFileSync(
    file,
    [
      'instance_type,configuration,invocations_per_minute_per_instance,model_latency_ms,cost_per_hour_usd',
      ...rows,
    ].join('\n'),
  );
  const report = reportOf(readRecommendations(file), { latency: 1000 });
  expect(report.ranked.filter(({ pareto }) => pareto)).toHaveLength(3000);
  const text = renderRanking(report);
  expect(text).toMatch(/> +│ ml\.g5\.xlarge +│ c2000 /);
  expect(text).toContain('2949 more are on the page');
});

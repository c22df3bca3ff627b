import { once } from 'events';
import { mkdirSync, writeFileSync } from 'fs';
import * as path from 'path';
import { Exchange } from './invocations';
import { describeServed, VariantReport } from './report';
import { requestForms } from './request-forms';
import { RunOptions } from './run-options';
import { ServedVariant } from './run-variant';
import { loopbackEnvironment } from './run-smoke-test';
import { print } from '../output/print';
import { shellWord } from '../output/shell-word';

/** Keeps the servers running until Ctrl-C. If a server ends earlier, its report changes to a failure, and the other servers continue. */
export async function keepRunning(
  servedVariants: ServedVariant[],
  reports: VariantReport[],
  { signal }: RunOptions,
): Promise<VariantReport[]> {
  servedVariants.forEach(printAccess);
  const runningVariants = servedVariants.filter(({ loopback }) => loopback !== undefined);
  await Promise.race([
    signal.aborted || once(signal, 'abort'),
    // The wait also ends when all servers have ended. If no server was started, only Ctrl-C ends the wait.
    ...(runningVariants.length > 0 ? [Promise.all(runningVariants.map(waitForExit))] : []),
  ]);
  return reports.map((report, index) => {
    const { server } = servedVariants[index];
    return server?.exitSignal.aborted
      ? { ...report, outcome: 'FAILED', reason: server.exitSignal.reason.message }
      : report;
  });
}

async function waitForExit({ server, variant: { endpointName } }: ServedVariant): Promise<void> {
  if (!server) return;
  if (!server.exitSignal.aborted) await once(server.exitSignal, 'abort');
  print(`${endpointName}: Triton stopped: ${server.exitSignal.reason.message}`);
}

function printAccess(served: ServedVariant): void {
  const { loopback, variant } = served;
  if (!loopback) return;
  print(`${variant.endpointName}, ${describeServed(variant)}, is kept running until Ctrl-C:`);
  const targetHeader = (targetModel: string): string =>
    ` -H ${shellWord(`x-amzn-sagemaker-target-model: ${targetModel}`)}`;
  const commands = loopback.firstExchanges.flatMap((exchange) =>
    saveRequest(served, exchange).map(({ file, contentType }) => {
      const header = exchange.targetModel === undefined ? '' : targetHeader(exchange.targetModel);
      const output = file.endsWith('.bin') ? ' --output response.bin' : '';
      return `curl -H ${shellWord(`content-type: ${contentType}`)}${header} --data-binary @${shellWord(file)}${output}`;
    }),
  );
  const genericCommand = `curl -H 'content-type: application/json'${variant.multiModel ? targetHeader('<object>') : ''} --data-binary @<file>`;
  for (const command of commands.length > 0 ? commands : [genericCommand])
    print(`  ${command} ${loopback.url}/invocations`);
  const environment = Object.entries(loopbackEnvironment(loopback, variant.region)).map(
    ([name, value]) => `${name}=${value}`,
  );
  print(`  or any AWS SDK with ${environment.join(' ')}`);
  if (variant.inferenceComponentName !== undefined)
    print(`  Requests of an AWS SDK require InferenceComponentName ${variant.inferenceComponentName}`);
}

/** Saves the first request to a model as files (JSON, binary or both), so the user can change the request and send it again. */
function saveRequest(
  served: ServedVariant,
  { request, targetModel }: Exchange,
): { file: string; contentType: string }[] {
  const folder =
    targetModel === undefined
      ? served.workFolder
      : path.join(served.workFolder, `request-${encodeURIComponent(targetModel)}`);
  mkdirSync(folder, { recursive: true });
  return requestForms(request, served.modelOf(targetModel)?.outputs).map((form) => {
    const file = path.join(folder, form.fileName);
    writeFileSync(file, form.body);
    return { file, contentType: form.contentType };
  });
}

import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { awsEnvironment } from '../../lambda/aws-environment';
import type { Definition, State } from '../definition';
import { FakeAws } from './fake-aws';

const ASSETS = join(__dirname, '..', '..', '..', 'assets', 'lambda');

/** The part of an execution event that these tests require. */
interface ExecutionEvent {
  readonly type: string;
  readonly state: { readonly type: string; readonly input: { poll: { seconds: number } } };
}

// The types of the package are available only in ES modules.
const { StateMachine } = require('aws-local-stepfunctions') as {
  StateMachine: new (definition: Definition) => {
    run(input: object, options: object): { result: Promise<unknown>; eventLogs: AsyncIterable<ExecutionEvent> };
  };
};

// Promise.withResolvers, which the package requires, is part of Node.js 22.
Object.assign(Promise, {
  withResolvers: () => {
    const settle: Record<string, unknown> = {};
    const promise = new Promise((resolve, reject) => Object.assign(settle, { resolve, reject }));
    return { promise, ...settle };
  },
});

/** Result of a run of the workflow. */
export interface WorkflowResult {
  readonly output?: { readonly message: string; readonly table?: string };
  readonly error?: string;
  readonly cause?: string;
  /** Duration of each wait in seconds. */
  readonly waits: number[];
}

/** Executes a definition. Its tasks call the fake service, and the results function runs in a separate process. */
export async function runWorkflow(fake: FakeAws, definition: Definition, input: object = {}): Promise<WorkflowResult> {
  const tasks = tasksOf(definition);
  const machine = new StateMachine(definition);
  const execution = machine.run(input, {
    overrides: {
      taskResourceLocalHandlers: Object.fromEntries(
        tasks.map(([name, resource]) => [name, (request: unknown) => callTask(fake, resource, request)]),
      ),
      waitTimeOverrides: { Wait: 0 },
      retryIntervalOverrides: Object.fromEntries(tasks.map(([name]) => [name, 0])),
    },
  });
  const waits: number[] = [];
  const allEventsRead = (async () => {
    for await (const event of execution.eventLogs) {
      if (event.type === 'StateEntered' && event.state.type === 'Wait') waits.push(event.state.input.poll.seconds);
    }
  })();
  try {
    const output = (await execution.result) as WorkflowResult['output'];
    await allEventsRead;
    return { output, waits };
  } catch (error) {
    await allEventsRead;
    const { name, message, cause } = error as Error & { cause?: Error };
    return { error: cause?.name ?? name, cause: cause?.message ?? message, waits };
  }
}

/** Invokes a bundled function. `seconds` is the remaining time of the invocation, as in Lambda. */
export async function invoke(fake: FakeAws, name: string, event: unknown, seconds = 900): Promise<unknown> {
  const args = [join(__dirname, 'invoke.mjs'), join(ASSETS, name, 'index.mjs'), `${seconds}`];
  const child = spawn(process.execPath, args, {
    stdio: ['pipe', 'pipe', 'pipe'],
    env: {
      ...awsEnvironment(fake.url),
      POLL_MILLISECONDS: '10',
    },
  });
  child.stdin.end(JSON.stringify(event));
  const [out, problems] = await Promise.all([text(child.stdout), text(child.stderr)]);
  const [, result] = out.split('RESULT ');
  if (result === undefined) throw new Error(problems || out);
  return JSON.parse(result);
}

async function callTask(fake: FakeAws, resource: string, input: unknown): Promise<unknown> {
  const [, service = '', operation = ''] = /:::(?:aws-sdk:)?([a-z]+):(\w+)$/.exec(resource) ?? [];
  if (service === 'lambda') {
    const { Payload } = input as { Payload: unknown };
    return { Payload: await invoke(fake, 'recommendation-results', Payload) };
  }
  const prefix: Record<string, string> = { sagemaker: 'SageMaker' };
  const response = await fetch(fake.url, {
    method: 'POST',
    headers: {
      'content-type': 'application/x-amz-json-1.1',
      'x-amz-target': `${prefix[service]}.${operation[0].toUpperCase()}${operation.slice(1)}`,
    },
    body: JSON.stringify(input),
  });
  const body = (await response.json()) as { __type?: string; message?: string };
  if (response.ok) return body;
  throw Object.assign(new Error(`${body.message} (Service: ${prefix[service]}, Status Code: 400)`), {
    name: errorName(body.__type),
  });
}

/** Returns the name that Step Functions gives an error. All errors that are not in the service model have the same name. */
function errorName(type = ''): string {
  const errorsInModel = ['ResourceInUse', 'ResourceLimitExceeded', 'ResourceNotFound'];
  return errorsInModel.includes(type) ? `SageMaker.${type}Exception` : 'SageMaker.SageMakerException';
}

function tasksOf({ States }: { States: Record<string, State> }): [string, string][] {
  return Object.entries(States).flatMap(([name, state]): [string, string][] =>
    state.Type === 'Task' ? [[name, state.Resource ?? '']] : [],
  );
}

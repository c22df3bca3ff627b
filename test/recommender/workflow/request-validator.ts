import { ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface, Interface } from 'node:readline';
import { awsProgram } from '../../aws-venv';

/** Validates requests with the service models of botocore, in a Python process. */
export class RequestValidator {
  public static start(): RequestValidator {
    const stdio: ['pipe', 'pipe', 'inherit'] = ['pipe', 'pipe', 'inherit'];
    return new RequestValidator(spawn(awsProgram('python'), [join(__dirname, 'validate_requests.py')], { stdio }));
  }

  private readonly lines: Interface;
  private lastRequest: Promise<unknown> = Promise.resolve();

  private constructor(private readonly child: ChildProcess) {
    if (!child.stdout) throw new Error('no output');
    this.lines = createInterface({ input: child.stdout });
  }

  /** Returns the reasons why the service would reject a request. */
  public validate(service: string, operation: string, input: unknown): Promise<string[]> {
    const result = this.lastRequest.then(async () => {
      const line = once(this.lines, 'line');
      this.child.stdin?.write(`${JSON.stringify({ service, operation, input })}\n`);
      return JSON.parse(String((await line)[0])) as string[];
    });
    this.lastRequest = result;
    return result;
  }

  public stop(): void {
    this.child.kill();
  }
}

import { ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface, Interface } from 'node:readline';
import { awsProgram } from '../../aws-venv';

/** Botocore, which knows what each operation of AWS takes. */
export class RequestValidator {
  public static start(): RequestValidator {
    const stdio: ['pipe', 'pipe', 'inherit'] = ['pipe', 'pipe', 'inherit'];
    return new RequestValidator(spawn(awsProgram('python'), [join(__dirname, 'validate_requests.py')], { stdio }));
  }

  private readonly lines: Interface;
  private turn: Promise<unknown> = Promise.resolve();

  private constructor(private readonly child: ChildProcess) {
    if (!child.stdout) throw new Error('no output');
    this.lines = createInterface({ input: child.stdout });
  }

  /** What the service would refuse of a request. */
  public problems(service: string, operation: string, input: unknown): Promise<string[]> {
    const answer = this.turn.then(async () => {
      const line = once(this.lines, 'line');
      this.child.stdin?.write(`${JSON.stringify({ service, operation, input })}\n`);
      return JSON.parse(String((await line)[0])) as string[];
    });
    this.turn = answer;
    return answer;
  }

  public stop(): void {
    this.child.kill();
  }
}

import { simulate } from '../simulation';
import { Life } from './life';
import { versionOf, Version } from './versions';
const dump = (stack: any, from = 0) => stack.events.slice(from).filter((e: any) => process.env.ALL || !e.logicalId || /FAILED/.test(e.status)).map((e: any) => `${new Date(e.at).toISOString().slice(5, 19)} ${e.logicalId ?? ''} ${e.status} ${e.reason ?? ''}`.slice(0, 400)).join('\n');
test.each((process.env.V ?? 'plain>other model').split(';'))('%s', async (path) => {
  const names = path.split('>') as Version[];
  names.forEach((n) => versionOf(n.replace('!', '') as Version));
  const t = performance.now();
  let calls = 0;
  await simulate({ seed: Number(process.env.SEED ?? 1) }, async (aws) => {
    const life = new Life(aws);
    let stack: any;
    for (const n of names) {
      const failing = n.startsWith('!');
      if (failing) aws.engine.failure = ({ logicalId, phase, moment }) => phase === 'forward' && moment === 'after' && /SmokeTest[^HLR]/.test(logicalId) && aws.engine.stacks.get('App')?.resources.get(logicalId)?.type === 'Custom::TritonSmokeTest' ? 'injected' : undefined;
      stack = await life.deploy(n.replace('!', '') as Version);
      aws.engine.failure = () => undefined;
      console.log(n, stack.status);
    }
    const s = stack;
    await aws.account.sleep(30 * 60000);
    await life.destroy();
    console.log(dump(s), '\n', JSON.stringify(aws.engine.orphans.map(o => [o.resource.logicalId, o.reason])));
    await aws.account.sleep(60 * 60000);
    console.log([...new Set(aws.account.denials)].join('\n'));
    console.log('left', [...aws.s3.buckets].map(([k, b]) => `${k}:${b.objects.size}`), [...aws.logs.groups.keys()], [...aws.lambda.functions.keys()], [...aws.events.rules.keys()], [...aws.ec2.parts], aws.sagemaker.networkInterfaces);
    calls = aws.account.log.length;
    const errs = new Map<string, number>(); for (const c of aws.account.log) if (c.error) { const k = `${c.service}:${c.operation} ${c.error}`.slice(0, 220); errs.set(k, (errs.get(k) ?? 0) + 1); }
    console.log([...errs].map(([k, v]) => `${v} ${k}`).join('\n'));
  });
  console.log('took', Math.round(performance.now() - t), 'ms', calls, 'calls');
});

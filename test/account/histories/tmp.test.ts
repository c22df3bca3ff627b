import { VERSIONS, versionOf } from './versions';
test('synth', () => {
  for (const family of ['realtime', 'multi-model'] as const)
    for (const name of VERSIONS[family]) {
      const t = performance.now();
      try {
        const v = versionOf(name);
        console.log(name, Math.round(performance.now() - t), 'ms', Object.keys(v.template.Resources).length, v.assets.map((a) => a.handler ?? a.key.slice(-6)).join(' '));
      } catch (e) { console.log(name, String(e)); }
    }
});

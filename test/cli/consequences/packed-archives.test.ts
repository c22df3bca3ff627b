import { consequencesOf } from '../../../cli/consequences/consequences';
import { InstanceType, TritonImage, TritonMultiModelEndpoint } from '../../../lib';
import { EngineOptions } from '../../../lib/model/engine/engine-options';
import { bert } from '../../endpoint/engines/fixtures';
import { removeFolders, synthesized } from './synthesized';

afterEach(removeFolders);

const assembly = (options: EngineOptions): string =>
  synthesized((stack) => {
    new TritonMultiModelEndpoint(stack, 'Vision', {
      models: [bert({}, options)],
      instanceType: InstanceType.G5_XLARGE,
      image: TritonImage.forRelease('25.04'),
    });
  });

test('another engine in an archive is another model, whose size nobody knows before the deployment', () => {
  const against = assembly({});
  const [{ consequences }] = consequencesOf(assembly({ optimizationLevel: 5 }), { against });
  const sentences = consequences.map(({ sentence }) => sentence).join('\n');
  expect(sentences).toContain('model bert has different content');
  expect(sentences).toContain('The size of bert.tar.gz is not known on this host, so the total is larger.');
});

import { consequencesOf } from '../../../cli/consequences/consequences';
import { InstanceType, TritonImage, TritonMultiModelEndpoint } from '../../../lib';
import { EngineOptions } from '../../../lib/model/engine/engine-options';
import { bert } from '../../endpoint/engines/fixtures';
import { removeTemporaryFolders, synthesizeServing } from './synthesized';

afterEach(removeTemporaryFolders);

const assemblyWithEngine = (options: EngineOptions): string =>
  synthesizeServing((stack) => {
    new TritonMultiModelEndpoint(stack, 'Vision', {
      models: [bert({}, options)],
      instanceType: InstanceType.G5_XLARGE,
      image: TritonImage.forRelease('25.04'),
    });
  });

test('a changed engine changes the archive that contains it, and the size of the archive is unknown before the deployment', () => {
  const against = assemblyWithEngine({});
  const [{ consequences }] = consequencesOf(assemblyWithEngine({ extraArguments: ['--noTF32'] }), { against });
  const sentences = consequences.map(({ sentence }) => sentence).join('\n');
  expect(sentences).toContain('model bert has different content');
  expect(sentences).toContain('The size of bert.tar.gz is not known on this host, so the total is larger.');
});

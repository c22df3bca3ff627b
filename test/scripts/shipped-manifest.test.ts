import { shippedManifest } from '../../scripts/shipped-manifest';
import manifest from '../../package.json';

test('users get neither scripts nor development dependencies, and all that jsii and npm read', () => {
  const shipped = shippedManifest(manifest);
  const absent = Object.keys(manifest).filter((key) => !(key in shipped));
  expect(absent.sort()).toEqual(['//', 'devDependencies', 'devEngines', 'scripts']);
});

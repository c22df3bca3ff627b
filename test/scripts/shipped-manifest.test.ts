import { shippedManifest } from '../../scripts/shipped-manifest';
import manifest from '../../package.json';

test('the published package.json contains the fields for jsii and npm, but no scripts or development dependencies', () => {
  const published = shippedManifest(manifest);
  const removedKeys = Object.keys(manifest).filter((key) => !(key in published));
  expect(removedKeys.sort()).toEqual(['//', 'devDependencies', 'devEngines', 'scripts']);
});

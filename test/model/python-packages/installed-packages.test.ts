import { findInstalledPackages } from '../../../lib/model/python-packages/installed-packages';
import { readFolder } from '../../../lib/model/folder/folder-content';
import { folderWith } from '../folders';

test('RECORD lists the files of a package, except for files outside of the folder and files that do not exist', () => {
  const folder = folderWith({
    '1/model.py': '',
    '1/paint/__init__.py': '',
    '1/share/paint/colors.txt': '',
    '1/paint-1.0.dist-info/RECORD':
      'paint/__init__.py,,\nshare/paint/colors.txt,,\n../../bin/paint,,\n/etc/passwd,,\npaint/missing.py,,\npaint-1.0.dist-info/RECORD,,\n',
  });
  const { packageByPath, modules } = findInstalledPackages(readFolder(folder).files);
  expect([...packageByPath]).toEqual([
    ['1/paint/__init__.py', 'paint 1.0'],
    ['1/share/paint/colors.txt', 'paint 1.0'],
    ['1/paint-1.0.dist-info/RECORD', 'paint 1.0'],
  ]);
  expect([...modules]).toEqual(['paint']);
});

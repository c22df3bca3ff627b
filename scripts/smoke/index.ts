/**
 * The smoke suite: each verb of the command, as it is installed from the tarball of `npm pack`, in a fresh folder and on inputs of the
 * size that users have. Caches are cold, but for the Triton server: `local` serves with the one that `npm run setup` installed into the
 * user's cache, since it takes a download of some 500 MB, and installs it there where it is absent.
 */
import './model-files';
import './serving';
import './tutorial';
import './measurements';
import './diagnose';
import './help';

/**
 * The smoke suite: runs each command, installed from the tarball of `npm pack`, in a new folder and with inputs of realistic size. Caches are
 * empty, except for the Triton server: `local` uses the server that `npm run setup` installed in the user's cache, or installs it there, because
 * the download is about 500 MB.
 */
import './model-files';
import './serving';
import './tutorial';
import './measurements';
import './diagnose';
import './help';

/** Packs a folder and prints the hash of its content. Tests run it with different environments. */
import { ModelArchive } from '../../lib';

process.stdout.write(JSON.stringify({ contentHash: ModelArchive.pack(process.argv[2], process.argv[3]) }));

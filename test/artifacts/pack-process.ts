/** Packs a folder in a process of its own, so that a test can choose its environment, and prints the hash of its content. */
import { ModelArchive } from '../../lib';

process.stdout.write(JSON.stringify({ contentHash: ModelArchive.pack(process.argv[2], process.argv[3]) }));

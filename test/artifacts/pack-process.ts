/** Packs a folder in a process of its own, so that a test can choose its environment. */
import { ModelArchive } from '../../lib';

ModelArchive.pack(process.argv[2], process.argv[3]);

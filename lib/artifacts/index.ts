export { ModelArchive } from './model-archive';

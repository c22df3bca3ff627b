export { TritonImage } from './triton-image';
export type { TritonImageOptions } from './triton-image';

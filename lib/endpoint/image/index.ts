export { TritonImage } from './triton-image';
export type { TritonImageOptions } from './triton-image';
export type { TritonImageConfig } from './image-source';

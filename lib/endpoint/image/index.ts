export type { ImageProps } from './image-props';
export { TritonImage } from './triton-image';

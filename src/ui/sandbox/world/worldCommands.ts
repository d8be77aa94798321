export { bring, bringAgain } from './bring';
export { loadWorld, removeWorld, saveWorld } from './worldFiles';

import { setFlagsFromString } from 'node:v8';

/**
 * Keeps the heap close to what is in use: by itself it grows to several times that before it is cleared. A run makes
 * much that is soon forgotten and keeps little, so clearing more often takes less time than it saves.
 */
export const keepHeapSmall = (): void => setFlagsFromString('--heap-growing-percent=20');

import { createHmac } from 'node:crypto';
import type { State } from '../service/words.ts';

/** What a cursor holds for: the sandbox's seed and the state that the list is filtered by. */
export interface CursorScope {
  seed: number;
  state: State | undefined;
}

/** The cursor that goes on behind the listing at a position. */
export const cursorAt = (position: number, { seed, state }: CursorScope): string => {
  const text = `${position}:${state ?? ''}`;
  const check = createHmac('sha256', `cursors of sandbox ${seed}`).update(text).digest('hex').slice(0, 16);
  return Buffer.from(`${text}:${check}`).toString('base64url');
};

/** The position that a cursor stands for; undefined where it is damaged, or was made elsewhere or for another filter. */
export const positionOf = (cursor: string, scope: CursorScope): number | undefined => {
  const position = Number(/^\d{1,15}(?=:)/.exec(Buffer.from(cursor, 'base64url').toString())?.[0]);
  return cursorAt(position, scope) === cursor ? position : undefined;
};

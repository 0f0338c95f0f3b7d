import type { Drawing } from './card.ts';
import { shapesOn } from './character-set.ts';
import type { ColorLevel } from './color-level.ts';
import type { Io, Output } from './io.ts';
import { screenWidth } from './screen-width.ts';
import { themeOf } from './theme.ts';

/** How a stream is drawn on that gets so many colours. */
export const drawingOn = (out: Output, env: Io['env'], level: ColorLevel): Drawing => ({
  // The terminal may be made wider or narrower while it is drawn on.
  get width() {
    return screenWidth(out, env);
  },
  theme: themeOf(level),
  shapes: shapesOn(out, env, level),
});

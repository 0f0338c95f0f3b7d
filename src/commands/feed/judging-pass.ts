import { dirname, join } from 'node:path';
import { passInThread } from '../../feed/judging/pass-in-thread.ts';
import type { Pass, Way } from '../../feed/pass.ts';
import type { Io } from '../../terminal/io.ts';

/** A pass for one feed, judged in a thread that was built beside this tool. */
export const judgingPass = ({ self }: Pick<Io, 'self'>, way: Way): Pass =>
  passInThread(join(dirname(self[1] ?? ''), '../dist/judging.cjs'), way);

import type { Invocation } from '../cli/invocation.ts';
import { messageOn } from '../terminal/message.ts';

/** Tells what the next question is about: whoever is asked has to know it, with --quiet, too. */
export const tell = ({ io, redact }: Invocation, text: string): void => {
  io.stderr.write(`${messageOn(io.stderr, redact(text))}\n`);
};

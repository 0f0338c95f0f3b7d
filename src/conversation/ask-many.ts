import type { Io } from '../terminal/io.ts';
import { askWhether } from '../terminal/prompts/confirm.ts';

/** How a flag that may be said several times is asked for. */
export interface ManyQuestion {
  /** What was answered before the question was broken off. */
  soFar: readonly string[];
  /** What is offered as a whole, such as the texts of the last item. */
  byDefault: readonly string[];
  /** Whether each text of what is offered is asked for by itself, and more of them after that. */
  oneByOne: boolean;
  /** Asks for one more; undefined where no more is wanted. */
  one(before: readonly string[]): Promise<string | undefined>;
  /** Told of all texts so far after each. */
  onEach(texts: readonly string[]): Promise<void>;
}

/** Asks for texts one after the other, until no more is wanted. */
export const askMany = async (
  io: Io,
  { soFar, byDefault, oneByOne, one, onEach }: ManyQuestion,
): Promise<readonly string[]> => {
  const isOffered = soFar.length === 0 && byDefault.length > 0;
  if (isOffered && !oneByOne && (await askWhether(io, `Keep ${byDefault.join(', ')}?`, true)))
    return byDefault;
  let texts = isOffered && oneByOne ? await keptOf(io, byDefault) : soFar;
  for (;;) {
    const next = await one(texts);
    if (next === undefined) return texts;
    texts = [...texts, next];
    await onEach(texts);
  }
};

const keptOf = async (io: Io, offered: readonly string[]): Promise<readonly string[]> => {
  const kept: string[] = [];
  for (const text of offered) if (await askWhether(io, `Keep ${text}?`, true)) kept.push(text);
  return kept;
};

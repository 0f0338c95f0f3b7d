import { type Surroundings, withoutKeys } from './key-store.ts';

/** Far more than a key can be. */
const maxBuffer = 64 * 1024;

/** Runs a program that finds or keeps a key. It gets none of our own keys, and has so many milliseconds. */
export const runProgram = async (
  [file, ...rest]: readonly [string, ...string[]],
  { ms, ...options }: { ms: number; input: string; shell?: boolean },
  surroundings: Surroundings,
) => {
  const { execa } = await import('execa');
  const deadline = surroundings.clock.deadline(ms);
  const cancelSignal = AbortSignal.any([deadline, surroundings.interruption]);
  const env = withoutKeys(surroundings);
  const settings = { extendEnv: false, killSignal: 'SIGKILL', reject: false } as const;
  const child = execa(file, rest, { ...options, ...settings, env, maxBuffer, cancelSignal });
  // What it started may hold these open, and is not waited for.
  const leave = () => {
    for (const stream of [child.stdout, child.stderr]) stream.destroy();
  };
  cancelSignal.addEventListener('abort', leave, { once: true });
  const ended = await child;
  cancelSignal.removeEventListener('abort', leave);
  surroundings.interruption.throwIfAborted();
  return { ...ended, isLate: deadline.aborted };
};

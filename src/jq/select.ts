import { notOfTheList } from './errors.ts';
import { type JqOptions, startJq } from './jq.ts';

/** Given the records of a list as JSON, returns the positions of those that an expression yields. */
export type Select = (texts: readonly string[]) => Promise<readonly number[]>;

/** Starts an expression that sees a list as one document, and has to yield records of it, in their order. */
export const startSelection = async (
  options: Omit<JqOptions, 'isPretty' | 'write'>,
): Promise<{ select: Select; stop: () => Promise<void> }> => {
  const output: Uint8Array[] = [];
  const jq = await startJq({
    ...options,
    isPretty: false,
    write: async (bytes) => void output.push(bytes),
  });
  return {
    async select(texts) {
      await new Promise<void>((resolve, reject) =>
        jq.input.write(`[${texts.join(',')}]`, (error) => (error ? reject(error) : resolve())),
      );
      await jq.finish();
      const records = texts.map(respelt);
      let next = 0;
      return Buffer.concat(output)
        .toString()
        .split('\n')
        .slice(0, -1)
        .map((line) => {
          const found = records.indexOf(respelt(line), next);
          if (found < 0) throw notOfTheList(line);
          next = found + 1;
          return found;
        });
    },
    stop: jq.stop,
  };
};

/** JSON as JavaScript writes it: jq may spell numbers and escapes in another way. What is no JSON stays as it is. */
const respelt = (text: string): string => {
  try {
    return JSON.stringify(JSON.parse(text));
  } catch {
    return text;
  }
};

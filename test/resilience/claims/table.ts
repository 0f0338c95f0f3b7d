import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { claimedBy } from './claimed-by.ts';
import { type Door, type Way, ways } from './ways.ts';

/** What the first change meets, and when. */
export interface Weather {
  weather: string;
  when: string;
}

/** A paragraph of the table: weathers, and what is claimed of each way in all of them, by the first door or one that is named. */
interface Paragraph {
  weathers: readonly Weather[];
  claims: Readonly<Record<string, readonly string[]>>;
}

export const paragraphs: readonly Paragraph[] = readFileSync(join(import.meta.dirname, 'table.txt'), 'utf8')
  .split(/\n{2,}/)
  .filter((paragraph) => paragraph.startsWith('when '))
  .map((paragraph) => {
    const [when = '', ...lines] = paragraph.trimEnd().split('\n').map(partsOf);
    const claims: Record<string, string[]> = {};
    const weathers: Weather[] = [];
    let way = '';
    for (const [word, said] of lines) {
      if (word === 'in') weathers.push({ weather: said, when: when[1] });
      else {
        way = word || way;
        claims[way] = [...(claims[way] ?? []), said];
      }
    }
    return { weathers, claims };
  });

/** `in     statuses: 500` → `in`, and what stands behind it. */
function partsOf(line: string): [word: string, said: string] {
  const [, word = '', said = ''] = /^(\S*) +(.*)$/.exec(line) ?? [];
  return [word, said];
}

const wayNamed = (name: string): Way => {
  const way = ways[name];
  if (!way) throw new Error(`there is no way ${name}`);
  return way;
};

/** The doors of a way whose turn it is, or all. */
const doorsOf = ({ doors }: Way, turn: number | undefined): readonly Door[] =>
  turn === undefined ? doors : [doors[turn % doors.length] as Door];

/** Whether doors of a way claim of a change what the paragraph says: what is claimed, and what should be. */
export const comparison = async (
  weather: Weather,
  { claims }: Paragraph,
  { turn, only }: { turn?: number; only?: string } = {},
): Promise<{ claimed: unknown; due: unknown }> => {
  const compared = await Promise.all(
    Object.entries(claims)
      .filter(([name]) => only === undefined || name === only)
      .map(async ([name, said]) => {
        const way = wayNamed(name);
        const first = said[0] ?? '';
        // Only a line has an exit code of its own.
        const dueBy = ({ by, name }: Door) => {
          const labels = [by, ...(name.match(/--\S+/g) ?? []).map((flag) => `${by} with ${flag}`)];
          const own = said.map((one) => one.split(': ')).find(([label = '']) => labels.includes(label))?.[1];
          return own ?? (by === 'line' ? first : first.replace(/ with exit \d/, ''));
        };
        const doors = doorsOf(way, turn);
        const claimed = await Promise.all(doors.map((door) => claimedBy(weather, way, door)));
        return doors.map((door, at) => [`${door.name}: ${claimed[at]}`, `${door.name}: ${dueBy(door)}`]);
      }),
  );
  const pairs = compared.flat();
  return { claimed: pairs.map(([one]) => one), due: pairs.map(([, other]) => other) };
};

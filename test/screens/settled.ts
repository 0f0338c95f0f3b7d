/** What differs from run to run, and what stands for it: texts of the same length. */
export type Settling = readonly (readonly [actual: string, instead: string])[];

const pattern = (text: string): RegExp =>
  new RegExp([...text].map((character) => character.replace(/\W/, '\\$&')).join('(?:\\n *)?'), 'g');

/** A screen with what differs from run to run replaced, also where a line ends in the midst of it. */
export const settled = (screen: string, settling: Settling): string =>
  settling.reduce((text, [actual, instead]) => {
    if (actual.length !== instead.length) throw new Error(`${instead} is not as long as ${actual}`);
    return text.replace(pattern(actual), (found) => {
      let at = 0;
      return found.replace(/[^\s]/g, () => instead[at++] ?? '');
    });
  }, screen);

import { isSafeNumber } from 'lossless-json';

const deepest = 64;

/** What `JSON.parse` accepts silently: duplicate names, rounded numbers, deep nesting. The text must be valid JSON. */
export const silentFault = (json: string): string | undefined => {
  const open: (Set<string> | undefined)[] = [];
  let nameIsNext = false;
  for (let at = 0; at < json.length; at += 1) {
    const sign = json[at] as string;
    if (sign === '"') {
      const end = stringEnd(json, at);
      if (nameIsNext) {
        const name: string = JSON.parse(json.slice(at, end));
        const fault = nameFault(name, open.at(-1));
        if (fault) return fault;
        nameIsNext = false;
      }
      at = end - 1;
    } else if (sign === '{' || sign === '[') {
      open.push(sign === '{' ? new Set() : undefined);
      if (open.length > deepest) return `is nested deeper than ${deepest} levels`;
      nameIsNext = sign === '{';
    } else if (sign === '}' || sign === ']') {
      open.pop();
      nameIsNext = false;
    } else if (sign === ',') {
      nameIsNext = open.at(-1) !== undefined;
    } else if (sign === '-' || (sign >= '0' && sign <= '9')) {
      const number = numberAt(json, at);
      if (!isSafeNumber(number))
        return `contains the number ${shortened(number)}, which would be rounded: put it in quotes if it is an identifier`;
      at += number.length - 1;
    }
  }
  return undefined;
};

/** The position after the closing quotation mark, or the end of the text. */
export const stringEnd = (json: string, start: number): number => {
  let at = start + 1;
  while (at < json.length && json[at] !== '"') at += json[at] === '\\' ? 2 : 1;
  return at + 1;
};

const nameFault = (name: string, names: Set<string> | undefined): string | undefined => {
  if (name === '__proto__') return 'has a field named __proto__, which is not allowed';
  if (names?.has(name)) return `has the field ${shortened(name)} twice`;
  names?.add(name);
  return undefined;
};

const numberAt = (json: string, at: number): string => {
  const number = /[-+.\deE]+/y;
  number.lastIndex = at;
  return (number.exec(json) as RegExpExecArray)[0];
};

const shortened = (text: string) => (text.length > 40 ? `${text.slice(0, 40)}…` : text);

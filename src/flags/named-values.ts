import { namedIn, nameFault } from '../service/typed-values.ts';
import { InvalidValue, type Value } from './values.ts';

/** A named value, `name=text`, and if there is a `readRaw`, also `name:=raw`. `form` is how it may be typed. */
export const named = <Raw = never>(
  form: string,
  description: string,
  readRaw?: (raw: string) => Raw,
): Value<readonly [name: string, value: string | Raw]> => ({
  placeholder: form.split(' ')[0] ?? '',
  description,
  read(said) {
    const { name, isRaw, value } = namedIn(said) ?? {};
    if (name === undefined || value === undefined || (isRaw && readRaw === undefined))
      throw new InvalidValue(`must be of the form ${form}, not '${said}'`);
    const fault = nameFault(name);
    if (fault !== undefined) throw new InvalidValue(fault);
    try {
      return [name, isRaw && readRaw !== undefined ? readRaw(value) : value];
    } catch (error) {
      throw error instanceof InvalidValue ? new InvalidValue(`${error.message} (${name})`) : error;
    }
  },
});

/** The names that several named values share: only the last one would be sent. */
export const sharedNames = (pairs: readonly (readonly [name: string, value: unknown])[] = []): string[] => {
  const names = pairs.map(([name]) => name);
  return [...new Set(names.filter((name, index) => names.indexOf(name) < index))];
};

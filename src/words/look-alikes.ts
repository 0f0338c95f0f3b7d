/** Letters of other alphabets, and the Latin ones that they look like. */
const alike: Readonly<Record<string, string>> = Object.fromEntries(
  ['аaвbеeкkмmнhоoрpсcтtуyхxіiјjѕs', 'αaβbεeηhιiκkμmνnοoρpτtυyχxζz'].flatMap((pairs) =>
    (pairs.match(/../gu) ?? []).map((pair) => [...pair]),
  ),
);

/** A name in small Latin letters and digits, as far as its characters look like some, without those that can't be seen. */
const plainOf = (name: string): string =>
  name
    .normalize('NFKD')
    // Folded twice, since the capital of ß is SS.
    .toUpperCase()
    .toLowerCase()
    .replace(/[\p{M}\p{C}\p{Default_Ignorable_Code_Point}]/gu, '')
    .replace(/[\p{Pd}\u2212]/gu, '-')
    .replace(/[^ -~]/gu, (letter) => alike[letter] ?? letter);

/**
 * What a name looks like: two names of one look may be taken for each other, as RETURN-000005 is for `return-5`, RETURN–000005,
 * RETURN_0OO005, and any of them with an invisible character in it.
 */
export const lookOf = (name: string): string =>
  (/^[ -~]*$/.test(name) ? name.toLowerCase() : plainOf(name))
    .replace(/[-_\s]+/g, '-')
    .replace(/^-|-$|(?<!\d)-|-(?!\d)/g, '')
    .replaceAll('o', '0')
    .replace(/[il|]/g, '1')
    .replace(/(?<!\d)0+(?=\d)/g, '');

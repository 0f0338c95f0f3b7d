/** Letters of other alphabets, and the Latin ones that they look like. */
const alike: Readonly<Record<string, string>> = Object.fromEntries(
  ['аaвbеeкkмmнhоoрpсcтtуyхxіiјjѕs', 'αaβbεeηhιiκkμmνnοoρpτtυyχxζz'].flatMap((pairs) =>
    (pairs.match(/../gu) ?? []).map((pair) => [...pair]),
  ),
);

/**
 * What a name looks like: two names of one look may be taken for each other, as RETURN-000005 is for `return-5`, RETURN–000005,
 * RETURN_0OO005, and any of them with an invisible character in it.
 */
export const lookOf = (name: string): string =>
  name
    .normalize('NFKD')
    // Another case is folded twice, since ß becomes SS.
    .toUpperCase()
    .toLowerCase()
    .replace(/[\p{M}\p{C}\p{Default_Ignorable_Code_Point}]/gu, '')
    .replace(/[^ -~]/gu, (letter) => alike[letter] ?? letter)
    .replace(/[\p{Pd}\p{Pc}\s\u2212]+/gu, '-')
    .replace(/^-|-$|(?<!\d)-|-(?!\d)/g, '')
    .replaceAll('o', '0')
    .replace(/[il|]/g, '1')
    .replace(/(?<!\d)0+(?=\d)/g, '');

/**
 * What was answered so far: for each flag the text, or the texts, that would be typed for it. An empty one means that
 * the question was asked and nothing was wanted.
 */
export type Answers = Readonly<Record<string, string | readonly string[]>>;

/** The answers that say something, as the texts of a command line. */
export const spoken = (answers: Answers): Record<string, string | readonly string[]> =>
  Object.fromEntries(Object.entries(answers).filter(([, said]) => said.length > 0));

/** All texts of an answer, none where there is none. */
export const textsOf = (said: string | readonly string[] | undefined): readonly string[] => {
  if (said === undefined || said === '') return [];
  return typeof said === 'string' ? [said] : said;
};

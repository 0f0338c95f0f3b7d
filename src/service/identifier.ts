/** The form of every identifier of a listing or a returned item: a UUID. It becomes part of a path, so nothing else may pass. */
export const identifierForm =
  /^([0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12})$/;

/** For messages about other texts. */
export const exampleIdentifier = '7d0f5a32-8c1e-4b8e-9a57-0c3f7a1d2e64';

export const isIdentifier = (text: string): boolean => identifierForm.test(text);

export const sameIdentifier = (one: string, other: string): boolean =>
  one.toLowerCase() === other.toLowerCase();

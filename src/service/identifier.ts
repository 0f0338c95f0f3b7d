/** The form of every identifier of a listing or a returned item: a UUID. It becomes part of a path, so nothing else may pass. */
export const identifierForm =
  /^([0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12})$/;

/** An example, for messages about something else. */
export const exampleIdentifier = '7d0f5a32-8c1e-4b8e-9a57-0c3f7a1d2e64';

/** Whether a text can be the identifier of a listing or of a returned item. */
export const isIdentifier = (text: string): boolean => identifierForm.test(text);

/** Whether two identifiers mean the same thing, in upper or lower case. */
export const sameIdentifier = (one: string, other: string): boolean =>
  one.toLowerCase() === other.toLowerCase();

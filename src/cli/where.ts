import type { Invocation } from './invocation.ts';

/** Which service a change goes to, for whoever is asked about it: `live (https://shop.example)`. */
export const whereOf = async (invocation: Invocation): Promise<string> => {
  const { name, baseUrl } = await invocation.profile();
  return name === undefined ? baseUrl : `${name} (${baseUrl})`;
};

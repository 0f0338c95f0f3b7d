import type { Client } from '../client/client.ts';
import type { Spinner } from '../terminal/spinner.ts';

/** The same client; while it awaits an answer, retries and pauses included, the spinner turns. */
export const awaited = (client: Client, spinner: Spinner): Client => {
  const during = async <Answer>(answer: () => Promise<Answer>): Promise<Answer> => {
    const arrived = spinner.wait();
    try {
      return await answer();
    } finally {
      arrived();
    }
  };
  return {
    ...client,
    call: (...call) => during(() => client.call(...call)),
    raw: (request) => during(() => client.raw(request)),
  };
};

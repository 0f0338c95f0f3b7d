import { CallError } from '../../http/call-error.ts';
import type { Client } from '../../http/client.ts';
import type { Invocation } from '../../line/invocation.ts';
import { endpoints } from '../../service/endpoints.ts';

/** Whether the answer is not from the service: a redirect, or the page of a gateway. */
const isStrangers = ({ reason, facts }: CallError): boolean =>
  reason === 'redirect' || reason === 'not-the-service' || (reason === 'server-error' && !facts.isServices);

/** Whether the run was stopped for the sake of rows that it would send: it is complete if there are none. */
export const isAboutRest = (reason: unknown): boolean =>
  reason instanceof CallError &&
  (reason.refusesCredentials || (reason.attempt === 'not-sent' && isStrangers(reason)));

/** After how many changes in a row the run stops that met a page: each was sent after the page that the one before it met. */
const mostPages = 5;

/** How long no change is sent after the second page in a row, in milliseconds; twice as long after each further one. */
const firstPauseMs = 1_000;

/**
 * Stops the run once its changes can't succeed any more. Refused credentials say so at once, as does a redirect: the base URL is
 * wrong. A page of a gateway may be there for moments only, while a service is restarted: so changes wait, longer each time, and a
 * few pages in a row stop the run, since each row that meets one is in doubt. The reason for stopping is marked `not-sent`, since it
 * is the reason given for the rows that are not sent.
 */
export const stoppedByAnswers = (
  client: Client,
  stop: (reason: unknown) => void,
  clock: Invocation['io']['clock'],
  stopping: AbortSignal,
): { client: Client; untilCalm: () => Promise<void> } => {
  let pages = 0;
  let sent = 0;
  /** A page that answers a change from before the last page is no further sign. */
  let newsFrom = 0;
  let calm: Promise<void> | undefined;
  const isTooMany = (nth: number): boolean => {
    if (nth < newsFrom) return false;
    newsFrom = sent + 1;
    pages += 1;
    if (pages > 1) calm = clock.sleep(firstPauseMs * 2 ** (pages - 2), stopping).catch(() => {});
    return pages >= mostPages;
  };
  const call: Client['call'] = async (name, input, options) => {
    // Reads are no sign for changes: a firewall may let reads pass.
    const isChange = endpoints[name].effect === 'change';
    const nth = isChange ? ++sent : sent;
    try {
      const answer = await client.call(name, input, options);
      if (isChange) pages = 0;
      return answer;
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      if (error.reason === 'redirect' || (isChange && isStrangers(error) && isTooMany(nth)))
        stop(new CallError('not-sent', error.reason, error.facts, { cause: error }));
      // Others would be refused, too, while this row looks what became of its own.
      if (error.refusesCredentials) stop(error);
      // Anything that the service itself says ends the row of pages.
      if (isChange && error.attempt === 'rejected') pages = 0;
      throw error;
    }
  };
  return { client: { ...client, call }, untilCalm: async () => calm };
};

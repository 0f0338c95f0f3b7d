import type { Meaning } from '../failure/failure.ts';
import { neutralNames } from '../service/dialect-names.ts';
import { type Advice, prefixed, proposal } from '../words/advice.ts';
import { resaleLine } from '../words/resale-line.ts';
import type { CallFacts } from './call-facts.ts';

/** What it means that the service refused a call, by its status. */
export const refusalMeaning = (facts: CallFacts): Meaning => (refusals[facts.status ?? 0] ?? refusal)(facts);

const refusal = (facts: CallFacts): Meaning => ({
  code: 'refused',
  exit: 'failed',
  message: `The service refused it (${facts.status})${reasonGiven(facts)}`,
  hint: afterRefusal(facts),
});

/**
 * The hint for a refused change. HTTP lets a gateway deliver a PUT again whose answer was lost, so
 * only the shop itself can tell.
 */
const afterRefusal = (facts: CallFacts): Meaning['hint'] => {
  if (facts.effect === 'change' && facts.method === 'PUT')
    return 'If a gateway delivered it twice, it may have been applied: look at the listing before you send it again.';
  return aboutOpenNames(facts);
};

const aboutOpenNames = ({ status, openNames = [], profile }: CallFacts): Advice | undefined => {
  const [, setting] = /\(([^()]+)\)$/.exec(openNames[0] ?? '') ?? [];
  return status === 400 && setting !== undefined
    ? otherName(`may have another name for ${openNames.join(' or ')}`, setting, profile)
    : undefined;
};

/** What to do if a deployment seems to call something else than the profile says. */
export const otherName = (seems: string, setting: string, profile = 'PROFILE'): Advice =>
  proposal(
    `The service ${seems}. Ask its provider, and keep the name in the profile:`,
    resaleLine('profiles set', [profile], { dialect: `${setting}=WORD` }),
  );

const credentialsRefused = (facts: CallFacts): Meaning => {
  const known = { code: 'credentials-refused', exit: 'credentials' } as const;
  const reason = reasonGiven(facts);
  // To a change, a 403 that gives a reason may be about something else: the shop is another's.
  const isAboutKeys = facts.status !== 403 || reason === '';
  if (!isAboutKeys && facts.effect === 'change') {
    const { hint, ...meaning } = refusal(facts);
    return { ...meaning, ...known, hint: prefixed(sentAs(facts), hint as Advice | undefined) };
  }
  return {
    ...known,
    message: `The service refused ${isAboutKeys ? 'the credentials' : 'it'} (${facts.status})${reason}`,
    hint: aboutCredentials(facts),
  };
};

/** What to do about keys that were refused. As long as none worked, their headers may have other names. */
const aboutCredentials = (facts: CallFacts): Advice => {
  const { profile, aboutKeys = '', credentialHeaders = [] } = facts;
  const sent = sentAs(facts);
  if (sent === '' || profile === undefined || !credentialHeaders.includes(neutralNames.header.clientId))
    return prefixed(sent, aboutKeys);
  // A wrong key is likelier than a header of another name.
  if (typeof aboutKeys !== 'string')
    return prefixed(`${sent} If the headers have other names, set them with --service-name WORD.`, aboutKeys);
  return proposal(
    `${sent} ${aboutKeys} If the headers have other names, set the deployment's word for Service:`,
    resaleLine('profiles set', [profile], { serviceName: 'WORD' }),
  );
};

/** The names of the headers of keys that never worked, and how to set others; empty if they have worked. */
export const sentAs = ({ credentialHeaders = [], areKeysAccepted, profile }: CallFacts): string => {
  if (credentialHeaders.length === 0 || areKeysAccepted) return '';
  const sent = `The keys were sent as ${credentialHeaders.join(' and ')}`;
  if (profile === undefined)
    return `${sent}; for a deployment with other names for these, see \`${resaleLine('help dialects')}\`.`;
  return credentialHeaders.includes(neutralNames.header.clientId)
    ? `${sent}.`
    : `${sent}; --dialect header.clientId=NAME sets another name.`;
};

/** What refusals with these statuses mean; any other is a plain refusal. */
const refusals: Record<number, (facts: CallFacts) => Meaning> = {
  401: credentialsRefused,
  // It is a documented answer to a creation, too: the shop is another's. Keys that were accepted before are not at fault.
  403: (facts) => (facts.areKeysAccepted ? refusal(facts) : credentialsRefused(facts)),
  404: ({ serviceMessage, method, url }) => ({
    code: 'not-found',
    exit: 'notFound',
    message: serviceMessage ?? `There is nothing at ${url}`,
    hint: `That was ${method} ${url}.`,
  }),
  409: (facts) =>
    facts.mayConflict
      ? {
          code: 'conflict',
          exit: 'conflict',
          message: facts.detail,
          hint: 'Read the listing before you try again: somebody else may have changed its inventory, or a gateway may have delivered the change twice.',
        }
      : refusal(facts),
};

/** The reason that the service gave, as the end of a sentence. */
export const reasonGiven = ({ serviceMessage }: Pick<CallFacts, 'serviceMessage'>): string =>
  serviceMessage === undefined ? '' : `: ${serviceMessage}`;

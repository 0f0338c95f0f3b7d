import { UnknownOutcome } from '../../changes/errors.ts';
import type { Invocation } from '../../cli/invocation.ts';
import type { Client } from '../../client/client.ts';
import type { ListingCreated, ListingCreation } from '../../service/listing.ts';
import type { Answers } from '../answers.ts';
import type { KeptAnswers } from '../kept-answers.ts';
import { isRefusal } from '../refusal.ts';

/**
 * Creates a listing from answers. They are marked as sent before the request leaves, so that a run after this one knows,
 * even where this one is killed; they are forgotten once the listing is there.
 */
export const sendListing = async (
  { patience }: Invocation,
  client: Client,
  body: ListingCreation,
  answers: Answers,
  kept: KeptAnswers,
): Promise<ListingCreated> => {
  const [{ perform }, { CreateListing }] = await Promise.all([
    import('../../changes/engine.ts'),
    import('../../changes/listings-create.ts'),
  ]);
  await kept.keep({ answers, defaults: {} }, 'sent');
  try {
    const { answer } = await perform(new CreateListing(body), { client, patience });
    await kept.forget();
    return answer as ListingCreated;
  } catch (error) {
    if (isRefusal(error)) await kept.keep({ answers, defaults: {} }, 'refused');
    else if (!(error instanceof UnknownOutcome)) await kept.keep({ answers, defaults: {} });
    throw error;
  }
};

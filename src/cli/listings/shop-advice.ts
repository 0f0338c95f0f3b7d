import { Advised } from '../errors.ts';
import { saysNotFound } from '../says-not-found.ts';

/** A refusal of a listing, with what to do about its shop where the service does not know something that it names. */
export const withShopAdvice = (error: unknown, shopId: unknown): unknown =>
  error instanceof Error && saysNotFound(error)
    ? new Advised(
        error,
        `It was for the shop ${shopId}; say another with --shop-id. \`resale shops lookup DOMAIN\` shows a shop's identifier.`,
      )
    : error;

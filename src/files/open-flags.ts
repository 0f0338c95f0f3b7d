import { constants } from 'node:fs';

/** Opens what a stranger may have put there: follows no link, and waits for no other end of a pipe. Windows has neither flag. */
export const noFollowNoWait = (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

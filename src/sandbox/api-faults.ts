import type { MiddlewareHandler } from 'hono';
import type { ApiEnv } from './api-env.ts';
import {
  faultOf,
  hangUp,
  markFault,
  reset,
  sendHalf,
  serverError,
  slowMilliseconds,
  tooManyRequests,
} from './fault-answers.ts';
import type { ChooseFault } from './fault-choice.ts';
import { pause } from './pause.ts';
import { refuse } from './refusal.ts';

/** Lets requests meet their faults, before or after what they ask for was done. */
export const apiFaults =
  (choose: ChooseFault): MiddlewareHandler<ApiEnv> =>
  async (c, next) => {
    const fault = faultOf(c.env, choose, { path: c.env.incoming.url ?? '', body: c.get('body') });
    markFault(c.env, fault);
    if (fault.kind === 'reset') return reset(c.env);
    if (fault.kind === '429') throw tooManyRequests();
    if (fault.kind === '500' && !fault.late) throw serverError();
    await next();
    const done = c.res;
    // Hono would put the headers of the answer that was to be into the one that is.
    c.res = undefined;
    if (fault.kind === '500') c.res = refuse(c, serverError());
    else if (fault.kind === 'lost-answer') c.res = hangUp(c.env);
    else if (fault.kind === 'truncate') c.res = await sendHalf(c.env, done);
    else c.res = done;
    if (fault.kind === 'slow') await pause(slowMilliseconds);
    return undefined;
  };

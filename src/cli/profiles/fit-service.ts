import type { Finding } from '../../doctor/finding.ts';
import type { Service } from '../../doctor/fit/deployment.ts';
import { fitFindings } from '../../doctor/fit/fit.ts';
import { glimpseFeed } from '../../feed/glimpse.ts';
import { feedOptions } from '../feed/options.ts';
import { showDownload } from '../feed/progress.ts';
import type { Invocation } from '../invocation.ts';

/** Finds out whether the service of the active profile is as its dialect says. */
export async function* examineFit(
  invocation: Invocation,
  domain: string | undefined,
): AsyncGenerator<Finding> {
  yield* fitFindings(await serviceOf(invocation, domain));
}

const serviceOf = async (invocation: Invocation, domain: string | undefined): Promise<Service> => {
  const { dialect = {} } = await invocation.profile();
  return {
    dialect,
    domain,
    redact: invocation.redact,
    here: invocation.here,
    connect: (spoken, retry) =>
      invocation.connect({
        signal: invocation.io.interruption,
        dialect: spoken,
        ...(retry ? { retry } : {}),
      }),
    async glimpse(askLink) {
      const { observe, stop } = showDownload(invocation, true);
      try {
        const options = await feedOptions(invocation, 'refresh', observe);
        return await glimpseFeed({
          ...options,
          ask: async () => ({ url: await askLink() }),
        });
      } finally {
        stop();
      }
    },
  };
};

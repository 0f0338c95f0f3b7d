import { InvalidInput } from '../http/call-error.ts';
import { parseFaults } from '../sandbox/faults/spec.ts';
import { acceptedCredentials, type FaultSettings, limitOf } from '../sandbox/sandbox-options.ts';
import { requestsPerSecond } from '../service/typed-values.ts';
import { checkOptions } from './checked-options.ts';
import type { Sandbox, SandboxOptions } from './interface.ts';

/** Starts a sandbox on a free port of this machine. Throws if the options can't be used. */
export const startSandbox = async (input?: SandboxOptions): Promise<Sandbox> => {
  const options = checkOptions('sandbox', input);
  try {
    return await startWith(options);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new InvalidInput([{ path: '', message: error.message }]);
  }
};

const startWith = async (options: SandboxOptions): Promise<Sandbox> => {
  const { faults, rate, dialect, ...contents } = options;
  const wanted = {
    ...(dialect === undefined ? {} : { dialect }),
    ...(rate === undefined ? {} : { limit: limitOf(perSecond(rate)) }),
    ...(faults === undefined ? {} : faultsIn(faults)),
    ...Object.fromEntries(Object.entries(contents).filter(([, value]) => value !== undefined)),
  };
  const { startSandbox: start } = await import('../sandbox/serve-sandbox.ts');
  const { baseUrl, shopId, domain, sku, listings, close } = await start(wanted);
  return {
    baseUrl,
    ...acceptedCredentials,
    ...(dialect === undefined ? {} : { dialect }),
    shopId,
    domain,
    sku,
    listings: listings as Sandbox['listings'],
    close,
    [Symbol.asyncDispose]: close,
  };
};

const perSecond = (rate: number | string): number => {
  const read = requestsPerSecond(`${rate}`);
  if (typeof read !== 'number') throw new RangeError(`rate ${read.fault}`);
  return read;
};

const faultsIn = (faults: NonNullable<SandboxOptions['faults']>): FaultSettings =>
  parseFaults(
    typeof faults === 'string'
      ? faults
      : Object.entries(faults)
          .map(([name, share]) => `${name}=${+((share ?? 0) * 100).toFixed(6)}%`)
          .join(','),
  );

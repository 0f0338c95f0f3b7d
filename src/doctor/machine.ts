import { version } from '../cli/version.ts';
import { colorLevel } from '../terminal/color-level.ts';
import type { Io } from '../terminal/io.ts';
import { type Finding, ok, warning } from './finding.ts';

/** The oldest version of Node that the tool is made for. */
const oldest = [20, 19] as const;

/** `nodeVersion` is like `20.19.1`. */
export const nodeFinding = (nodeVersion: string): Finding => {
  const [major = 0, minor = 0] = nodeVersion.split('.').map(Number);
  const isOld = major < oldest[0] || (major === oldest[0] && minor < oldest[1]);
  const here = `Node ${nodeVersion} on ${process.platform}`;
  return isOld
    ? warning('node', `${here}, and resale is made for ${oldest.join('.')} or later`, 'Install a later Node.')
    : ok('node', here);
};

export const toolFinding = (): Finding => ok('resale', version);

/** Where output goes, and with which colours. */
export const terminalFinding = ({ stdout, env }: Io, noColor: boolean): Finding => {
  const colours = colorLevel(stdout, env, noColor) > 0 ? 'with colours' : 'without colours';
  return ok(
    'terminal',
    `${stdout.isTTY ? `${stdout.columns ?? 80} columns` : 'none, a pipe or a file'}, ${colours}`,
  );
};

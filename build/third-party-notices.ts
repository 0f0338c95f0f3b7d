import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'rolldown';

/** Writes the licences of all packages in the bundle into one file beside it, as most of them require. */
export const thirdPartyNotices = (fileName: string): Plugin => ({
  name: 'third-party-notices',
  generateBundle(_, bundle) {
    const folders = new Set(
      Object.values(bundle)
        .flatMap((output) => (output.type === 'chunk' ? output.moduleIds : []))
        .flatMap((id) => /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(id)?.[0] ?? []),
    );
    const notices = new Map([...folders].map(noticeOf));
    const source = [...notices].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, text]) => text);
    this.emitFile({ type: 'asset', fileName, source: `${source.join(`\n${'-'.repeat(72)}\n\n`)}` });
  },
});

const noticeOf = (folder: string): [name: string, notice: string] => {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const file = readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry));
  const text = file ? readFileSync(join(folder, file), 'utf8').trim() : `Licence: ${license}`;
  return [
    `${name}@${version}`,
    [`${name} ${version}`, text, ...licencesWithin(name)].join('\n\n').concat('\n'),
  ];
};

/** The licences of what a package contains in compiled form without naming its licence. */
const licencesWithin = (name: string): string[] => {
  const file = join(import.meta.dirname, 'licences', `${name}.txt`);
  return existsSync(file) ? [readFileSync(file, 'utf8').trim()] : [];
};

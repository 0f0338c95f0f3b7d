import type { Plugin } from 'rolldown';

/** A fault that is put into the source while it is bundled, to see that it is found: a line of a function, and what it becomes. */
interface Break {
  readonly file: string;
  readonly from: string | RegExp;
  readonly to: string;
}

export const breaks: Readonly<Record<string, Break>> = {
  'no-sync': {
    file: 'src/bulk/journal/journal.ts',
    from: 'await this.#file.datasync();',
    to: '',
  },
  'request-before-record': {
    file: 'src/bulk/row-recorder.ts',
    from: 'await journal.append(record, Math.ceil(limiter.underWay / 2));',
    to: 'void journal.append(record, Math.ceil(limiter.underWay / 2));',
  },
  'a-page-believed': {
    file: 'src/client/classify.ts',
    from: /if \(status === 408 .*\)\)\n\s*return failed\(\n?\s*'ambiguous'/,
    to: "if (status === 408 || status >= 500)\n    return failed(\n      'rejected'",
  },
  'one-reading': {
    file: 'src/changes/inventory-snapshot.ts',
    from: 'for (const pause of pauses) {',
    to: 'for (const pause of pauses.slice(pauses.length)) {',
  },
  'consent-not-kept': {
    file: 'src/bulk/run-rows.ts',
    from: 'return options.mayClose === true && nth <= mostClosings;',
    to: 'return nth > 0 && mostClosings !== undefined;',
  },
  'undo-twice': {
    file: 'src/cli/runs/undo-run.ts',
    from: 'if (epoch <= (setBack.get(id) ?? -1)) kept.add(id);',
    to: 'if (epoch < -1) kept.add(id);',
  },
  'lock-not-asked': {
    file: 'src/bulk/journal/lock.ts',
    from: 'if (hasLost()) throw runTakenOver(path);',
    to: '',
  },
};

/** Fails if the source has no such place any more. */
export const breaking = (name: string): Plugin => {
  const one = breaks[name];
  if (one === undefined) throw new Error(`there is no break ${name}: ${Object.keys(breaks).join(', ')}`);
  let isDone = false;
  return {
    name: 'break',
    transform(code, id) {
      if (!id.endsWith(one.file)) return undefined;
      const broken = code.replace(one.from, () => one.to);
      if (broken === code) throw new Error(`${one.file} has no ${one.from} any more`);
      isDone = true;
      return { code: broken, map: null };
    },
    buildEnd(error) {
      if (!error && !isDone) throw new Error(`${one.file} is not in the bundle`);
    },
  };
};

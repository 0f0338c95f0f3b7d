import { describe, expect, it } from 'vitest';
import { Disk, type FileNode } from './machine/disk.ts';
import { type DiskUser, fileSystemOf } from './machine/file-system.ts';
import { Gone } from './machine/process.ts';

const disk = () => new Disk(() => 0);

/** A process that uses a disk, and dies at its how manieth change of it. */
const user = (of: Disk, dies = Number.POSITIVE_INFINITY): DiskUser => {
  let left = dies;
  const live = () => {
    if (left <= 0) throw new Gone();
  };
  return {
    ...{
      cwd: '/',
      disk: of,
      madeFolder: () => undefined,
      live,
      latency: () => 0,
      randomHex: () => 'abcdef0123',
    },
    moment() {
      left -= 1;
      live();
    },
    after: (_, run) => {
      queueMicrotask(run);
      return { at: 0, order: 0, owner: undefined, run };
    },
  };
};

interface Files {
  openSync(path: string, flags: string): number;
  writeSync(fd: number, bytes: Buffer, offset?: number, length?: number, position?: number): number;
  fsyncSync(fd: number): void;
  mkdirSync(path: string): void;
  writeFileSync(path: string, text: string): void;
  readFileSync(path: string, encoding: 'utf8'): string;
  renameSync(from: string, to: string): void;
  readdirSync(path: string): string[];
}
const files = (of: Disk, dies?: number): Files => fileSystemOf(user(of, dies)).fs as unknown as Files;

describe('a power cut', () => {
  const written = () => {
    const it = disk();
    const { mkdirSync, openSync, writeSync, fsyncSync } = files(it);
    mkdirSync('/run');
    const folder = openSync('/', 'r');
    const journal = openSync('/run/journal', 'a');
    writeSync(journal, Buffer.from('synced\n'));
    fsyncSync(journal);
    writeSync(journal, Buffer.from('not synced\n'));
    fsyncSync(folder);
    fsyncSync(openSync('/run', 'r'));
    return it;
  };

  it('takes what was not synced', () => {
    const it = written();
    it.cutPower(() => 0);
    expect(files(it).readFileSync('/run/journal', 'utf8')).toBe('synced\n');
  });

  it('may leave a part of it: a torn record', () => {
    const it = written();
    it.cutPower(() => 0.4);
    expect(files(it).readFileSync('/run/journal', 'utf8')).toBe('synced\nnot ');
  });

  it('takes names whose folder was not synced, and brings back those that were removed', () => {
    const it = written();
    const { writeFileSync, renameSync, readdirSync } = files(it);
    writeFileSync('/run/new', 'new');
    renameSync('/run/journal', '/run/renamed');
    it.cutPower(() => 0);
    expect(readdirSync('/run')).toEqual(['journal']);
  });
});

describe('a process that is killed', () => {
  it('changes nothing any more, and loses nothing that it wrote', () => {
    const it = disk();
    const { writeFileSync } = files(it, 4);
    writeFileSync('/one', 'one');
    expect(() => writeFileSync('/two', 'two')).toThrow(Gone);
    expect(() => writeFileSync('/three', 'three')).toThrow(Gone);
    const { readdirSync, readFileSync } = files(it);
    expect(readdirSync('/')).toEqual(['one', 'two']);
    expect(readFileSync('/one', 'utf8')).toBe('one');
    expect(readFileSync('/two', 'utf8')).toBe('');
  });
});

describe('a disk that fills up', () => {
  it('writes a part without an error, then none', () => {
    const it = disk();
    const { openSync, writeSync, readFileSync } = files(it);
    const file = openSync('/file', 'a');
    it.free = 4;
    expect(writeSync(file, Buffer.from('123456'))).toBe(4);
    expect(() => writeSync(file, Buffer.from('56'))).toThrow('ENOSPC: no space left on device, write');
    expect(readFileSync('/file', 'utf8')).toBe('1234');
  });
});

it('writes where Node writes', () => {
  const it = disk();
  const { openSync, writeSync } = files(it);
  const file = openSync('/file', 'w');
  writeSync(file, Buffer.from('ab'));
  writeSync(file, Buffer.from('cd'), 0, 2, Number.NaN);
  writeSync(file, Buffer.from('X'), 0, 1, 0);
  expect((it.find('/file', 'open') as FileNode).content.toString()).toBe('Xbcd');
});

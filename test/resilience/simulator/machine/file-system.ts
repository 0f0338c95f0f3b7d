import * as real from 'node:fs';
import { dirname, resolve } from 'node:path';
import { type Disk, type FileNode, type Node, systemError } from './disk.ts';
import type { Timer } from './timeline.ts';

/** What a process needs of the world to use the disk. */
export interface DiskUser {
  readonly cwd: string;
  readonly disk: Disk;
  /** Called before each change of the disk, and before each sync. Throws if the process is dead: nothing of it has an effect. */
  moment(kind: 'write' | 'sync'): void;
  /** Called with each folder that it has made. */
  madeFolder(path: string): void;
  /** Throws if the process is dead. */
  live(): void;
  after(milliseconds: number, run: () => void): Timer;
  /** How long an operation takes, drawn anew for each. */
  latency(isSync: boolean): number;
  randomHex(): string;
}

interface Open {
  node: Node;
  flags: number;
  at: number;
}

type Options = Record<string, unknown> | string | null | undefined;
// biome-ignore lint/suspicious/noExplicitAny: the functions of node:fs, whose arguments are as various as they are
type Core = (...given: any[]) => unknown;

const { O_CREAT, O_EXCL, O_TRUNC, O_APPEND, O_WRONLY, O_RDWR, O_DIRECTORY, S_IFMT, S_IFDIR, S_IFREG } =
  real.constants;

const flagWords: Readonly<Record<string, number>> = {
  r: 0,
  rs: 0,
  'r+': O_RDWR,
  w: O_WRONLY | O_CREAT | O_TRUNC,
  wx: O_WRONLY | O_CREAT | O_TRUNC | O_EXCL,
  'w+': O_RDWR | O_CREAT | O_TRUNC,
  a: O_WRONLY | O_CREAT | O_APPEND,
  ax: O_WRONLY | O_CREAT | O_APPEND | O_EXCL,
  'a+': O_RDWR | O_CREAT | O_APPEND,
};

const option = (options: Options, name: string): unknown =>
  typeof options === 'object' && options !== null ? options[name] : undefined;

const encodingOf = (options: Options): BufferEncoding | undefined =>
  (typeof options === 'string' ? options : option(options, 'encoding')) as BufferEncoding | undefined;

const bytesOf = (data: string | Uint8Array): Buffer =>
  typeof data === 'string' ? Buffer.from(data) : Buffer.from(data.buffer, data.byteOffset, data.byteLength);

/** `Stats`, or what they are with `bigint`. */
const statsOf = (node: Node, isBig: boolean) => {
  const number = (value: number) => (isBig ? BigInt(Math.floor(value)) : value);
  const size = node.kind === 'file' ? node.content.length : 4096;
  const ns = (ms: number) => BigInt(Math.round(ms * 1000)) * 1000n;
  const [accessed, modified, changed, born] = [node.modified, node.modified, node.changed, node.birth];
  return {
    dev: number(1),
    ino: number(node.ino),
    mode: number(node.mode),
    nlink: number(node.links),
    uid: number(process.getuid?.() ?? 0),
    gid: number(process.getgid?.() ?? 0),
    rdev: number(0),
    size: number(size),
    blksize: number(4096),
    blocks: number(Math.ceil(size / 512)),
    atimeMs: number(accessed),
    mtimeMs: number(modified),
    ctimeMs: number(changed),
    birthtimeMs: number(born),
    atime: new Date(accessed),
    mtime: new Date(modified),
    ctime: new Date(changed),
    birthtime: new Date(born),
    ...(isBig && {
      atimeNs: ns(accessed),
      mtimeNs: ns(modified),
      ctimeNs: ns(changed),
      birthtimeNs: ns(born),
    }),
    isFile: () => (node.mode & S_IFMT) === S_IFREG,
    isDirectory: () => (node.mode & S_IFMT) === S_IFDIR,
    isSymbolicLink: () => false,
    isFIFO: () => false,
    isSocket: () => false,
    isBlockDevice: () => false,
    isCharacterDevice: () => false,
  };
};

/** `node:fs` and `node:fs/promises` as one process sees them: every function that the tool and its libraries use. */
export const fileSystemOf = (user: DiskUser) => {
  const { disk } = user;
  const open = new Map<number, Open>();
  let nextFd = 10;
  const at = (path: unknown): string =>
    resolve(
      user.cwd,
      path instanceof URL ? path.pathname : Buffer.isBuffer(path) ? path.toString() : `${path}`,
    );
  const opened = (fd: number, syscall: string): Open => {
    user.live();
    const found = open.get(fd);
    if (found === undefined) throw systemError('EBADF', syscall);
    return found;
  };
  const fileOf = (fd: number, syscall: string): FileNode => {
    const { node } = opened(fd, syscall);
    if (node.kind === 'folder') throw systemError('EISDIR', syscall);
    return node;
  };
  const writing = (): void => user.moment('write');
  const stat =
    (syscall: string): Core =>
    (path: unknown, options?: Options) => {
      user.live();
      if (option(options, 'throwIfNoEntry') === false && disk.look(at(path), syscall) === undefined)
        return undefined;
      return statsOf(disk.find(at(path), syscall), option(options, 'bigint') === true);
    };
  const seconds = (time: unknown): number =>
    time instanceof Date ? time.getTime() : typeof time === 'number' ? time * 1000 : Number(time) * 1000;

  /** The functions that end in `Sync`; those with a callback and those that promise do the same a little later. */
  const core = {
    access(path: unknown) {
      user.live();
      disk.find(at(path), 'access');
    },
    open(path: unknown, given: string | number = 'r', mode = 0o666) {
      user.live();
      const flags = typeof given === 'number' ? given : (flagWords[given] ?? 0);
      const full = at(path);
      let node = disk.look(full, 'open');
      if (node && flags & O_CREAT && flags & O_EXCL) throw systemError('EEXIST', 'open', full);
      if (node === undefined) {
        if (!(flags & O_CREAT)) throw systemError('ENOENT', 'open', full);
        writing();
        node = disk.makeFile(full, Number(mode) & ~0o022, 'open');
      } else if (node.kind === 'folder' ? flags & (O_WRONLY | O_RDWR) : flags & O_DIRECTORY)
        throw systemError(node.kind === 'folder' ? 'EISDIR' : 'ENOTDIR', 'open', full);
      else if (node.kind === 'file' && flags & O_TRUNC && node.content.length > 0) {
        writing();
        disk.truncate(node, 0);
      }
      nextFd += 1;
      open.set(nextFd, { node, flags, at: 0 });
      return nextFd;
    },
    close(fd: number) {
      opened(fd, 'close');
      open.delete(fd);
    },
    read(fd: number, buffer: Uint8Array, offset = 0, length = buffer.length - offset, position?: unknown) {
      const entry = opened(fd, 'read');
      const { content } = fileOf(fd, 'read');
      const isPlaced = typeof position === 'number' || typeof position === 'bigint';
      const from = isPlaced && Number(position) >= 0 ? Number(position) : entry.at;
      const piece = content.subarray(from, from + length);
      buffer.set(piece, offset);
      if (from === entry.at) entry.at += piece.length;
      return piece.length;
    },
    write(
      fd: number,
      data: string | Uint8Array,
      offset?: number | null,
      length?: unknown,
      position?: unknown,
    ) {
      const entry = opened(fd, 'write');
      const file = fileOf(fd, 'write');
      const isText = typeof data === 'string';
      const start = isText ? 0 : (offset ?? 0);
      const bytes = bytesOf(data).subarray(
        start,
        typeof length === 'number' && !isText ? start + length : undefined,
      );
      // As in Node, what is no whole number is no place: a stream that writes the rest of a piece comes with NaN.
      const place = isText ? offset : position;
      const placed = Number.isSafeInteger(place) ? (place as number) : undefined;
      writing();
      const isAppending = (entry.flags & O_APPEND) !== 0;
      const from = isAppending ? file.content.length : (placed ?? entry.at);
      const written = disk.write(file, bytes, from);
      if (placed === undefined) entry.at = from + written;
      return written;
    },
    writev(fd: number, buffers: readonly Uint8Array[], position?: number) {
      return core.write(fd, Buffer.concat(buffers), 0, undefined, position);
    },
    fstat: (fd: number, options?: Options) =>
      statsOf(opened(fd, 'fstat').node, option(options, 'bigint') === true),
    stat: stat('stat'),
    lstat: stat('lstat'),
    fsync(fd: number) {
      const { node } = opened(fd, 'fsync');
      user.moment('sync');
      disk.sync(node);
    },
    fdatasync: (fd: number) => core.fsync(fd),
    ftruncate(fd: number, length = 0) {
      const file = fileOf(fd, 'ftruncate');
      writing();
      disk.truncate(file, length);
    },
    fchmod: (fd: number, mode: number) => setMode(opened(fd, 'fchmod').node, mode),
    chmod: (path: unknown, mode: number) => setMode(disk.find(at(path), 'chmod'), mode),
    chown: (path: unknown) => void disk.find(at(path), 'chown'),
    fchown: (fd: number) => void opened(fd, 'fchown'),
    utimes(path: unknown, _: unknown, modified: unknown) {
      const node = disk.find(at(path), 'utime');
      writing();
      disk.touch(node, seconds(modified));
    },
    futimes(fd: number, _: unknown, modified: unknown) {
      const { node } = opened(fd, 'futime');
      writing();
      disk.touch(node, seconds(modified));
    },
    mkdir(path: unknown, options?: Options | number) {
      const isDeep = option(options as Options, 'recursive') === true;
      const mode = (typeof options === 'number' ? options : option(options as Options, 'mode')) ?? 0o777;
      const make = (full: string): string | undefined => {
        if (isDeep && disk.look(full, 'mkdir') !== undefined) return undefined;
        const above = isDeep ? make(dirname(full)) : undefined;
        writing();
        disk.makeFolder(full, Number(mode) & ~0o022);
        user.madeFolder(full);
        return above ?? full;
      };
      return make(at(path));
    },
    mkdtemp(prefix: string) {
      const path = `${at(prefix)}${user.randomHex().slice(0, 6)}`;
      core.mkdir(path, { mode: 0o700 });
      return path;
    },
    rmdir(path: unknown) {
      writing();
      disk.remove(at(path), 'rmdir');
    },
    unlink(path: unknown) {
      writing();
      disk.remove(at(path), 'unlink');
    },
    rm(path: unknown, options?: Options) {
      user.live();
      const node = disk.look(at(path), 'rm');
      if (node === undefined) {
        if (option(options, 'force') === true) return;
        throw systemError('ENOENT', 'rm', at(path));
      }
      if (node.kind === 'folder') {
        if (option(options, 'recursive') !== true) throw systemError('EISDIR', 'rm', at(path));
        for (const name of [...node.entries.keys()].sort()) core.rm(`${at(path)}/${name}`, options);
        core.rmdir(path);
      } else core.unlink(path);
    },
    rename(from: unknown, to: unknown) {
      writing();
      disk.rename(at(from), at(to));
    },
    link(from: unknown, to: unknown) {
      writing();
      disk.link(at(from), at(to));
    },
    copyFile(from: unknown, to: unknown) {
      core.writeFile(to, core.readFile(from));
    },
    realpath(path: unknown) {
      user.live();
      disk.find(at(path), 'realpath');
      return at(path);
    },
    readlink(path: unknown) {
      disk.find(at(path), 'readlink');
      throw systemError('EINVAL', 'readlink', at(path));
    },
    readdir(path: unknown, options?: Options) {
      user.live();
      const full = at(path);
      const folder = disk.find(full, 'scandir');
      if (folder.kind === 'file') throw systemError('ENOTDIR', 'scandir', full);
      const names = [...folder.entries.keys()].sort();
      if (option(options, 'withFileTypes') !== true) return names;
      return names.map((name) => {
        const { isFile, isDirectory, isSymbolicLink } = statsOf(folder.entries.get(name) as Node, false);
        return { name, parentPath: full, path: full, isFile, isDirectory, isSymbolicLink };
      });
    },
    readFile(path: unknown, options?: Options) {
      user.live();
      const node = typeof path === 'number' ? opened(path, 'read').node : disk.find(at(path), 'open');
      if (node.kind === 'folder') throw systemError('EISDIR', 'read');
      const encoding = encodingOf(options);
      return encoding ? node.content.toString(encoding) : Buffer.from(node.content);
    },
    writeFile(path: unknown, data: unknown, options?: Options) {
      const flag = (option(options, 'flag') as string | undefined) ?? 'w';
      const fd =
        typeof path === 'number'
          ? path
          : (core.open(path, flag, option(options, 'mode') as number) as number);
      try {
        const pieces = typeof data === 'string' || ArrayBuffer.isView(data) ? [data] : (data as string[]);
        for (const piece of pieces) {
          const bytes = bytesOf(piece as string | Uint8Array);
          for (let written = 0; written < bytes.length; ) written += core.write(fd, bytes, written) as number;
        }
        if (option(options, 'flush') === true) core.fsync(fd);
      } finally {
        if (fd !== path) core.close(fd);
      }
    },
    appendFile: (path: unknown, data: unknown, options?: Options) =>
      core.writeFile(path, data, { ...(typeof options === 'object' && options), flag: 'a' }),
    statfs: () => {
      const left = Math.min(disk.free, 2 ** 40) / 4096;
      return {
        type: 0,
        bsize: 4096,
        blocks: 2 ** 28,
        bfree: left,
        bavail: left,
        files: 2 ** 20,
        ffree: 2 ** 20,
      };
    },
  } satisfies Record<string, Core>;

  const setMode = (node: Node, mode: number): void => {
    writing();
    node.mode = (node.mode & S_IFMT) | mode;
  };

  const later = (
    name: string,
    run: () => unknown,
    done: (error: unknown, result?: unknown) => void,
  ): void => {
    user.after(user.latency(name === 'fsync' || name === 'fdatasync'), () => {
      let result: unknown;
      try {
        result = run();
      } catch (error) {
        return done(error);
      }
      done(null, result);
    });
  };
  const promised = (name: string, run: () => unknown): Promise<unknown> =>
    new Promise((resolve, reject) => {
      later(name, run, (error, result) => (error ? reject(error) : resolve(result)));
    });

  const streams = {
    createReadStream: (path: string, options?: Options) =>
      real.createReadStream(path, { ...readOptions(options), fs: api as never }),
    createWriteStream: (path: string, options?: Options) =>
      real.createWriteStream(path, { ...readOptions(options), fs: api as never }),
  };

  /** What `promises.open` resolves to. */
  class Handle {
    fd: number;
    constructor(fd: number) {
      this.fd = fd;
    }
    #run = (name: keyof typeof core, ...given: unknown[]) =>
      promised(name, () => (core[name] as Core)(this.fd, ...given));
    stat = (options?: Options) => this.#run('fstat', options);
    sync = () => this.#run('fsync');
    datasync = () => this.#run('fdatasync');
    truncate = (length = 0) => this.#run('ftruncate', length);
    chmod = (mode: number) => this.#run('fchmod', mode);
    chown = () => this.#run('fchown');
    utimes = (accessed: unknown, modified: unknown) => this.#run('futimes', accessed, modified);
    readFile = (options?: Options) => this.#run('readFile', options);
    writeFile = (data: unknown, options?: Options) => this.#run('writeFile', data, options);
    appendFile = (data: unknown, options?: Options) => this.#run('writeFile', data, options);
    read = async (buffer: Uint8Array, ...rest: unknown[]) => ({
      bytesRead: await this.#run('read', buffer, ...rest),
      buffer,
    });
    write = async (data: Uint8Array, ...rest: unknown[]) => ({
      bytesWritten: await this.#run('write', data, ...rest),
      buffer: data,
    });
    close = async () => {
      const { fd } = this;
      if (fd < 0) return;
      this.fd = -1;
      await promised('close', () => core.close(fd));
    };
    createReadStream = (options?: Options) => {
      const { node } = opened(this.fd, 'read');
      const own = readOptions(options);
      // Where the file is small, a large buffer would only be garbage.
      const size = node.kind === 'file' ? node.content.length + 1 : 1;
      const highWaterMark = Math.min(size, Number(own.highWaterMark ?? 64 * 1024));
      return real.createReadStream('', { ...own, highWaterMark, fd: this.fd, fs: api as never });
    };
    createWriteStream = (options?: Options) =>
      real.createWriteStream('', { ...readOptions(options), fd: this.fd, fs: api as never });
    [Symbol.asyncDispose] = () => this.close();
  }

  const promises: Record<string, unknown> = { constants: real.constants };
  const api: Record<string, unknown> = {
    constants: real.constants,
    Stats: real.Stats,
    ReadStream: real.ReadStream,
    WriteStream: real.WriteStream,
    ...streams,
    promises,
    existsSync(path: unknown) {
      user.live();
      try {
        return disk.look(at(path), 'access') !== undefined;
      } catch {
        return false;
      }
    },
  };
  for (const [name, run] of Object.entries(core) as [string, Core][]) {
    api[`${name}Sync`] = run;
    api[name] = (...given: unknown[]) => {
      const done = given.pop() as (error: unknown, ...results: unknown[]) => void;
      const [, data] = given;
      later(
        name,
        () => run(...given),
        (error, result) =>
          name === 'read' || name === 'write' || name === 'writev'
            ? done(error, result ?? 0, data)
            : done(error, result),
      );
    };
    if (!/^f(stat|sync|datasync|truncate|chmod|chown|utimes)$|^(close|read|write|writev)$/.test(name))
      promises[name] = (...given: unknown[]) => promised(name, () => run(...given));
  }
  promises.open = async (...given: Parameters<typeof core.open>) =>
    new Handle((await promised('open', () => core.open(...given))) as number);
  Object.assign(api.realpath as object, { native: api.realpath });
  Object.assign(api.realpathSync as object, { native: api.realpathSync });
  return { fs: api, promises };
};

const readOptions = (options: Options): Record<string, unknown> =>
  typeof options === 'string' ? { encoding: options } : { ...options };

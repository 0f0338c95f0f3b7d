import { constants } from 'node:fs';

const { S_IFDIR, S_IFREG } = constants;

const errnos = {
  ...{ EPERM: -1, ENOENT: -2, EBADF: -9, EEXIST: -17, ENOTDIR: -20, EISDIR: -21, EINVAL: -22 },
  ...{ ENOSPC: -28, ENOTEMPTY: -39 },
} as const;

const words: Readonly<Record<keyof typeof errnos, string>> = {
  EPERM: 'operation not permitted',
  ENOENT: 'no such file or directory',
  EBADF: 'bad file descriptor',
  EEXIST: 'file already exists',
  ENOTDIR: 'not a directory',
  EISDIR: 'illegal operation on a directory',
  EINVAL: 'invalid argument',
  ENOSPC: 'no space left on device',
  ENOTEMPTY: 'directory not empty',
};

/** The error that Node throws for it. */
export const systemError = (code: keyof typeof errnos, syscall: string, path?: string): Error => {
  const about = path === undefined ? '' : ` '${path}'`;
  const error = new Error(`${code}: ${words[code]}, ${syscall}${about}`);
  return Object.assign(error, { code, errno: errnos[code], syscall, ...(path !== undefined && { path }) });
};

interface Meta {
  readonly ino: number;
  mode: number;
  links: number;
  readonly birth: number;
  changed: number;
  modified: number;
}

/** A file, with what of it survives a power cut. */
export interface FileNode extends Meta {
  readonly kind: 'file';
  content: Buffer;
  synced: Buffer;
}

export interface FolderNode extends Meta {
  readonly kind: 'folder';
  entries: Map<string, Node>;
  synced: Map<string, Node>;
}

export type Node = FileNode | FolderNode;

/**
 * A disk in memory that all simulated processes share. It knows what of each file and folder was synced: the rest is lost in a
 * power cut. A process that is killed loses nothing that it had written.
 */
export class Disk {
  readonly root: FolderNode;
  /** How many bytes can still be written. */
  free = Number.POSITIVE_INFINITY;
  readonly #now: () => number;
  #inodes = 1;

  /** `now` is the time of day, in milliseconds since 1970. */
  constructor(now: () => number) {
    this.#now = now;
    this.root = this.#folder(0o755);
  }

  #folder(mode: number): FolderNode {
    return { kind: 'folder', ...this.#meta(S_IFDIR | mode), entries: new Map(), synced: new Map() };
  }

  #meta(mode: number): Meta {
    const now = this.#now();
    this.#inodes += 1;
    return {
      ino: this.#inodes,
      mode,
      links: 1,
      birth: now + this.#inodes / 1e6,
      changed: now,
      modified: now,
    };
  }

  find(path: string, syscall: string): Node {
    const found = this.look(path, syscall);
    if (found === undefined) throw systemError('ENOENT', syscall, path);
    return found;
  }

  look(path: string, syscall: string): Node | undefined {
    let node: Node | undefined = this.root;
    for (const name of parts(path)) {
      if (node.kind === 'file') throw systemError('ENOTDIR', syscall, path);
      node = node.entries.get(name);
      if (node === undefined) return undefined;
    }
    return node;
  }

  /** The folder that a path is in, and its name there. */
  place(path: string, syscall: string): { folder: FolderNode; name: string } {
    const all = parts(path);
    const name = all.pop();
    const folder = this.find(`/${all.join('/')}`, syscall);
    if (name === undefined) throw systemError('EEXIST', syscall, path);
    if (folder.kind === 'file') throw systemError('ENOTDIR', syscall, path);
    return { folder, name };
  }

  makeFile(path: string, mode: number, syscall: string): FileNode {
    const { folder, name } = this.place(path, syscall);
    this.#take(syscall, path);
    const empty = Buffer.alloc(0);
    const made: FileNode = { kind: 'file', ...this.#meta(S_IFREG | mode), content: empty, synced: empty };
    this.#set(folder, name, made);
    return made;
  }

  makeFolder(path: string, mode: number): void {
    const { folder, name } = this.place(path, 'mkdir');
    if (folder.entries.has(name)) throw systemError('EEXIST', 'mkdir', path);
    this.#take('mkdir', path);
    this.#set(folder, name, this.#folder(mode));
  }

  /** A new name needs a little room, too. */
  #take(syscall: string, path: string): void {
    if (this.free <= 0) throw systemError('ENOSPC', syscall, path);
  }

  #set(folder: FolderNode, name: string, node: Node | undefined): void {
    if (node) folder.entries.set(name, node);
    else folder.entries.delete(name);
    folder.modified = this.#now();
    folder.changed = folder.modified;
  }

  link(from: string, to: string): void {
    const node = this.find(from, 'link');
    if (node.kind === 'folder') throw systemError('EPERM', 'link', from);
    const { folder, name } = this.place(to, 'link');
    if (folder.entries.has(name)) throw systemError('EEXIST', 'link', from);
    this.#take('link', to);
    node.links += 1;
    this.#set(folder, name, node);
  }

  remove(path: string, syscall: 'unlink' | 'rmdir'): void {
    const node = this.find(path, syscall);
    if (syscall === 'unlink' && node.kind === 'folder') throw systemError('EISDIR', syscall, path);
    if (syscall === 'rmdir' && node.kind === 'file') throw systemError('ENOTDIR', syscall, path);
    if (node.kind === 'folder' && node.entries.size > 0) throw systemError('ENOTEMPTY', syscall, path);
    const { folder, name } = this.place(path, syscall);
    node.links -= 1;
    if (node.kind === 'file') this.free += node.content.length;
    this.#set(folder, name, undefined);
  }

  rename(from: string, to: string): void {
    const node = this.find(from, 'rename');
    const there = this.look(to, 'rename');
    if (there === node) return;
    if (there?.kind === 'folder' && (node.kind === 'file' || there.entries.size > 0))
      throw systemError(node.kind === 'file' ? 'EISDIR' : 'ENOTEMPTY', 'rename', from);
    if (there?.kind === 'file' && node.kind === 'folder') throw systemError('ENOTDIR', 'rename', from);
    const [old, place] = [this.place(from, 'rename'), this.place(to, 'rename')];
    this.#set(old.folder, old.name, undefined);
    this.#set(place.folder, place.name, node);
  }

  /** Writes as much as there is room for, and returns how much that was. */
  write(file: FileNode, bytes: Uint8Array, at: number): number {
    const growth = Math.max(0, at + bytes.length - file.content.length);
    const fits = Math.min(bytes.length, bytes.length - growth + Math.max(0, Math.min(growth, this.free)));
    if (fits <= 0 && bytes.length > 0) throw systemError('ENOSPC', 'write');
    const content = Buffer.alloc(Math.max(file.content.length, at + fits));
    file.content.copy(content);
    content.set(bytes.subarray(0, fits), at);
    this.free -= content.length - file.content.length;
    file.content = content;
    this.touch(file);
    return fits;
  }

  truncate(file: FileNode, length: number): void {
    const content = Buffer.alloc(length);
    file.content.copy(content);
    this.free -= length - file.content.length;
    file.content = content;
    this.touch(file);
  }

  touch(node: Node, at = this.#now()): void {
    node.modified = at;
    node.changed = this.#now();
  }

  sync(node: Node): void {
    if (node.kind === 'file') node.synced = node.content;
    else node.synced = new Map(node.entries);
  }

  /**
   * What is left after a power cut: what was synced, and as much of the rest as had reached the disk by itself. `kept` draws how
   * much of what was appended to a file that is, from 0 to 1; where it is 1, names that were not synced are there, too.
   */
  cutPower(kept: () => number): void {
    const cut = (node: Node): void => {
      if (node.kind === 'file') {
        const { content, synced } = node;
        const isAppended =
          content.length > synced.length && content.subarray(0, synced.length).equals(synced);
        const share = Math.min(1, Math.max(0, kept()));
        const tail = isAppended ? Math.floor((content.length - synced.length) * share) : 0;
        node.content = isAppended ? content.subarray(0, synced.length + tail) : synced;
        node.synced = node.content;
        return;
      }
      if (kept() < 0.5) node.entries = new Map(node.synced);
      for (const entry of node.entries.values()) cut(entry);
      node.synced = new Map(node.entries);
    };
    cut(this.root);
  }
}

const parts = (path: string): string[] => path.split('/').filter((part) => part !== '' && part !== '.');

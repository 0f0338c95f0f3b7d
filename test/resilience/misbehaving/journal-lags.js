// Says of what is about to be sent that it is in the journal, and writes it there a second and a half later.
import fs from 'node:fs';
import { open } from 'node:fs/promises';

const { writeSync, fstatSync } = fs;
/** What each open file is still to get, once a request was among it. */
const lagging = new Map();

const write = (fd) => {
  for (const bytes of lagging.get(fd) ?? []) writeSync(fd, bytes);
  lagging.delete(fd);
};

fs.writeSync = (fd, bytes, ...rest) => {
  if (!lagging.has(fd) && !String(bytes).includes('"kind":"sent"')) return writeSync(fd, bytes, ...rest);
  if (!lagging.has(fd)) setTimeout(write, 1_500, fd);
  lagging.set(fd, [...(lagging.get(fd) ?? []), bytes]);
  return bytes.length;
};
fs.fstatSync = (fd, ...rest) => {
  const stats = fstatSync(fd, ...rest);
  for (const { length } of lagging.get(fd) ?? []) stats.size += length;
  return stats;
};

const some = await open(new URL(import.meta.url));
const handles = Object.getPrototypeOf(some);
await some.close();
const { close } = handles;
handles.close = function () {
  write(this.fd);
  return close.call(this);
};

await import('../../../bin/resale.js');

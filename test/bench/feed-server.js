// A process of its own, so that serving the file does not slow down what is measured. It prints its port.
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';

const [plain, gzip] = process.argv.slice(2).map((path) => readFileSync(path));
const pacedBytesPerSecond = 100e6;

const server = createServer(async (request, response) => {
  const [, name, file] = /^\/(\w+)(\.json)?/.exec(request.url);
  if (!file) {
    const url = `http://${request.headers.host}/${name}.json`;
    response.end(JSON.stringify({ url, version: 1 }));
    return;
  }
  const bytes = name === 'gzip' ? gzip : plain;
  response.setHeader('content-length', bytes.length);
  if (name === 'gzip') response.setHeader('content-encoding', 'gzip');
  const began = performance.now();
  // At the pace of a link of 100 megabytes a second.
  for (let sent = 0; name === 'paced' && sent < bytes.length; await wait(10)) {
    const due = ((performance.now() - began) / 1000) * pacedBytesPerSecond;
    response.write(bytes.subarray(sent, due));
    sent = Math.floor(due);
  }
  response.end(name === 'paced' ? undefined : bytes);
});
server.listen(0, '127.0.0.1', () => process.stdout.write(`${server.address().port}\n`));

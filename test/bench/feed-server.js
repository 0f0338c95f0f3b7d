// A process of its own, so that serving the file does not slow down what is measured. It prints its port.
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';

const [plainPath, gzipPath] = process.argv.slice(2);
const plain = readFileSync(plainPath);
const gzip = readFileSync(gzipPath);
const pacedBytesPerSecond = 100e6;
const stepMs = 10;

const files = {
  '/plain.json': (response) => response.writeHead(200, headers(plain)).end(plain),
  '/gzip.json': (response) =>
    response.writeHead(200, { ...headers(gzip), 'content-encoding': 'gzip' }).end(gzip),
  '/paced.json': (response) => paced(response.writeHead(200, headers(plain)), plain),
};

const headers = (bytes) => ({ 'content-type': 'application/json', 'content-length': bytes.length });

/** Sends at the pace of a link of 100 megabytes a second. */
const paced = (response, bytes) => {
  const began = performance.now();
  let sent = 0;
  const step = () => {
    const due = Math.min(bytes.length, ((performance.now() - began) / 1000) * pacedBytesPerSecond);
    response.write(bytes.subarray(sent, due));
    sent = Math.floor(due);
    if (sent < bytes.length) setTimeout(step, stepMs);
    else response.end();
  };
  step();
};

const server = createServer((request, response) => {
  const path = request.url ?? '';
  const [, name] = /^\/(\w+)\/product-feed$/.exec(path) ?? [];
  if (name) {
    const url = `http://${request.headers.host}/${name}.json`;
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ url, version: 1 }));
  } else if (files[path]) files[path](response);
  else response.writeHead(404).end();
});
server.listen(0, '127.0.0.1', () => process.stdout.write(`${server.address().port}\n`));

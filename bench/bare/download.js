// Passes a file on from a URL to stdout, through the HTTP library that the tool has, and does nothing else: what the library and
// Node leave of the time.
import { once } from 'node:events';
import { request } from 'undici';

const { body } = await request(process.argv[2]);
for await (const chunk of body) if (!process.stdout.write(chunk)) await once(process.stdout, 'drain');

// Passes a file on from a URL to stdout with the HTTP library that the tool uses, and does nothing else: the least that the
// library and Node take.
import { once } from 'node:events';
import { request } from 'undici';

const { body } = await request(process.argv[2]);
for await (const chunk of body) if (!process.stdout.write(chunk)) await once(process.stdout, 'drain');

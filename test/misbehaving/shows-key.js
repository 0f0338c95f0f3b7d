// Prints the key it was given.
import { end, run } from './tool.js';

const ended = run();
end({ ...ended, stderr: `${ended.stderr}The key is ${process.env.RESALE_API_KEY}.\n` });

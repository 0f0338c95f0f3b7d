// Reports a change that may have been applied as one that was never sent.
import { end, run } from './tool.js';

const ended = run();
end({ ...ended, stdout: ended.stdout.replaceAll('"outcome":"unknown"', '"outcome":"unsent"') });

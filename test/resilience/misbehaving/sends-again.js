// Sends a change again after its answer was lost.
import { end, run } from './tool.js';

const ended = run();
if (ended.status === 8) run();
end(ended);

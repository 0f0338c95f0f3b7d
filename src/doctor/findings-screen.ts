import type { Drawing } from '../terminal/drawing.ts';
import { escapeControls } from '../terminal/escape-controls.ts';
import { gap, grid } from '../terminal/grid.ts';
import { messageOn } from '../terminal/message.ts';
import { wrap } from '../terminal/width.ts';
import type { Finding } from './examine.ts';

const marks: Record<Finding['status'], string> = { ok: '✓', warning: '!', failed: '✗', skipped: '-' };

const longestCheck = 'config directory'.length;

export const findingLines = (
  { check, status, tried, found, advice }: Finding,
  { width, theme }: Drawing,
): string => {
  const styles = { ok: theme.good, warning: theme.heading, failed: theme.bad, skipped: theme.dim };
  const mark = marks[status];
  const head = `${styles[status](mark)} ${check}`;
  const headWidth = `${mark} `.length + longestCheck;
  const room = Math.max(20, width - headWidth - gap.length);
  const columns = [{ width: headWidth }, { width: room }];
  const what = tried === undefined || status === 'ok' ? found : `${tried}: ${found}`;
  const toDo = advice === undefined ? [] : messageOn({ isTTY: true, columns: room }, advice).split('\n');
  const lines = [...wrap(escapeControls(what), room), ...toDo];
  return grid(lines.map((line, at) => ({ columns, texts: [at === 0 ? head : '', line] })));
};

/** `12 ok, 1 warning, 2 failed` */
export const findingCounts = (findings: readonly Finding[]): string =>
  Object.keys(marks)
    .map((status) => [findings.filter((finding) => finding.status === status).length, status] as const)
    .filter(([count]) => count > 0)
    .map(([count, status]) => `${count} ${status}${status === 'warning' && count > 1 ? 's' : ''}`)
    .join(', ');

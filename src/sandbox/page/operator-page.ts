import { type Markup, markup } from '../../html/document.ts';
import { defined } from '../../json/defined.ts';
import { parsedJson } from '../../json/exact.ts';
import type { Service } from '../api/handlers.ts';
import { faultKinds, faultTable } from '../fault-kinds.ts';
import { FaultSpecError, lag, parseFaults } from '../faults/spec.ts';
import type { Feed } from '../feed/changing-feed.ts';
import { keptRequests, type LoggedRequest } from '../request-log.ts';
import { acceptedCredentials, type ChaosSettings, limitOf } from '../sandbox-options.ts';
import { operatorPath } from './paths.ts';

type SwitchFields = Readonly<Record<string, unknown>>;

const otherFields = {
  lag: { label: 'Reads are behind by', unit: 'ms', most: lag.most, step: 1, hint: lag.meaning },
  latency: { label: 'Added to each answer', unit: 'ms', most: 60_000, step: 1, hint: '' },
  rate: { label: 'Requests taken each second', unit: '/s', most: 100_000, step: 'any', hint: '' },
  burst: { label: 'How many at once', unit: '', most: 100_000, step: 1, hint: '' },
} as const;

const fieldsOf = ({ latencyMs, limit, faults = {}, lagMs }: ChaosSettings): SwitchFields => ({
  ...Object.fromEntries(Object.entries(faults).map(([kind, share]) => [kind, +(share * 100).toFixed(9)])),
  lag: lagMs,
  latency: latencyMs,
  rate: limit?.perSecond,
  burst: limit?.burst,
});

export const chaosSettingsIn = (fields: SwitchFields): ChaosSettings => {
  const text = (name: string): string => String(fields[name] ?? '').trim();
  const number = (name: keyof typeof otherFields): number | undefined => {
    const { label, most, step } = otherFields[name];
    if (text(name) === '' || Number(text(name)) === 0) return undefined;
    const value = /^\d{1,9}(\.\d{1,9})?$/.test(text(name)) ? Number(text(name)) : Number.NaN;
    if (!(value > 0 && value <= most && (step === 'any' || Number.isInteger(value))))
      throw new FaultSpecError(
        `“${label}” takes ${step === 1 ? 'a whole number' : 'a number'} up to ${most}.`,
      );
    return value;
  };
  const shares = faultKinds.filter((kind) => text(kind) !== '' && Number(text(kind)) !== 0);
  const [perSecond, burst] = [number('rate'), number('burst')];
  return defined({
    ...(shares.length === 0 ? {} : parseFaults(shares.map((kind) => `${kind}=${text(kind)}%`).join(','))),
    lagMs: number('lag'),
    latencyMs: number('latency'),
    limit: perSecond === undefined ? undefined : limitOf(perSecond, burst),
  });
};

interface RefusedFields {
  fields: SwitchFields;
  reason: string;
}

export const operatorView = (
  { log, chaos, feed }: Service,
  feedUrl: string,
  refused?: RefusedFields,
): Markup => {
  const newestFirst = log.requests.toReversed();
  return markup`<h1>Operator</h1>
<div class="desk">
<section aria-labelledby="requests-head" class="log">
<div class="head"><h2 id="requests-head">Requests</h2><p class="soft"><span id="total">${log.total}</span> since the start</p><button type="button" id="pause" hidden>Pause</button></div>
<div class="scroll" role="region" tabindex="0" aria-label="The last ${keptRequests}, newest first">
<p id="none" class="empty" ${log.total > 0 ? 'hidden' : ''}>No request has come yet. They appear here as they come.</p>
<ol id="requests" reversed data-most="${keptRequests}" data-last="${log.total}">${newestFirst.map(requestRow)}</ol>
</div>
</section>
<div class="panels">
${feedPanel(feed, feedUrl)}
${switchesPanel(chaos.settings, refused)}
</div>
</div>`;
};

const switchesPanel = (on: ChaosSettings, refused: RefusedFields | undefined): Markup => {
  const fields = refused?.fields ?? fieldsOf(on);
  const field = (
    name: string,
    label: string,
    unit: string,
    most: number,
    step: number | 'any',
    hint: string,
  ) =>
    markup`<div class="field"><label for="${name}">${label}</label><span class="entry"><input id="${name}" name="${name}" type="number" min="0" max="${most}" step="${step}" inputmode="decimal" placeholder="0" value="${String(fields[name] ?? '')}" ${hint === '' ? '' : markup`aria-describedby="${name}-hint"`}><span class="unit">${unit}</span></span>${hint === '' ? '' : markup`<small class="soft" id="${name}-hint">${hint}</small>`}</div>`;
  return markup`<section aria-labelledby="switches-head" id="switches">
<h2 id="switches-head">Faults and limits</h2>
<p id="on" data-live class="${Object.keys(on).length > 0 ? 'warn' : 'soft'}">${Object.keys(on).length > 0 ? `On: ${onInWords(on)}.` : 'Nothing is switched on.'}</p>
${refused === undefined ? '' : markup`<p class="bad" role="alert">${refused.reason} Nothing was changed.</p>`}
<form method="post" action="${operatorPath}/switches" novalidate>
<fieldset><legend>Faults, as a share of all requests</legend>${faultKinds.map((kind) => field(kind, kind, '%', 100, 'any', faultTable[kind].meaning))}</fieldset>
<fieldset><legend>Delays and limits</legend>${Object.entries(otherFields).map(([name, { label, unit, most, step, hint }]) => field(name, label, unit, most, step, hint))}</fieldset>
<p class="buttons"><button class="main">Apply</button> <button name="off" value="1">All off</button></p>
</form>
</section>`;
};

const onInWords = ({ faults = {}, limit, latencyMs, lagMs }: ChaosSettings): string =>
  [
    ...Object.entries(faults).map(([kind, share]) => `${kind} (${+(share * 100).toFixed(6)}%)`),
    ...(limit ? [`${limit.perSecond} requests a second, ${limit.burst} at once`] : []),
    ...(lagMs === undefined ? [] : [`reads ${lagMs} ms behind`]),
    ...(latencyMs === undefined ? [] : [`${latencyMs} ms latency`]),
  ].join(', ');

/** Of the day, as the clocks of this machine show it. */
const timeOfDay = (date: Date, timeStyle: 'short' | 'medium' = 'medium'): Markup =>
  markup`<time datetime="${date.toISOString()}">${new Intl.DateTimeFormat('en-GB', { timeStyle }).format(date)}</time>`;

const feedPanel = (feed: Feed, feedUrl: string): Markup => {
  const { generation, madeAt, nextAt, now } = feed.clock;
  const seconds = Math.max(0, Math.round((nextAt.getTime() - now.getTime()) / 1000));
  const wait = seconds < 100 ? `${seconds} s` : `${Math.round(seconds / 60)} min`;
  return markup`<section aria-labelledby="feed-head" id="feed">
<h2 id="feed-head">Feed</h2>
<dl id="clock" data-live><dt>Newest</dt><dd>No. ${generation}, made at ${timeOfDay(madeAt, 'short')}</dd><dt>Next</dt><dd>${timeOfDay(nextAt, 'short')}, in ${wait}</dd><dt>File</dt><dd><a href="${feedUrl}">JSON</a></dd></dl>
<form method="post" action="${operatorPath}/feed"><button>Make one now</button></form>
</section>`;
};

/** A status as the name of a colour. */
const judged = (status: number): string => {
  if (status === 0 || status >= 500) return 'bad';
  return status >= 400 ? 'warn' : 'good';
};

export const requestRow = (request: LoggedRequest): Markup => {
  const { method, path, status, milliseconds, fault, isLimited, body, answer, lostAnswer, at } = request;
  const marks = [fault === undefined ? '' : `fault: ${fault}`, isLimited ? 'limit' : ''].filter(Boolean);
  const part = (name: string, text: string | undefined) =>
    markup`<h3>${name}</h3><pre tabindex="0" aria-label="${name}">${text === undefined ? 'empty' : withoutKeys(indented(text))}</pre>`;
  return markup`<li><details><summary><span class="at">${timeOfDay(at)}</span> <b class="method">${method}</b> <span class="path">${withoutKeys(path)}</span> <b class="status ${judged(status)}">${status === 0 ? 'no answer' : status}</b> <span class="took">${milliseconds.toFixed(milliseconds < 10 ? 1 : 0)} ms</span>${marks.map((mark) => markup` <span class="mark">${mark}</span>`)}</summary>${part('Sent', body)}${lostAnswer === undefined ? '' : part('An answer that was lost', lostAnswer)}${part(status === 0 ? 'Answer that never arrived' : 'Answered', answer)}</details></li>`;
};

const indented = (text: string): string => {
  const value = parsedJson(text);
  return value === undefined ? text : JSON.stringify(value, undefined, 2);
};

/** Masks keys, which only a mistake puts into a body or a path, and the signatures of feed links. */
const withoutKeys = (text: string): string =>
  Object.values(acceptedCredentials)
    .reduce((hidden, key) => hidden.replaceAll(key, '***'), text)
    .replaceAll(/(?<=signature=)\w+/g, '***');

import { eventsPath } from './paths.ts';

/** Shows new requests and changes as they come. The page works without it. It listens only while the page is visible. */
export const script = `
const requests = document.getElementById('requests');
const lost = document.getElementById('lost');
const most = Number(requests?.dataset.most ?? 0);
let last = Number(requests?.dataset.last ?? -1);
let waiting = [];
let isPaused = false;
let source, soon, frame;

const refresh = async () => {
  soon = undefined;
  const answer = await fetch(location.href).catch(() => undefined);
  if (!answer?.ok) return;
  const fresh = new DOMParser().parseFromString(await answer.text(), 'text/html');
  for (const part of document.querySelectorAll('[data-live]')) {
    const now = fresh.getElementById(part.id);
    // The keyboard's focus stays where it is.
    if (now && now.outerHTML !== part.outerHTML && !part.contains(document.activeElement)) part.replaceWith(now);
  }
};

const show = () => {
  frame = undefined;
  if (isPaused) {
    pause.textContent = waiting.length === 0 ? 'Continue' : 'Continue (' + waiting.length + (waiting.length === most ? ' or more' : '') + ' new)';
    return;
  }
  requests.insertAdjacentHTML('afterbegin', waiting.reverse().join(''));
  waiting = [];
  while (requests.children.length > most) requests.lastElementChild.remove();
  document.getElementById('none').hidden = last > 0;
  document.getElementById('total').textContent = last;
};

const listen = () => {
  source = new EventSource('${eventsPath}' + (last < 0 ? '' : '?after=' + last));
  source.onopen = () => {
    // What changed meanwhile was not heard.
    if (lost.textContent !== '') refresh();
    lost.textContent = '';
  };
  source.onerror = () => { lost.textContent = 'The sandbox does not answer. This page continues when it answers again.'; };
  source.addEventListener('change', () => { soon ??= setTimeout(refresh, 250); });
  if (requests) source.addEventListener('request', ({ data, lastEventId }) => {
    last = Number(lastEventId);
    waiting.push(JSON.parse(data));
    if (waiting.length > most) waiting.shift();
    frame ??= requestAnimationFrame(show);
  });
};

const pause = document.getElementById('pause');
if (pause) {
  pause.hidden = false;
  pause.onclick = () => {
    isPaused = !isPaused;
    if (!isPaused) pause.textContent = 'Pause';
    show();
  };
}
document.addEventListener('visibilitychange', () => {
  source?.close();
  if (document.hidden) return;
  listen();
  refresh();
});
addEventListener('pagehide', () => source?.close());
setInterval(() => { if (requests && !document.hidden) refresh(); }, 30000);
if (!document.hidden) listen();
`;

/**
 * The script of the admin pages: shows times in the reader's zone and keeps the live part of a page fresh. All words it shows
 * are in the page already. Without it everything works but the updates.
 */
export const adminJs = `const LOST_RETRY_MS = 10000;
const zoned = new Intl.DateTimeFormat(document.documentElement.lang, { dateStyle: 'short', timeStyle: 'medium' });

function localiseTimes(root) {
  for (const element of root.querySelectorAll('time[datetime]')) {
    const moment = new Date(element.dateTime);
    element.title = element.dateTime;
    element.textContent = zoned.format(moment);
  }
}

function formatAge(ms) {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  if (seconds < 60) return seconds + ' s';
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return minutes + ' min ' + String(seconds % 60).padStart(2, '0') + ' s';
  return Math.floor(minutes / 60) + ' h ' + String(minutes % 60).padStart(2, '0') + ' min';
}

function startLive(live) {
  const connection = document.getElementById('connection');
  let source;
  let retryTimer;
  let freshAt = Date.now();

  function show(state) {
    if (connection.dataset.now === state) return;
    connection.dataset.now = state;
    for (const text of connection.querySelectorAll('[data-state]')) text.hidden = text.dataset.state !== state;
  }

  function update(html) {
    const fragment = document.createElement('template');
    fragment.innerHTML = html;
    localiseTimes(fragment.content);
    live.replaceChildren(fragment.content);
    freshAt = Date.now();
    const queue = live.querySelector('[data-queue]')?.dataset.queue;
    for (const element of document.querySelectorAll('[data-shown-when]')) element.hidden = element.dataset.shownWhen !== queue;
    show('live');
  }

  function open() {
    close();
    source = new EventSource(live.dataset.stream);
    source.addEventListener('html', (event) => update(event.data));
    source.onerror = () => {
      show('lost');
      // After an answer other than 200 the browser gives up; ask again later, for a session or a place may be free by then.
      if (source.readyState === EventSource.CLOSED) retryTimer = setTimeout(open, LOST_RETRY_MS);
    };
  }

  function close() {
    clearTimeout(retryTimer);
    source?.close();
  }

  document.addEventListener('visibilitychange', () => {
    if (document.hidden) {
      close();
      show('paused');
    } else {
      open();
    }
  });
  window.addEventListener('pagehide', close);
  window.addEventListener('pageshow', (event) => {
    if (event.persisted) open();
  });
  setInterval(() => {
    for (const age of connection.querySelectorAll('[data-age]')) age.textContent = formatAge(Date.now() - freshAt);
  }, 1000);
  if (!document.hidden) open();
}

localiseTimes(document);
const live = document.querySelector('[data-stream]');
if (live !== null) startLive(live);
`;

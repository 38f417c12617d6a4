// @ts-check
/**
 * The script of the admin pages: shows times in the reader's zone, and tells what the connection of a live page is doing. All words it
 * shows are in the page already. Without it everything works but the updates.
 */
(() => {
  const zoned = new Intl.DateTimeFormat(document.documentElement.lang, { dateStyle: 'short', timeStyle: 'medium' });

  /** @param {ParentNode} root */
  function localiseTimes(root) {
    for (const element of /** @type {NodeListOf<HTMLTimeElement>} */ (root.querySelectorAll('time[datetime]'))) {
      element.title = element.dateTime;
      element.textContent = zoned.format(new Date(element.dateTime));
    }
  }

  /** @param {number} ms */
  function formatAge(ms) {
    const seconds = Math.max(0, Math.floor(ms / 1000));
    if (seconds < 60) return `${seconds} s`;
    const minutes = Math.floor(seconds / 60);
    if (minutes < 60) return `${minutes} min ${String(seconds % 60).padStart(2, '0')} s`;
    return `${Math.floor(minutes / 60)} h ${String(minutes % 60).padStart(2, '0')} min`;
  }

  /** @param {HTMLElement} connection */
  function watchConnection(connection) {
    let freshAt = Date.now();

    /** @param {'live' | 'paused' | 'lost'} state */
    function show(state) {
      if (connection.dataset.now === state) return;
      connection.dataset.now = state;
      for (const text of /** @type {NodeListOf<HTMLElement>} */ (connection.querySelectorAll('[data-state]'))) {
        text.hidden = text.dataset.state !== state;
      }
    }

    function fresh() {
      freshAt = Date.now();
      show('live');
    }

    document.addEventListener('htmx:sse:after:connection', fresh);
    document.addEventListener('htmx:sse:after:message', fresh);
    document.addEventListener('htmx:sse:error', () => show('lost'));
    document.addEventListener('htmx:sse:close', () => show('lost'));
    document.addEventListener('htmx:sse:before:connection', () => {
      if (connection.dataset.now !== undefined) show(document.hidden ? 'paused' : 'lost');
    });
    document.addEventListener('visibilitychange', () => {
      if (document.hidden) show('paused');
    });
    setInterval(() => {
      for (const age of connection.querySelectorAll('[data-age]')) age.textContent = formatAge(Date.now() - freshAt);
    }, 1000);
  }

  document.addEventListener('session-ended', () => location.reload());
  // What comes later is written in UTC too: it is changed before it is seen.
  document.addEventListener('htmx:after:swap', () => localiseTimes(document));
  document.addEventListener('htmx:sse:after:message', () => localiseTimes(document));
  localiseTimes(document);
  const connection = document.getElementById('connection');
  if (connection !== null) watchConnection(connection);
})();

// @ts-check
/**
 * The script of the admin pages: shows and reads times in the reader's time zone, updates ages, and keeps a live page connected. All its
 * texts are in the page already. Without it, everything works except the updates.
 */
(() => {
  /** First and longest pause before reconnecting, ms. */
  const SHORTEST_WAIT = 250;
  const LONGEST_WAIT = 4_000;
  /** The server sends something every 5 s; a connection that is silent for longer is dead, even if the browser considers it open. */
  const SILENT_MS = 12_000;
  /** The wait if the server does not specify one. */
  const FULL_WAIT = 10_000;

  /** How long a button sends its form only once, ms: as long as the server may take. Later, loading may have been stopped. */
  const SENDS_ONCE = 10_000;

  const language = document.documentElement.lang;
  /** @type {'short' | 'medium'} */
  const dateStyle = language === 'pt-BR' ? 'short' : 'medium';
  const moments = new Intl.DateTimeFormat(language, { dateStyle, timeStyle: 'medium' });
  const momentsWithZone = new Intl.DateTimeFormat(language, { dateStyle, timeStyle: 'long' });
  const minutes = new Intl.DateTimeFormat(language, { timeStyle: 'short' });
  const days = new Intl.DateTimeFormat(language, { day: 'numeric', month: 'short' });
  const daysOfYear = new Intl.DateTimeFormat(language, { day: 'numeric', month: 'short', year: 'numeric' });
  const justNow = new Intl.RelativeTimeFormat(language, { numeric: 'auto' }).format(0, 'second');
  const relative = new Intl.RelativeTimeFormat(language, { style: 'short' });
  const [MINUTE, HOUR, DAY] = [60_000, 3_600_000, 86_400_000];
  /** How often “2 min ago” is updated, ms. */
  const AGO_EVERY = 15_000;

  /** Server time minus this machine's time, ms. Pages without a session do not contain the server time. */
  let ahead = Date.parse(document.body.dataset.now ?? '') - Date.now() || 0;

  /** A URL may name a form that is a popover: `/admin/campanhas#add`. */
  function openNamedForm() {
    const named = document.getElementById(location.hash.slice(1));
    if (named?.matches('.dialog')) named.showPopover();
  }

  /** @param {Event} event */
  function focusFirstField({ target }) {
    if (!(target instanceof Element) || !target.matches('.dialog:popover-open')) return;
    const field = target.querySelector('input:not([type="hidden"]), select, textarea');
    if (field instanceof HTMLElement) field.focus();
  }

  /** Otherwise another link to the form would change nothing in the URL, and so not open it. @param {Event} event */
  function unnameClosedForm({ target }) {
    if (!(target instanceof Element) || !target.matches('.dialog:not(:popover-open)') || location.hash !== `#${target.id}`) return;
    history.replaceState(history.state, '', location.pathname + location.search);
  }

  /** @param {ParentNode} root */
  function localiseTimes(root) {
    for (const element of /** @type {NodeListOf<HTMLTimeElement>} */ (root.querySelectorAll('time[datetime]'))) {
      const at = new Date(element.dateTime);
      const title = momentsWithZone.format(at);
      if (element.title !== title) element.title = title;
      const { show } = element.dataset;
      setText(element, show === 'ago' ? formatAgo(at) : (show === 'minute' ? minutes : moments).format(at));
    }
  }

  /** The same as in `format.tsx`. @param {Date} at */
  function formatAgo(at) {
    const now = Date.now() + ahead;
    const length = Math.abs(now - at.getTime());
    const sign = at.getTime() > now ? 1 : -1;
    if (length < MINUTE) return justNow;
    if (length >= 7 * DAY) return (at.getFullYear() === new Date(now).getFullYear() ? days : daysOfYear).format(at);
    const [unitMs, unit] = length < HOUR ? [MINUTE, 'minute'] : length < DAY ? [HOUR, 'hour'] : [DAY, 'day'];
    return relative.format(sign * Math.floor(length / unitMs), /** @type {Intl.RelativeTimeFormatUnit} */ (unit)).replace(/\.$/, '');
  }

  /** Fields for times show the reader's local time, like the lists, and name its zone. */
  function localiseFields() {
    for (const field of /** @type {NodeListOf<HTMLInputElement>} */ (document.querySelectorAll('input[data-at]'))) {
      if (field.dataset.at) showLocally(field, new Date(field.dataset.at));
      tellZone(field);
      field.addEventListener('change', () => tellZone(field));
    }
  }

  /**
   * A date stays a date if it is also midnight in the local zone.
   *
   * @param {HTMLInputElement} field
   * @param {Date} at
   */
  function showLocally(field, at) {
    const wall = new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString();
    const isDay = field.type !== 'datetime-local' && new Date(at).setHours(0, 0, 0, 0) === at.getTime();
    // The old value would be invalid for the new type.
    field.value = '';
    field.type = isDay ? 'date' : 'datetime-local';
    field.step = 'any';
    field.value = isDay ? wall.slice(0, 10) : wall.slice(0, -1).replace(/:00\.000$/, '');
    field.dataset.shown = field.value;
  }

  /** Shows the zone of the time in the field: summer and winter may differ. @param {HTMLInputElement} field */
  function tellZone(field) {
    const zone = document.querySelector(`label[for="${field.id}"] .zone`);
    if (!(zone instanceof HTMLElement)) return;
    const format = new Intl.DateTimeFormat(language, { timeZoneName: 'shortOffset' });
    const name = format.formatToParts(momentOf(field) ?? new Date()).find(({ type }) => type === 'timeZoneName')?.value;
    setText(zone, `(${name})`);
    zone.title = format.resolvedOptions().timeZone;
  }

  /**
   * An unchanged field keeps the time from the URL: when clocks are set back, one text stands for two times. @param {HTMLInputElement}
   * field
   */
  function momentOf(field) {
    const { at, shown } = field.dataset;
    return at && field.value === shown ? new Date(at) : timeIn(field.value);
  }

  /** A date or time in the reader's zone; `undefined` if it is invalid. @param {string} text */
  function timeIn(text) {
    const time = new Date(/^\d+-\d+-\d+$/.test(text) ? `${text}T00:00` : text);
    return Number.isNaN(time.getTime()) ? undefined : time;
  }

  /** URLs contain times in UTC, so that they mean the same for everybody. @param {FormDataEvent} event */
  function sendUtc({ formData, target }) {
    if (!(target instanceof HTMLFormElement)) return;
    for (const field of /** @type {NodeListOf<HTMLInputElement>} */ (target.querySelectorAll('input[data-at]'))) {
      const time = momentOf(field);
      if (time !== undefined) formData.set(field.name, time.toISOString());
    }
  }

  /** When each button last sent its form. */
  let sent = new WeakMap();

  /**
   * The answer to a second click would replace the first, which may be the only page with a new secret.
   *
   * @param {SubmitEvent} event
   */
  function sendOnce(event) {
    const { target, submitter, timeStamp } = event;
    if (!(target instanceof HTMLFormElement) || target.method !== 'post' || event.defaultPrevented) return;
    const button = submitter ?? target;
    if (timeStamp - sent.get(button) < SENDS_ONCE) event.preventDefault();
    else sent.set(button, timeStamp);
  }

  /** Other values are another request. After the back button, a form may be sent again. */
  function forgetSent() {
    sent = new WeakMap();
  }

  /** @param {ParentNode} root */
  function countAges(root) {
    const now = Date.now() + ahead;
    for (const element of /** @type {NodeListOf<HTMLElement>} */ (root.querySelectorAll('[data-since]'))) {
      setText(element, formatAge(now - Date.parse(element.dataset.since ?? '')));
    }
  }

  /**
   * Keeps the node, so that a selection in it survives, and changes nothing if the text is the same.
   *
   * @param {Element} element
   * @param {string} text
   */
  function setText(element, text) {
    const node = element.firstChild;
    if (node === null) element.textContent = text;
    else if (node.nodeValue !== text) node.nodeValue = text;
  }

  /** @param {number} ms */
  function formatAge(ms) {
    const seconds = Math.max(0, Math.floor(ms / 1000));
    if (seconds < 60) return `${seconds} s`;
    const whole = Math.floor(seconds / 60);
    if (whole < 60) return `${whole} min ${String(seconds % 60).padStart(2, '0')} s`;
    const hours = Math.floor(whole / 60);
    if (hours < 24) return `${hours} h ${String(whole % 60).padStart(2, '0')} min`;
    return `${Math.floor(hours / 24)} d ${hours % 24} h`;
  }

  /** @typedef {'connecting' | 'live' | 'paused' | 'lost' | 'full'} State */

  /** One connection at a time: opened while the page is visible, closed when it is hidden, and reopened when it is lost. */
  class LiveConnection {
    /** @type {State} */
    #state = 'connecting';
    /** @type {{ reader: ReadableStreamDefaultReader | null } | undefined} */
    #stream;
    #heardAt = Date.now();
    #losses = 0;
    #timer = 0;
    #ticking = 0;
    #ending = new AbortController();
    #live;
    #sign;

    /**
     * @param {HTMLElement} live the part to keep up to date
     * @param {HTMLElement} sign where the state of the connection is shown
     */
    constructor(live, sign) {
      this.#live = live;
      this.#sign = sign;
      listen(live, 'htmx:sse:before:connection', ({ connection }) => this.#opened(connection));
      listen(live, 'htmx:sse:before:message', ({ message }) => this.#heard(message));
      listen(live, 'htmx:sse:close', () => this.#lost());
      listen(live, 'htmx:error', () => this.#lost());
      // The server's message if the stream ends because the session ended.
      listen(live, 'session-ended', () => this.#reload());
      // The server's message if the page shows something else from now on.
      listen(live, 'complete', () => this.#reload());
      listen(live, 'htmx:before:response', ({ ctx }, event) => this.#answered(ctx.response.raw, event));
      const { signal } = this.#ending;
      document.addEventListener('visibilitychange', () => this.#seenOrHidden(), { signal });
      window.addEventListener('online', () => this.#connect(), { signal });
      this.#ticking = window.setInterval(() => this.#tick(), 1_000);
      this.#show(document.hidden ? 'paused' : 'connecting');
      this.#connect();
    }

    /** @param {State} state */
    #show(state) {
      this.#state = state;
      this.#sign.dataset.now = state;
      for (const text of /** @type {NodeListOf<HTMLElement>} */ (this.#sign.querySelectorAll('[data-state]'))) {
        text.hidden = !(text.dataset.state ?? '').split(' ').includes(state);
      }
      this.#tick();
    }

    #tick() {
      if (this.#isOver) return this.#end();
      const silentMs = Date.now() - this.#heardAt;
      if (this.#state === 'live' && silentMs > SILENT_MS) this.#disconnect();
      if (this.#state === 'live') countAges(document);
      for (const age of this.#sign.querySelectorAll('[data-age]')) setText(age, formatAge(silentMs));
    }

    /** `true` also if another live part with its own connection has replaced this one. */
    get #isOver() {
      return !this.#live.isConnected || this.#ending.signal.aborted;
    }

    #end() {
      clearInterval(this.#ticking);
      clearTimeout(this.#timer);
      this.#ending.abort();
    }

    /** Does not reconnect in the meantime: that would request the whole page again and abort the load in progress. */
    #reload() {
      this.#show('connecting');
      this.#end();
      location.reload();
    }

    #connect() {
      if (this.#isOver) return;
      clearTimeout(this.#timer);
      if (!document.hidden && this.#stream === undefined) this.#live.dispatchEvent(new Event('connect'));
    }

    /** @param {number} wait is randomised, so that pages that were disconnected together do not reconnect together */
    #connectIn(wait) {
      clearTimeout(this.#timer);
      this.#timer = window.setTimeout(() => this.#connect(), wait * (0.75 + Math.random() / 2));
    }

    #disconnect() {
      clearTimeout(this.#timer);
      if (this.#stream?.reader) void this.#stream.reader.cancel();
      else this.#live.dispatchEvent(new Event('htmx:abort'));
    }

    #seenOrHidden() {
      if (this.#isOver) return;
      if (document.hidden) {
        this.#show('paused');
        this.#disconnect();
      } else {
        this.#losses = 0;
        this.#show('connecting');
        this.#connect();
      }
    }

    /**
     * Before the stream is read: rejects anything that is not one of our streams.
     *
     * @param {Response} answer
     * @param {Event} event
     */
    #answered(answer, event) {
      if (answer.ok && !answer.redirected && answer.headers.get('Content-Type')?.startsWith('text/event-stream')) return;
      event.preventDefault();
      void answer.body?.cancel();
      // After a logout, reloading the page leads to the login.
      if (answer.status === 401 || answer.redirected) return this.#reload();
      if (answer.status !== 503) return this.#lost();
      this.#show('full');
      this.#connectIn(1_000 * Number(answer.headers.get('Retry-After')) || FULL_WAIT);
    }

    /** @param {{ reader: ReadableStreamDefaultReader | null }} stream */
    #opened(stream) {
      this.#stream = stream;
      this.#show('connecting');
    }

    /** @param {{ event: string, data: string }} message */
    #heard(message) {
      // The page was hidden during the request.
      if (document.hidden) return this.#disconnect();
      if (message.event === 'beat') ahead = Date.parse(message.data) - Date.now();
      this.#heardAt = Date.now();
      this.#losses = 0;
      if (this.#state !== 'live') this.#show('live');
    }

    #lost() {
      if (this.#isOver) return;
      this.#stream = undefined;
      if (document.hidden) return this.#show('paused');
      // A page that was hidden and becomes visible again has lost nothing.
      this.#show(this.#state === 'connecting' && this.#losses === 0 ? 'connecting' : 'lost');
      this.#connectIn(Math.min(LONGEST_WAIT, SHORTEST_WAIT * 2 ** this.#losses));
      this.#losses += 1;
    }
  }

  /**
   * @param {EventTarget} target
   * @param {string} name
   * @param {(detail: any, event: Event) => void} handle
   */
  function listen(target, name, handle) {
    target.addEventListener(name, (event) => handle(/** @type {CustomEvent} */ (event).detail, event));
  }

  /**
   * A click anywhere on a row opens its `.row-link`, in a new tab where a link would. Ignores clicks on controls and the end of a
   * selection.
   *
   * @param {MouseEvent} event
   */
  function openRow(event) {
    const target = /** @type {Element} */ (event.target);
    const link = target.closest('tr')?.querySelector('a.row-link');
    if (!link || event.defaultPrevented || target.closest('a, button, input, label, select, textarea, summary, [popover]')) return;
    if (getSelection()?.isCollapsed === false) return;
    const { ctrlKey, metaKey, shiftKey } = event;
    link.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, ctrlKey, metaKey, shiftKey }));
  }

  /** Secondary parts are folded on small screens; without a script they are open everywhere. */
  function foldOnPhones() {
    if (!matchMedia('(max-width: 44rem)').matches) return;
    for (const part of /** @type {NodeListOf<HTMLDetailsElement>} */ (document.querySelectorAll('details.fold'))) part.open = false;
  }

  const LOGIN = '/admin/login';
  /** Query parameters for a single step, which are not part of a view. */
  const ONCE = ['aviso', 'numero', 'previsto', 'id', 'vincular', 'evento'];

  /**
   * The back link returns to the list with the filter and page it had. Filters contain names and e-mail addresses, so the login page
   * deletes them.
   */
  function rememberLists() {
    if (document.querySelector(`form[action="${LOGIN}"]`) !== null) return sessionStorage.clear();
    const back = /** @type {HTMLAnchorElement | null} */ (document.querySelector('.back a'));
    if (back === null) {
      window.addEventListener('pagehide', () => {
        const query = new URLSearchParams(location.search);
        for (const name of ONCE) query.delete(name);
        sessionStorage.setItem(`lista ${location.pathname}`, String(query));
      });
      return;
    }
    back.search = sessionStorage.getItem(`lista ${back.pathname}`) ?? '';
  }

  // New content is in UTC too. It is converted before the swap, so that unchanged parts compare as equal and stay.
  listen(document, 'htmx:before:swap', ({ tasks }) => {
    for (const { fragment } of tasks) {
      localiseTimes(fragment);
      countAges(fragment);
    }
  });
  // For pages that insert messages themselves.
  listen(document, 'htmx:sse:after:message', () => localiseTimes(document));
  document.addEventListener('click', openRow);
  foldOnPhones();
  openNamedForm();
  window.addEventListener('hashchange', openNamedForm);
  // The event does not bubble.
  document.addEventListener('toggle', focusFirstField, true);
  document.addEventListener('toggle', unnameClosedForm, true);
  localiseTimes(document);
  setInterval(() => localiseTimes(document), AGO_EVERY);
  localiseFields();
  document.addEventListener('formdata', sendUtc);
  document.addEventListener('submit', sendOnce);
  document.addEventListener('input', forgetSent);
  window.addEventListener('pageshow', forgetSent);
  rememberLists();
  const connection = document.getElementById('connection');
  /** @type {HTMLElement | null} */
  let kept = null;
  // This script loads before htmx, which fires this event after processing the page. A filter replaces the live part together with the URL.
  document.addEventListener('htmx:after:process', ({ target }) => {
    const live = document.getElementById('live');
    if (live === null || connection === null || live === kept) return;
    // A filter replaces other parts too. Their events come before htmx has processed the live part.
    if (!(target instanceof Node) || !target.contains(live)) return;
    kept = live;
    new LiveConnection(live, connection);
  });
})();

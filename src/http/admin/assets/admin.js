// @ts-check
/**
 * The script of the admin pages: shows and reads times in the reader's zone, counts ages on, and keeps a live page connected. All words it shows are
 * in the page already. Without it everything works but the updates.
 */
(() => {
  /** First pause before connecting again, and the longest, ms. */
  const SHORTEST_WAIT = 250;
  const LONGEST_WAIT = 4_000;
  /** The server says something every 5 s; a connection that is silent for longer is dead, whatever the browser believes. */
  const SILENT_MS = 12_000;
  /** Where the server does not say how long. */
  const FULL_WAIT = 10_000;

  const language = document.documentElement.lang;
  const moments = new Intl.DateTimeFormat(language, { dateStyle: 'short', timeStyle: 'medium' });
  const minutes = new Intl.DateTimeFormat(language, { timeStyle: 'short' });

  /** Server's time minus this machine's, ms; undefined until the server has told it. */
  let /** @type {number | undefined} */ ahead;

  /** @param {ParentNode} root */
  function localiseTimes(root) {
    for (const element of /** @type {NodeListOf<HTMLTimeElement>} */ (root.querySelectorAll('time[datetime]'))) {
      const format = element.dataset.show === 'minute' ? minutes : moments;
      if (element.title !== element.dateTime) element.title = element.dateTime;
      setText(element, format.format(new Date(element.dateTime)));
    }
  }

  /** Fields for times hold the reader's own time, as the lists show it, and say so. */
  function localiseFields() {
    for (const field of /** @type {NodeListOf<HTMLInputElement>} */ (document.querySelectorAll('input[data-at]'))) {
      if (field.dataset.at) showLocally(field, new Date(field.dataset.at));
      tellZone(field);
      field.addEventListener('change', () => tellZone(field));
    }
  }

  /**
   * A day stays a day where it is one here too.
   *
   * @param {HTMLInputElement} field
   * @param {Date} at
   */
  function showLocally(field, at) {
    const wall = new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString();
    const isDay = field.type !== 'datetime-local' && new Date(at).setHours(0, 0, 0, 0) === at.getTime();
    // The old value would be none of the new type.
    field.value = '';
    field.type = isDay ? 'date' : 'datetime-local';
    field.step = 'any';
    field.value = isDay ? wall.slice(0, 10) : wall.slice(0, -1).replace(/:00\.000$/, '');
    field.dataset.shown = field.value;
  }

  /** The zone of what stands in the field: summer and winter may differ. @param {HTMLInputElement} field */
  function tellZone(field) {
    const zone = document.querySelector(`label[for="${field.id}"] .zone`);
    if (!(zone instanceof HTMLElement)) return;
    const format = new Intl.DateTimeFormat(language, { timeZoneName: 'shortOffset' });
    const name = format.formatToParts(momentOf(field) ?? new Date()).find(({ type }) => type === 'timeZoneName')?.value;
    setText(zone, `(${name})`);
    zone.title = format.resolvedOptions().timeZone;
  }

  /** What was left as it is means the moment of the address: where clocks are set back, one text stands for two. @param {HTMLInputElement} field */
  function momentOf(field) {
    const { at, shown } = field.dataset;
    return at && field.value === shown ? new Date(at) : timeIn(field.value);
  }

  /** A date or time of the reader's zone; undefined where it is none. @param {string} text */
  function timeIn(text) {
    const time = new Date(/^\d+-\d+-\d+$/.test(text) ? `${text}T00:00` : text);
    return Number.isNaN(time.getTime()) ? undefined : time;
  }

  /** An address tells times in UTC, so that it means the same for everybody. @param {FormDataEvent} event */
  function sendUtc({ formData, target }) {
    if (!(target instanceof HTMLFormElement)) return;
    for (const field of /** @type {NodeListOf<HTMLInputElement>} */ (target.querySelectorAll('input[data-at]'))) {
      const time = momentOf(field);
      if (time !== undefined) formData.set(field.name, time.toISOString());
    }
  }

  /** @param {ParentNode} root */
  function countAges(root) {
    if (ahead === undefined) return;
    const now = Date.now() + ahead;
    for (const element of /** @type {NodeListOf<HTMLElement>} */ (root.querySelectorAll('[data-since]'))) {
      setText(element, formatAge(now - Date.parse(element.dataset.since ?? '')));
    }
  }

  /**
   * The node stays the same, so that a selection does too, and what is right already is left alone.
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

  /** One connection at a time: asked for when the page is seen, ended when it is hidden, and asked for again when it is lost. */
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
     * @param {HTMLElement} live what is kept fresh
     * @param {HTMLElement} sign where it says how the connection is
     */
    constructor(live, sign) {
      this.#live = live;
      this.#sign = sign;
      listen(live, 'htmx:sse:before:connection', ({ connection }) => this.#opened(connection));
      listen(live, 'htmx:sse:before:message', ({ message }) => this.#heard(message));
      listen(live, 'htmx:sse:close', () => this.#lost());
      listen(live, 'htmx:error', () => this.#lost());
      // The server's word for it, where the stream ends because the session did.
      listen(live, 'session-ended', () => this.#reload());
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

    /** True also when another live part has taken the place of this one, with a connection of its own. */
    get #isOver() {
      return !this.#live.isConnected || this.#ending.signal.aborted;
    }

    #end() {
      clearInterval(this.#ticking);
      clearTimeout(this.#timer);
      this.#ending.abort();
    }

    /** Connecting meanwhile would ask for the whole page again, and so break off what is on its way. */
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

    /** @param {number} wait not exactly: pages that were lost together do not come back together */
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
     * Before the stream is read: what is no stream of ours is nothing to show.
     *
     * @param {Response} answer
     * @param {Event} event
     */
    #answered(answer, event) {
      if (answer.ok && !answer.redirected && answer.headers.get('Content-Type')?.startsWith('text/event-stream')) return;
      event.preventDefault();
      void answer.body?.cancel();
      // Whoever is logged out gets to the login by asking for the whole page.
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
      // Hidden while it was asked for.
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
      // A page that was hidden and is seen again has lost nothing.
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

  const LOGIN = '/admin/login';
  /** What an address says once, for a step: no part of a view. */
  const ONCE = ['aviso', 'numero', 'previsto', 'id', 'vincular', 'evento'];

  /**
   * The way back leads to the list as it was left: its filter and its page. Filters hold names and e-mail addresses, so at the login they are
   * forgotten.
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

  // What comes later is in UTC too. It is changed before it is put in, so that what did not change is found equal and left alone.
  listen(document, 'htmx:before:swap', ({ tasks }) => {
    for (const { fragment } of tasks) {
      localiseTimes(fragment);
      countAges(fragment);
    }
  });
  // Pages that put messages in by themselves.
  listen(document, 'htmx:sse:after:message', () => localiseTimes(document));
  localiseTimes(document);
  localiseFields();
  document.addEventListener('formdata', sendUtc);
  rememberLists();
  const connection = document.getElementById('connection');
  /** @type {HTMLElement | null} */
  let kept = null;
  // This script comes before htmx, which hears it once it has seen the page. A filter exchanges the live part together with its address.
  document.addEventListener('htmx:after:process', () => {
    const live = document.getElementById('live');
    if (live === null || connection === null || live === kept) return;
    kept = live;
    new LiveConnection(live, connection);
  });
})();

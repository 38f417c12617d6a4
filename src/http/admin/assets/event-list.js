// @ts-check
/**
 * The script of the list of events: inserts new events without moving what is being read, and counts selected events. All its texts are in
 * the page already. Without it, the list stays as loaded, and everything else works.
 */
(() => {
  const HEADER_PX = 56;
  const ANNOUNCE_MS = 5_000;

  /** The newest message that is not shown yet because the list is being read, and the new rows in it and in earlier ones. */
  let waiting = '';
  /** @type {Set<string>} */
  const newRows = new Set();
  let announcedAt = 0;
  let announcing = 0;

  /** @param {string} id */
  const byId = (id) => document.getElementById(id);

  /** @param {ParentNode} root */
  const rowsIn = (root) => /** @type {HTMLTableRowElement[]} */ ([...root.querySelectorAll('tr[id^="evento-"]')]);

  /** @returns {HTMLInputElement[]} */
  const boxes = () => [.../** @type {NodeListOf<HTMLInputElement>} */ (document.querySelectorAll('#event-list input[name="evento"]'))];

  /** @param {Element} row */
  const numberOf = (row) => BigInt(row.id.slice('evento-'.length));

  /** `true` if new rows would move what the user is reading. */
  function isBeingRead() {
    const table = byId('event-list');
    if (table === null) return false;
    const selection = getSelection();
    const hasSelection = selection !== null && !selection.isCollapsed && table.contains(selection.anchorNode);
    const isScrolled = table.getBoundingClientRect().top < HEADER_PX;
    return isScrolled || hasSelection || table.contains(document.activeElement) || boxes().some((box) => box.checked);
  }

  /** @param {string} html */
  function parse(html) {
    return new DOMParser().parseFromString(html, 'text/html');
  }

  /**
   * Replaces only cells that differ, and none with the focus. The time of an event never changes.
   * @param {HTMLTableRowElement} row
   * @param {HTMLTableRowElement} fresh
   */
  function bringUpToDate(row, fresh) {
    for (const [index, cell] of [...row.cells].entries()) {
      const other = fresh.cells[index];
      if (other === undefined || cell.querySelector('time, input') !== null || cell.contains(document.activeElement)) continue;
      if (cell.innerHTML === other.innerHTML) continue;
      cell.className = other.className;
      cell.replaceChildren(...other.childNodes);
      mark(row, 'changed');
    }
  }

  /**
   * @param {Element} row
   * @param {string} name
   */
  function mark(row, name) {
    row.classList.add(name);
    row.addEventListener('animationend', () => row.classList.remove(name), { once: true });
  }

  /** Only their numbers: a group that appears or disappears would move the list. @param {Document} fresh */
  function updateGroups(fresh) {
    for (const group of fresh.querySelectorAll('.group')) {
      const numbers = group.querySelectorAll('.group-count, .group-actions a');
      const shown = byId(group.id)?.querySelectorAll('.group-count, .group-actions a') ?? [];
      for (const [index, element] of [...shown].entries()) {
        const other = numbers[index];
        if (other !== undefined && element.textContent !== other.textContent) element.replaceChildren(...other.childNodes);
      }
    }
  }

  /** @param {string} html */
  function keepForLater(html) {
    waiting = html;
    const fresh = parse(html);
    const shown = new Map(rowsIn(document).map((row) => [row.id, row]));
    const sent = new Map(rowsIn(fresh).map((row) => [row.id, row]));
    const newest = Math.max(0, ...[...shown.values()].slice(0, 1).map((row) => Number(numberOf(row))));
    const oldestSent = [...sent.values()].at(-1);
    for (const [id, row] of sent) {
      const old = shown.get(id);
      if (old !== undefined) bringUpToDate(old, row);
      else if (Number(numberOf(row)) > newest) newRows.add(id);
    }
    // Rows that no longer match the filter stay in place and are marked.
    for (const [id, row] of shown) {
      const isWithin = oldestSent === undefined || numberOf(row) >= numberOf(oldestSent);
      row.classList.toggle('left', isWithin && !sent.has(id));
    }
    updateGroups(fresh);
    offerNew();
  }

  /** @param {number} count */
  function wordsForNew(count) {
    const { one = '', many = '' } = byId('new-events')?.dataset ?? {};
    return count === 1 ? one : `${count} ${many}`;
  }

  function offerNew() {
    const button = byId('new-events');
    if (button === null) return;
    button.hidden = newRows.size === 0;
    if (newRows.size === 0) return;
    button.textContent = wordsForNew(newRows.size);
    announceNew(newRows.size);
  }

  /** Not for each event: a busy list would never be silent. @param {number} count */
  function announceNew(count) {
    clearTimeout(announcing);
    const tell = () => {
      announcedAt = Date.now();
      announce(wordsForNew(count));
    };
    announcing = setTimeout(tell, Math.max(0, announcedAt + ANNOUNCE_MS - Date.now()));
  }

  /** @param {string} words */
  function announce(words) {
    const place = byId('announcement');
    if (place !== null) place.textContent = words;
  }

  /** @param {MouseEvent} event */
  async function showNew(event) {
    const live = byId('live');
    if (live === null || waiting === '') return;
    const known = new Set(rowsIn(live).map((row) => row.id));
    // @ts-expect-error htmx has no types of its own here
    await htmx.swap({ sourceElement: live, target: live, swap: 'innerMorph', text: waiting });
    forgetNew();
    markArrived(known);
    showChosen();
    live.scrollIntoView({ block: 'start' });
    // Keyboard users have no pointer position to continue from.
    const first = live.querySelector('#event-list tbody a');
    if (event.detail === 0 && first instanceof HTMLElement) first.focus({ preventScroll: true });
  }

  function forgetNew() {
    waiting = '';
    newRows.clear();
    clearTimeout(announcing);
    offerNew();
  }

  /** @param {ReadonlySet<string>} known */
  function markArrived(known) {
    const arrived = rowsIn(document).filter((row) => !known.has(row.id));
    if (known.size > 0) for (const row of arrived) mark(row, 'arrived');
    return known.size > 0 ? arrived.length : 0;
  }

  /** @param {CustomEvent} event */
  function onMessage(event) {
    const live = byId('live');
    const { message } = event.detail;
    if (live === null || event.target !== live || message.event) return;
    const known = new Set(rowsIn(live).map((row) => row.id));
    if (!isBeingRead()) {
      forgetNew();
      live.addEventListener('htmx:sse:after:message', () => arrive(known), { once: true });
      return;
    }
    event.detail.cancelled = true;
    keepForLater(message.data);
  }

  /** @param {ReadonlySet<string>} known */
  function arrive(known) {
    const arrived = markArrived(known);
    if (arrived > 0) announceNew(arrived);
    showChosen();
  }

  /** Shows how many are selected, and the actions for them. */
  function showChosen() {
    const form = byId('bulk');
    const chosen = byId('chosen');
    if (!(form instanceof HTMLFormElement) || chosen === null) return;
    const all = boxes();
    const count = all.filter((box) => box.checked).length;
    const { none = '', one = '', many = '' } = chosen.dataset;
    const words = count === 0 ? none : count === 1 ? one : `${count} ${many}`;
    if (chosen.textContent !== words) chosen.textContent = words;
    for (const button of form.querySelectorAll('button')) button.disabled = count === 0;
    const label = byId('choose-page');
    const box = label?.querySelector('input');
    if (label === null || !box) return;
    label.hidden = false;
    box.checked = count > 0 && count === all.length;
    box.indeterminate = count > 0 && count < all.length;
  }

  /** @param {Event} event */
  function onChange({ target }) {
    if (!(target instanceof HTMLInputElement)) return;
    if (target.closest('#choose-page') !== null) for (const box of boxes()) box.checked = target.checked;
    if (target.type === 'checkbox') showChosen();
  }

  /** The URL contains only the active filters. @param {FormDataEvent} event */
  function onFormData({ formData, target }) {
    if (!(target instanceof HTMLFormElement) || target.id !== 'filter') return;
    for (const [name, value] of [...formData]) {
      if (value === '') formData.delete(name);
    }
  }

  /** Shows an error response as a full page. @param {CustomEvent} event */
  function onAnswer(event) {
    const { ctx } = event.detail;
    if (ctx.sourceElement?.id !== 'filter' || ctx.response.status < 400) return;
    event.preventDefault();
    location.assign(ctx.request.action);
  }

  /** @param {CustomEvent} event */
  function onSwap(event) {
    if (event.detail.ctx?.request?.form?.id !== 'filter') return;
    forgetNew();
    showChosen();
    const place = byId('events');
    announce(byId('event-list')?.dataset.shown ?? place?.querySelector('.empty')?.textContent ?? '');
  }

  document.addEventListener('htmx:sse:before:message', (event) => onMessage(/** @type {CustomEvent} */ (event)));
  document.addEventListener('htmx:after:request', (event) => onAnswer(/** @type {CustomEvent} */ (event)));
  document.addEventListener('htmx:after:swap', (event) => onSwap(/** @type {CustomEvent} */ (event)));
  document.addEventListener('click', (event) => {
    if (event.target instanceof Element && event.target.id === 'new-events') void showNew(event);
  });
  document.addEventListener('change', onChange);
  document.addEventListener('formdata', onFormData);
  showChosen();
})();

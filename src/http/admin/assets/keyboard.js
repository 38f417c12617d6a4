// @ts-check
/**
 * The keys of the admin pages: through the rows of a list, to the search, the palette and the list of keys. All texts are in the page
 * already. Without it, everything can be reached by Tab, and the palette is not shown.
 */
(() => {
  const KEYS_OFF = 'lead-intake-keys-off';
  const ROWS = ':scope > tbody > tr, :scope > li';

  /** @param {string} id */
  const dialog = (id) => /** @type {HTMLDialogElement | null} */ (document.getElementById(id));

  /** @param {EventTarget | null} target */
  function isTyping(target) {
    if (target instanceof HTMLInputElement) return target.type !== 'checkbox';
    return target instanceof HTMLElement && (target.isContentEditable || target.matches('textarea, select'));
  }

  /** Single-letter keys can be turned off (WCAG 2.1.4). */
  const hasLetterKeys = () => localStorage.getItem(KEYS_OFF) !== '1';

  /** @param {KeyboardEvent} event */
  function onKey(event) {
    if (event.defaultPrevented || event.altKey || event.isComposing) return;
    const isCommand = event.ctrlKey || event.metaKey;
    if (isCommand && event.key.toLowerCase() === 'k' && palette !== null) {
      event.preventDefault();
      return palette.toggle();
    }
    if (isCommand || isTyping(event.target) || document.querySelector('dialog:modal') !== null) return;
    const row = event.target instanceof Element ? event.target.closest('[data-rows] > tbody > tr, [data-rows] > li') : null;
    if ((row !== null && onRowKey(event, row)) || (hasLetterKeys() && onLetter(event, row))) event.preventDefault();
  }

  /**
   * @param {KeyboardEvent} event
   * @param {Element | null} row
   */
  function onLetter({ key }, row) {
    if (key === '/') return search();
    if (key === '?') return showKeys();
    if (key === 'j') return row === null ? focusRow(rowsOf(document.querySelector('[data-rows]')), 'a') : move(row, 1, 'a');
    if (key === 'k') return row !== null && move(row, -1, 'a');
    const box = key === 'x' ? row?.querySelector('input[type=checkbox]') : null;
    if (!(box instanceof HTMLElement)) return false;
    box.click();
    return true;
  }

  /**
   * @param {KeyboardEvent} event
   * @param {Element} row
   */
  function onRowKey({ key, target }, row) {
    const isBox = target instanceof HTMLInputElement;
    if (key === 'ArrowDown' || key === 'ArrowUp') return move(row, key === 'ArrowDown' ? 1 : -1, isBox ? 'input' : 'a');
    if (key !== 'Enter' || !isBox) return false;
    row.querySelector('a')?.click();
    return true;
  }

  /** @param {Element | null} list */
  const rowsOf = (list) => [...(list?.querySelectorAll(ROWS) ?? [])];

  /**
   * @param {Element} row
   * @param {1 | -1} step
   * @param {'a' | 'input'} control the control of the next row that gets the focus
   */
  function move(row, step, control) {
    const rows = rowsOf(row.closest('[data-rows]'));
    const from = rows.indexOf(row);
    return focusRow(step === 1 ? rows.slice(from + 1) : rows.slice(0, from).reverse(), control);
  }

  /**
   * Focuses the first of the rows that has such a control.
   *
   * @param {readonly Element[]} rows
   * @param {'a' | 'input'} control
   */
  function focusRow(rows, control) {
    const next = rows.map((row) => row.querySelector(control)).find((found) => found !== null);
    if (!(next instanceof HTMLElement)) return false;
    next.focus();
    return true;
  }

  /** The search field of the list, or of everything. */
  function search() {
    const field = document.querySelector('#filter input[type=search]');
    if (field instanceof HTMLInputElement) {
      field.focus();
      field.select();
    } else palette?.open();
    return field !== null || palette !== null;
  }

  function showKeys() {
    dialog('keys')?.showModal();
    return true;
  }

  /** A search box with its results: options of the page itself, filtered while typing, and what the server finds. */
  class Palette {
    #dialog;
    #input;
    #list;
    #count;
    /** @type {HTMLElement | undefined} */
    #active;

    /**
     * @param {HTMLDialogElement} dialog
     * @param {HTMLInputElement} input
     */
    constructor(dialog, input) {
      this.#dialog = dialog;
      this.#input = input;
      this.#list = /** @type {HTMLElement} */ (dialog.querySelector('[role=listbox]'));
      this.#count = /** @type {HTMLElement} */ (dialog.querySelector('[role=status]'));
      input.addEventListener('input', () => this.#narrow());
      input.addEventListener('keydown', (event) => this.#onKey(event));
      this.#list.addEventListener('click', ({ target }) => {
        if (target instanceof Element && target.closest('[role=option]') !== null) dialog.close();
      });
      dialog.addEventListener('click', ({ target }) => {
        if (target === dialog) dialog.close();
      });
      dialog.addEventListener('htmx:after:swap', () => this.#narrow());
    }

    /** @param {string} [text] the text that was typed elsewhere */
    open(text = '') {
      if (!this.#dialog.open) this.#dialog.showModal();
      this.#input.value = text;
      this.#input.dispatchEvent(new Event('input', { bubbles: true }));
    }

    toggle() {
      if (this.#dialog.open) this.#dialog.close();
      else this.open();
    }

    /** Hides options of the page that do not contain the text; the server's results match already. */
    #narrow() {
      const typed = this.#input.value.trim();
      for (const option of this.#options()) {
        const { search, words = '' } = option.dataset;
        if (search !== undefined) this.#fill(/** @type {HTMLAnchorElement} */ (option), search, typed);
        else if (option.closest('#palette-found') === null) option.hidden = !plain(`${option.textContent} ${words}`).includes(plain(typed));
      }
      for (const group of this.#list.querySelectorAll('fieldset')) {
        group.hidden = group.querySelector('[role=option]:not([hidden])') === null;
      }
      const shown = this.#shown();
      const { none = '', one = '', many = '' } = this.#count.dataset;
      this.#count.textContent = shown.length === 0 ? none : shown.length === 1 ? one : `${shown.length} ${many}`;
      this.#activate(this.#active !== undefined && shown.includes(this.#active) && typed === '' ? this.#active : shown[0]);
    }

    /**
     * @param {HTMLAnchorElement} option
     * @param {string} path
     * @param {string} typed
     */
    #fill(option, path, typed) {
      option.hidden = typed === '';
      option.href = `${path}?${new URLSearchParams({ busca: typed })}`;
      const place = option.querySelector('[data-typed]');
      if (place !== null) place.textContent = typed;
    }

    /** @param {KeyboardEvent} event */
    #onKey(event) {
      const shown = this.#shown();
      const at = this.#active === undefined ? -1 : shown.indexOf(this.#active);
      if (event.isComposing) return;
      if (event.key === 'ArrowDown') this.#activate(shown[(at + 1) % shown.length]);
      else if (event.key === 'ArrowUp') this.#activate(shown.at(at <= 0 ? -1 : at - 1));
      else if (event.key === 'Enter') this.#active?.click();
      else return;
      event.preventDefault();
    }

    /** @param {HTMLElement | undefined} option */
    #activate(option) {
      this.#active?.setAttribute('aria-selected', 'false');
      this.#active = option;
      option?.setAttribute('aria-selected', 'true');
      option?.scrollIntoView({ block: 'nearest' });
      if (option === undefined) this.#input.removeAttribute('aria-activedescendant');
      else this.#input.setAttribute('aria-activedescendant', option.id);
    }

    #options() {
      return /** @type {HTMLElement[]} */ ([...this.#list.querySelectorAll('[role=option]')]);
    }

    #shown() {
      return this.#options().filter((option) => !option.hidden);
    }
  }

  /** Without accents and in lower case. @param {string} text */
  function plain(text) {
    return text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
  }

  /** The search box above every page opens the palette; without a script it submits a search. @param {Palette} palette */
  function searchByPalette(palette) {
    const field = document.querySelector('.find input');
    if (!(field instanceof HTMLInputElement)) return;
    const hand = () => {
      palette.open(field.value);
      field.value = '';
    };
    field.setAttribute('aria-haspopup', 'dialog');
    field.nextElementSibling?.removeAttribute('hidden');
    field.addEventListener('click', hand);
    field.addEventListener('input', hand);
  }

  const box = dialog('palette');
  const input = box?.querySelector('input');
  const palette = box !== null && input ? new Palette(box, input) : null;
  if (palette !== null) searchByPalette(palette);

  const lettersOn = document.getElementById('keys-on');
  if (lettersOn instanceof HTMLInputElement) {
    lettersOn.checked = hasLetterKeys();
    lettersOn.addEventListener('change', () => localStorage.setItem(KEYS_OFF, lettersOn.checked ? '' : '1'));
  }
  for (const opener of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll('[data-show-keys]'))) {
    opener.hidden = false;
    opener.addEventListener('click', showKeys);
  }
  document.addEventListener('keydown', onKey);
})();

// @ts-check
/** The script of the event page: adds the button that copies the original body if the browser can copy. */
(() => {
  const template = /** @type {HTMLTemplateElement | null} */ (document.getElementById('copy-button'));
  if (template === null || navigator.clipboard === undefined || typeof ClipboardItem === 'undefined') return;
  template.before(template.content.cloneNode(true));
  const button = /** @type {HTMLButtonElement | null} */ (template.previousElementSibling);
  if (button === null) return;
  const { copied = '', failed = '' } = template.dataset;

  /** @param {string} path */
  async function textAt(path) {
    const response = await fetch(path, { headers: { accept: 'application/octet-stream' } });
    if (!response.ok) throw new Error(String(response.status));
    return new Blob([await response.text()], { type: 'text/plain' });
  }

  /** @param {string} text */
  function say(text) {
    if (button !== null) button.textContent = text;
  }

  button.setAttribute('aria-live', 'polite');
  button.addEventListener('click', () => {
    // The item contains a promise of the text, because some browsers allow copying only during the click.
    const item = new ClipboardItem({ 'text/plain': textAt(button.dataset.copy ?? '') });
    navigator.clipboard.write([item]).then(
      () => say(copied),
      () => say(failed),
    );
  });
})();

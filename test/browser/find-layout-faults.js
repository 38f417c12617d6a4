// Runs in the page under test and returns its layout faults, one line each (layout-faults.ts).
(() => {
  /** Platform ids and amounts; a longer run of digits is foreign text. */
  const NUMBER = /(?<![\p{L}\d])\d(?:[\d.,]*\d)?(?![\p{L}\d])/gu;
  const BOXES = '.panel, .finding, .figure, .notice, .confirm, .bulk, .field, .group, .verdict, .details, td, th';
  const CONTROLS = 'main :is(input:not([type="hidden"]), select, textarea, button, .button, .chip, .badge, time, label:not(.pick))';
  const ROUNDING = 1;
  const faults = [];

  const isShown = (element) => element.checkVisibility({ visibilityProperty: true }) && element.closest('.visually-hidden') === null;
  const nameOf = (element) => {
    const classes = element.getAttribute('class');
    return `${element.localName}${classes === null ? '' : `.${classes.trim().replaceAll(/\s+/g, '.')}`} "${(element.textContent ?? '').trim().slice(0, 40)}"`;
  };

  const { scrollWidth, clientWidth } = document.documentElement;
  if (scrollWidth > clientWidth) faults.push(`the page is ${scrollWidth} px wide in a window of ${clientWidth} px`);

  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = texts.nextNode(); node !== null; node = texts.nextNode()) {
    const parent = node.parentElement;
    if (parent === null || parent.closest('.body, pre, svg, option, script') !== null || !isShown(parent)) continue;
    for (const match of (node.nodeValue ?? '').matchAll(NUMBER)) {
      const range = document.createRange();
      range.setStart(node, match.index);
      range.setEnd(node, match.index + match[0].length);
      const lines = new Set([...range.getClientRects()].filter(({ width }) => width > 0).map(({ top }) => Math.round(top)));
      if (match[0].length < 24 && lines.size > 1) faults.push(`the number ${match[0]} is broken in ${nameOf(parent)}`);
    }
  }

  for (const control of document.querySelectorAll(CONTROLS)) {
    const box = control.parentElement?.closest(BOXES);
    if (!isShown(control) || box === null || box === undefined) continue;
    const [inner, outer] = [control.getBoundingClientRect(), box.getBoundingClientRect()];
    if (inner.left < outer.left - ROUNDING || inner.right > outer.right + ROUNDING) faults.push(`${nameOf(control)} leaves ${nameOf(box)}`);
  }

  for (const field of document.querySelectorAll('input:is([type="date"], [type="datetime-local"])')) {
    if (!isShown(field)) continue;
    const { width } = field.getBoundingClientRect();
    field.style.width = 'max-content';
    const needed = field.getBoundingClientRect().width;
    field.style.width = '';
    if (needed > width + ROUNDING) faults.push(`${field.name} needs ${needed} px and has ${width} px`);
  }

  const controls = [...document.querySelectorAll('main :is(input:not([type="hidden"]), select, textarea, button, .button)')].filter(
    (control) => isShown(control) && control.closest('.bulk, .new-events, .keys') === null,
  );
  const rects = controls.map((control) => control.getBoundingClientRect());
  rects.forEach((one, index) => {
    rects.slice(index + 1).forEach((other, distance) => {
      const overlaps =
        one.left < other.right - ROUNDING &&
        other.left < one.right - ROUNDING &&
        one.top < other.bottom - ROUNDING &&
        other.top < one.bottom - ROUNDING;
      const [a, b] = [controls[index], controls[index + 1 + distance]];
      if (overlaps && a !== undefined && b !== undefined) faults.push(`${nameOf(a)} lies over ${nameOf(b)}`);
    });
  });
  return [...new Set(faults)];
})();

/** The stylesheet of the admin pages. Colours are named once; dark mode only renames them. All text has a contrast of 4.5:1 or more. */
export const adminCss = `:root {
  color-scheme: light dark;
  --page: #f5f6f8; --panel: #fff; --text: #1c2430; --quiet: #566173; --line: #dde1e8; --strong-line: #8791a1;
  --accent: #1f5f8b; --on-accent: #fff; --accent-soft: #e6eff6;
  --good: #17653a; --good-soft: #e2f3e8; --bad: #a3231f; --bad-soft: #fbe9e7; --warn: #7a4b00; --warn-soft: #fdf0d5;
  --mono: ui-monospace, "SF Mono", "Cascadia Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace;
  --space: 1rem; --radius: 0.5rem;
}
@media (prefers-color-scheme: dark) {
  :root {
    --page: #12161c; --panel: #1a2028; --text: #e6eaf0; --quiet: #9aa5b5; --line: #2c3541; --strong-line: #6b7788;
    --accent: #7bb8e0; --on-accent: #0d1720; --accent-soft: #1d3344;
    --good: #7fd3a0; --good-soft: #16301f; --bad: #ff9d94; --bad-soft: #3a1c1b; --warn: #f0c168; --warn-soft: #352810;
  }
}
*, *::before, *::after { box-sizing: border-box; }
body { margin: 0; background: var(--page); color: var(--text); font: 0.9375rem/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif; overflow-wrap: anywhere; }
h1, h2, p, dl, dd, ol, ul, pre { margin: 0; padding: 0; }
h1 { font-size: 1.5rem; line-height: 1.25; letter-spacing: -0.01em; }
h2 { font-size: 1.0625rem; margin-bottom: 0.625rem; }
a { color: var(--accent); text-underline-offset: 0.15em; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; border-radius: 3px; }
[hidden] { display: none !important; }
code, .code, .body, .identity bdi { font-family: var(--mono); font-size: 0.875em; }
.quiet { color: var(--quiet); font-size: 0.875rem; }
.visually-hidden { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.skip { position: absolute; left: -100vw; }
.skip:focus { left: 0.5rem; top: 0.5rem; z-index: 1; background: var(--panel); padding: 0.5rem 0.75rem; }

.top { display: flex; flex-wrap: wrap; align-items: center; gap: 0.5rem 1.25rem; padding: 0.625rem clamp(1rem, 3vw, 2rem); background: var(--panel); border-bottom: 1px solid var(--line); }
.brand { font-weight: 650; color: var(--text); text-decoration: none; }
.top nav { display: flex; gap: 0.25rem; }
.top nav a { padding: 0.375rem 0.75rem; border-radius: var(--radius); color: var(--text); text-decoration: none; }
.top nav a:hover { background: var(--page); }
.top nav a[aria-current] { background: var(--accent-soft); color: var(--accent); font-weight: 600; }
.about { margin-left: auto; display: flex; gap: 0.5rem; align-items: center; }
.environment { border: 1px solid var(--line); border-radius: 99px; padding: 0 0.5rem; font-size: 0.8125rem; color: var(--quiet); }
.environment-production { background: var(--accent-soft); border-color: transparent; color: var(--accent); font-weight: 600; }

main { max-width: 80rem; margin: 0 auto; padding: 1.5rem clamp(1rem, 3vw, 2rem) 3rem; display: grid; gap: 1.25rem; grid-template-columns: minmax(0, 1fr); }
main:focus { outline: none; }
.plain { max-width: 26rem; margin: 12vh auto 0; padding: 1.75rem; background: var(--panel); border: 1px solid var(--line); border-radius: 0.75rem; gap: 1rem; }
.heading { display: flex; flex-wrap: wrap; align-items: center; gap: 0.5rem 1rem; }
.actions { display: flex; flex-wrap: wrap; gap: 0.5rem; margin-left: auto; }
#live, #live > div { display: grid; gap: 1.25rem; grid-template-columns: minmax(0, 1fr); }
section { min-width: 0; }

.stack { display: grid; gap: 0.5rem; }
label { font-weight: 550; font-size: 0.875rem; }
input, select, button, .button { font: inherit; min-height: 2.25rem; border-radius: var(--radius); }
input, select { width: 100%; padding: 0.25rem 0.625rem; border: 1px solid var(--strong-line); background: var(--panel); color: var(--text); }
button, .button { display: inline-flex; align-items: center; justify-content: center; padding: 0.25rem 0.875rem; border: 1px solid transparent; cursor: pointer; font-weight: 550; text-decoration: none; white-space: nowrap; }
.primary { background: var(--accent); color: var(--on-accent); }
.secondary, .button { background: var(--panel); color: var(--text); border-color: var(--strong-line); }
button.plain { all: unset; cursor: pointer; color: var(--quiet); padding: 0.375rem 0; text-decoration: underline; text-underline-offset: 0.15em; }
button.plain:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
.primary:hover, .secondary:hover, .button:hover { filter: brightness(0.96); }

.connection { display: flex; align-items: center; gap: 0.5rem; color: var(--quiet); font-size: 0.875rem; }
.connection::before { content: ""; flex: none; width: 0.5rem; height: 0.5rem; border-radius: 50%; background: var(--strong-line); }
.connection[data-now="live"]::before { background: var(--good); }
.connection[data-now="lost"] { color: var(--bad); font-weight: 600; }
.connection[data-now="lost"]::before { background: var(--bad); }

.notice { padding: 0.625rem 0.875rem; border-radius: var(--radius); border-left: 4px solid; }
.notice-bad { background: var(--bad-soft); border-color: var(--bad); }
.notice-warn { background: var(--warn-soft); border-color: var(--warn); }
.notice-good { background: var(--good-soft); border-color: var(--good); }
.notice-bad strong { color: var(--bad); }
.notice-warn strong { color: var(--warn); }

.figures { display: grid; gap: 0.75rem; grid-template-columns: repeat(auto-fit, minmax(min(100%, 15rem), 1fr)); }
.figure { padding: 0.75rem 1rem 0.875rem; background: var(--panel); border: 1px solid var(--line); border-radius: 0.75rem; }
.figure dt { color: var(--quiet); font-size: 0.875rem; font-weight: 550; }
.figure dd { display: grid; }
.value { font-size: 2rem; line-height: 1.2; font-weight: 600; font-variant-numeric: tabular-nums; letter-spacing: -0.02em; }
.figure-bad .value, .bad { color: var(--bad); }

table.list { width: 100%; border-collapse: separate; border-spacing: 0; background: var(--panel); border: 1px solid var(--line); border-radius: 0.75rem; font-size: 0.875rem; }
.list th { text-align: left; color: var(--quiet); font-weight: 550; white-space: nowrap; }
.list th, .list td { padding: 0.5rem 0.75rem; border-bottom: 1px solid var(--line); vertical-align: baseline; }
.list tbody tr:last-child td { border-bottom: 0; }
.list tbody tr:hover td { background: color-mix(in srgb, var(--accent-soft) 45%, transparent); }
.list .number { text-align: right; font-variant-numeric: tabular-nums; }
.list time { white-space: nowrap; }
.badge { display: inline-block; padding: 0 0.5rem; border-radius: 99px; font-size: 0.8125rem; font-weight: 600; white-space: nowrap; background: var(--accent-soft); color: var(--accent); }
.badge-processado, .badge-concluido, .badge-enviada, .badge-alive { background: var(--good-soft); color: var(--good); }
.badge-erro, .badge-falhou, .badge-rejeitada { background: var(--bad-soft); color: var(--bad); }
.badge-conflict { background: var(--warn-soft); color: var(--warn); margin-left: 0.5rem; }
.error-code { margin-left: 0.5rem; color: var(--bad); }
.empty { padding: 2.5rem 1rem; text-align: center; color: var(--quiet); background: var(--panel); border: 1px dashed var(--line); border-radius: 0.75rem; }

.filter { display: grid; gap: 0.625rem; grid-template-columns: repeat(auto-fit, minmax(min(100%, 10.5rem), 1fr)); align-items: end; }
.field { display: grid; gap: 0.125rem; }
.buttons { display: flex; align-items: center; gap: 0.875rem; }
.pages { display: flex; gap: 1.5rem; justify-content: flex-end; }

.way { list-style: none; background: var(--panel); border: 1px solid var(--line); border-radius: 0.75rem; padding: 1rem; }
.step { position: relative; display: grid; grid-template-columns: 12rem minmax(0, 1fr); gap: 0 1rem; padding: 0 0 0.875rem 1.5rem; }
.step:last-child { padding-bottom: 0; }
.step::before { content: ""; position: absolute; left: 0; top: 0.4375rem; width: 0.75rem; height: 0.75rem; border-radius: 50%; background: var(--panel); border: 2px solid var(--strong-line); }
.step:not(:last-child)::after { content: ""; position: absolute; left: 0.3125rem; top: 1.3125rem; bottom: -0.3125rem; width: 2px; background: var(--line); }
.step-done::before { background: var(--good); border-color: var(--good); }
.step-bad::before { background: var(--bad); border-color: var(--bad); }
.step-warn::before { background: var(--warn); border-color: var(--warn); }
.attempts { list-style: none; display: grid; gap: 0.25rem; }
.fault { color: var(--bad); }

.details { display: grid; background: var(--panel); border: 1px solid var(--line); border-radius: 0.75rem; padding: 0.25rem 1rem; }
.details > div { display: grid; grid-template-columns: 12rem minmax(0, 1fr); gap: 0 1rem; padding: 0.375rem 0; border-bottom: 1px solid var(--line); }
.details > div:last-child { border-bottom: 0; }
.details dt { color: var(--quiet); }
.body { margin: 0.5rem 0; padding: 0.875rem 1rem; background: var(--panel); border: 1px solid var(--line); border-radius: 0.75rem; white-space: pre-wrap; max-height: 32rem; overflow: auto; tab-size: 2; }
.escape { background: var(--warn-soft); color: var(--warn); border-radius: 3px; padding: 0 0.125rem; font-family: var(--mono); font-size: 0.875em; }

@media (max-width: 44rem) {
  .about { margin-left: 0; }
  .top form { margin-left: auto; }
  .actions { margin-left: 0; width: 100%; }
  .figures { grid-template-columns: repeat(2, minmax(0, 1fr)); }
  .figure { padding: 0.625rem 0.75rem; }
  .value { font-size: 1.25rem; }
  .list, .list tbody, .list tr, .list td { display: block; }
  .list thead { display: none; }
  .list tr { padding: 0.5rem 0; border-bottom: 1px solid var(--line); }
  .list tbody tr:last-child { border-bottom: 0; }
  .list td, .list .number { display: grid; grid-template-columns: 7rem minmax(0, 1fr); gap: 0.5rem; padding: 0.125rem 0.875rem; border: 0; text-align: left; }
  .list td::before { content: attr(data-label); color: var(--quiet); }
  .list td > * { grid-column: 2; justify-self: start; margin-left: 0; }
  .list td.nothing { display: none; }
  .step, .details > div { grid-template-columns: minmax(0, 1fr); }
  .filter { grid-template-columns: repeat(2, minmax(0, 1fr)); }
}
@media (prefers-reduced-motion: no-preference) { button, .button { transition: filter 120ms; } }
@media (forced-colors: active) { .badge, .notice, .figure { border: 1px solid; } .step::before { forced-color-adjust: none; } }
`;

"""The style and the script of the page, which are part of the page itself."""

from __future__ import annotations

import hashlib
from base64 import b64encode

STYLE = """
:root { color-scheme: light dark; --ink: #1d2126; --soft: #5a636e; --paper: #fff; --panel: #f5f6f8; --edge: #d5d9df;
 --link: #0b57b0; --error: #b3140f; --warning: #855800; --note: #1f5f8b; --good: #12692c; --covered: #dcf2e1;
 --partly: #fdf0c4; --missed: #fbdcda; --proved: #e6e0f5; --hit: #ffe08a; }
@media (prefers-color-scheme: dark) { :root { --ink: #e4e7eb; --soft: #a3adb9; --paper: #15181c; --panel: #1e2228;
 --edge: #3a414b; --link: #7fb6ff; --error: #ff8b82; --warning: #f0c050; --note: #7cc0ee; --good: #6fd08c;
 --covered: #173a22; --partly: #45390f; --missed: #4a1f1d; --proved: #322a4d; --hit: #6b5410; } }
* { box-sizing: border-box; }
body { font: 15px/1.5 system-ui, sans-serif; color: var(--ink); background: var(--paper); margin: 0 auto;
 padding: 0 1.5rem 4rem; max-width: 80rem; }
a { color: var(--link); } a:focus-visible, summary:focus-visible, input:focus-visible, button:focus-visible
 { outline: 2px solid var(--link); outline-offset: 2px; }
h1 { font-size: 1.5rem; margin: 1.2rem 0 .2rem; } h2 { font-size: 1.2rem; margin: 2.2rem 0 .6rem; }
h3 { font-size: 1rem; margin: 0 0 .4rem; }
code, pre, .code { font: 13px/1.45 ui-monospace, Menlo, Consolas, monospace; }
code { overflow-wrap: anywhere; } pre { overflow-x: auto; margin: .4rem 0; white-space: pre; }
.skip { position: absolute; left: -99rem; } .skip:focus { left: 1rem; }
.soft { color: var(--soft); } .left { color: var(--soft); font-style: italic; }
nav { position: sticky; top: 0; background: var(--paper); border-bottom: 1px solid var(--edge); padding: .5rem 0;
 display: flex; flex-wrap: wrap; gap: .3rem 1rem; align-items: baseline; z-index: 1; }
nav input[type=search] { font: inherit; padding: .1rem .4rem; min-width: 14rem; } nav label { white-space: nowrap; }
article, .panel { border: 1px solid var(--edge); border-left-width: 5px; border-radius: 4px; padding: .7rem 1rem;
 margin: .8rem 0; scroll-margin-top: 4rem; }
.error { border-left-color: var(--error); } .warning { border-left-color: var(--warning); }
.note { border-left-color: var(--note); }
.level { font-weight: 600; } .error .level, .level.error, .failed { color: var(--error); }
.warning .level, .level.warning, .partial { color: var(--warning); }
.note .level, .level.note, .bounded { color: var(--note); } .complete, .confirmed { color: var(--good); }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .1rem 1rem; margin: .5rem 0; }
dt { color: var(--soft); } dd { margin: 0; min-width: 0; }
table { border-collapse: collapse; width: 100%; margin: .4rem 0; }
th, td { text-align: left; vertical-align: top; padding: .2rem .6rem .2rem 0; border-bottom: 1px solid var(--edge); }
th { color: var(--soft); font-weight: 500; } td.number, th.number { text-align: right; }
.tiles { display: flex; flex-wrap: wrap; gap: .8rem; } .tiles > div { background: var(--panel); border-radius: 4px;
 padding: .6rem 1rem; min-width: 9rem; }
 figure { margin: 1rem 0; max-width: 40rem; } .tiles b { display: block; font-size: 1.4rem; line-height: 1.2; }
.cases { table-layout: fixed; } .cases th:nth-child(1) { width: 32%; } .cases th:nth-child(4) { width: 18%; }
.cases th:nth-child(5) { width: 4rem; }
details { scroll-margin-top: 4rem; } details details { margin: .2rem 0 .2rem 1rem; }
summary { cursor: pointer; padding: .15rem 0; } summary code { font-weight: 600; }
.side { color: var(--soft); margin-left: .8rem; }
meter { width: 5rem; vertical-align: middle; }
.source { overflow-x: auto; border: 1px solid var(--edge); border-radius: 4px; margin: .4rem 0; }
.source table { margin: 0; width: max-content; min-width: 100%; }
.source td { border: 0; padding: 0 .6rem; white-space: pre; }
.source tr { scroll-margin-top: 4rem; }
.source .at { color: var(--soft); text-align: right; user-select: none; }
.source .sign { user-select: none; width: 1.6rem; }
.source .text { width: 100%; }
.covered > .text { background: var(--covered); } .partly > .text { background: var(--partly); }
.missed > .text { background: var(--missed); } .proved > .text { background: var(--proved); }
.source .aside { color: var(--soft); white-space: nowrap; } tr:target, tr.hit > .text { background: var(--hit); }
mark { background: none; color: inherit; text-decoration: underline wavy var(--error); text-underline-offset: 3px; }
.legend span { padding: 0 .5rem; margin-right: .5rem; } .legend .covered { background: var(--covered); }
.legend .partly { background: var(--partly); } .legend .missed { background: var(--missed); }
.legend .proved { background: var(--proved); }
@media print { body { max-width: none; padding: 0; font-size: 10pt; } nav, .skip { display: none; }
 article, tr { break-inside: avoid; } .source, pre { overflow: visible; } pre, .source td { white-space: pre-wrap; }
 :root { --paper: #fff; --ink: #000; } }
"""

SCRIPT = """
'use strict';
const all = (what, from = document) => [...from.querySelectorAll(what)];
const reveal = () => {
  const at = location.hash.length > 1 && document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (!at) return;
  for (let up = at; up; up = up.parentElement) if (up.tagName === 'DETAILS') up.open = true;
  at.scrollIntoView();
};
const box = document.getElementById('filter');
const levels = all('nav input[type=checkbox]');
const narrow = () => {
  const wanted = box.value.toLowerCase();
  const off = levels.filter(each => !each.checked).map(each => each.value);
  for (const each of all('[data-filter]')) {
    const text = each.dataset.filter.toLowerCase();
    each.hidden = !text.includes(wanted) || off.includes(each.dataset.level);
  }
  for (const each of all('.class')) each.hidden = wanted !== '' && !all('[data-filter]:not([hidden])', each).length;
};
const step = by => {
  const shown = all('article:not([hidden])');
  const now = shown.indexOf(document.activeElement);
  const next = shown[Math.min(Math.max(now + by, 0), shown.length - 1)];
  if (next) { next.focus(); next.scrollIntoView(); }
};
addEventListener('hashchange', reveal);
addEventListener('keydown', event => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key === 'Escape' && event.target === box) { box.value = ''; narrow(); box.blur(); return; }
  if (/INPUT|TEXTAREA/.test(event.target.tagName)) return;
  if (event.key === '/') { event.preventDefault(); box.focus(); }
  if (event.key === 'j') step(1);
  if (event.key === 'k') step(-1);
});
addEventListener('beforeprint', () => { for (const each of all('article details, .class')) each.open = true; });
document.getElementById('tools').hidden = false;
box.addEventListener('input', narrow);
for (const each of levels) each.addEventListener('change', narrow);
const fold = (id, open) => document.getElementById(id).addEventListener('click', () => {
  for (const each of all('details')) each.open = open;
});
fold('open', true);
fold('shut', false);
reveal();
"""


def policy() -> str:
    """The content security policy: the page may show itself and run this script, and load or run nothing else."""
    script = b64encode(hashlib.sha256(SCRIPT.encode()).digest()).decode()
    allowed = f"style-src 'unsafe-inline'; script-src 'sha256-{script}'"
    return f"default-src 'none'; {allowed}; base-uri 'none'; form-action 'none'"

import { createHash } from 'node:crypto';

/** Text that is already HTML; all other values are escaped. */
export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

type Part = Html | string | number | Part[];

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

function render(part: Part): string {
  if (part instanceof Html) return part.text;
  if (Array.isArray(part)) return part.map(render).join('');
  return String(part).replace(/[&<>"']/g, (character) => escapes[character] ?? character);
}

/** Builds HTML from a template and escapes the values that are not HTML themselves. */
export function html(texts: TemplateStringsArray, ...parts: Part[]): Html {
  return new Html(texts.map((text, index) => text + (index < parts.length ? render(parts[index] ?? '') : '')).join(''));
}

const style = `
:root { color-scheme: light dark; --ink: #1c1e21; --paper: #fff; --edge: #8a8f98; --accent: #0b5cad; --accent-ink: #fff; --quiet: #555b66; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #eceef1; --paper: #17191c; --edge: #7d838d; --accent: #8cc4ff; --accent-ink: #0b1a2a; --quiet: #b4bac4; }
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 1rem/1.7 "Noto Sans JP", "Hiragino Sans", "Yu Gothic", sans-serif; }
main { max-width: 64rem; margin: 0 auto; padding: 1.5rem 1rem 3rem; }
main.narrow { max-width: 28rem; }
h1 { font-size: 1.4rem; line-height: 1.4; }
h2 { font-size: 1.15rem; margin-top: 2.5rem; }
a { color: var(--accent); }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .25rem 1rem; padding: 1rem; border: 1px solid var(--edge); border-radius: .5rem; }
dt { color: var(--quiet); }
dd { margin: 0; text-align: right; font-weight: 600; overflow-wrap: anywhere; }
form { display: grid; gap: .75rem; }
button, .button { display: block; width: 100%; min-height: 3rem; padding: .6rem 1rem; border: 2px solid var(--accent); border-radius: .5rem;
  background: var(--paper); color: var(--accent); font: inherit; font-weight: 600; text-align: center; text-decoration: none; cursor: pointer; }
button.primary, .button { background: var(--accent); color: var(--accent-ink); }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 3px; }
.notice { color: var(--quiet); font-size: .9rem; }
.table { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; }
th, td { padding: .5rem .75rem; border-bottom: 1px solid var(--edge); text-align: left; vertical-align: top; white-space: nowrap; }
td.number { text-align: right; }
code { font-size: .9em; }
`;

const styleHash = createHash('sha256').update(style).digest('base64');

/** A whole page without scripts and other files. */
export function page(input: { title: string; isNarrow?: boolean; body: Html }): string {
  return html`<!doctype html>
<html lang="ja">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${input.title}</title>
<link rel="icon" href="data:,">
<style>${new Html(style)}</style>
</head>
<body>
<main${input.isNarrow ? new Html(' class="narrow"') : ''}>
${input.body}
</main>
</body>
</html>
`.text;
}

/**
 * The headers of a page. `formTargets` are the origins to which its form may lead: a browser applies the rule to the redirect that
 * follows the form as well.
 */
export function pageHeaders(formTargets: string[] = []): Record<string, string> {
  const policy = [
    "default-src 'none'",
    `style-src 'sha256-${styleHash}'`,
    'img-src data:',
    `form-action ${["'self'", ...formTargets].join(' ')}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ];
  return {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': policy.join('; '),
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
  };
}

/** ¥10,000 */
export const yen = (amount: number): string => `¥${amount.toLocaleString('ja-JP')}`;

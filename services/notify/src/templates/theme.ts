/** The shop's colours in light and dark mail programs. The contrast of text is at least 4.5 in both. */
const light = {
  page: '#f1f3f8',
  card: '#ffffff',
  text: '#1f2430',
  muted: '#565e70',
  line: '#dfe3ec',
  brand: '#3053bd',
  tint: '#eef2fd',
  onBrand: '#ffffff',
} as const;

const dark: Record<keyof typeof light, string> = {
  page: '#12141a',
  card: '#1c1f27',
  text: '#e9ecf3',
  muted: '#a9b1c2',
  line: '#363c49',
  brand: '#9db4f7',
  tint: '#262d40',
  onBrand: '#ffffff',
};

export const colour = light;

export const fontFamily =
  "'Hiragino Kaku Gothic ProN', 'Hiragino Sans', 'Noto Sans JP', 'Noto Sans CJK JP', 'Yu Gothic UI', Meiryo, system-ui, sans-serif";
export const codeFamily = "ui-monospace, 'SFMono-Regular', Menlo, Consolas, 'Noto Sans Mono', monospace";

/** The maximum width of the mail, in px. */
export const CONTAINER_WIDTH = 600;

/** The dark scheme and narrow screens, which inline styles cannot express. Mail programs that ignore it show the light, wide layout. */
export const styleSheet = `
:root { color-scheme: light dark; supported-color-schemes: light dark; }
body { background-color: ${light.page}; }
@media (max-width: 480px) {
  .m-gap { padding: 8px 0 !important; }
  .m-card { border-radius: 0 !important; border-left: 0 !important; border-right: 0 !important; }
  .m-inside { padding: 28px 20px !important; }
  .m-edge { padding-left: 20px !important; padding-right: 20px !important; }
  .m-code { font-size: 34px !important; letter-spacing: 6px !important; text-indent: 6px !important; }
}
@media (prefers-color-scheme: dark) {
  .m-page, body { background-color: ${dark.page} !important; }
  .m-card { background-color: ${dark.card} !important; border-color: ${dark.line} !important; }
  .m-text { color: ${dark.text} !important; }
  .m-muted { color: ${dark.muted} !important; }
  .m-brand, .m-link { color: ${dark.brand} !important; }
  .m-tint { background-color: ${dark.tint} !important; }
  .m-line { border-color: ${dark.line} !important; }
}
`;

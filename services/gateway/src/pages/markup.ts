const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** For text in HTML and XML, and for attributes in double quotes. */
export const escapeMarkup = (text: string): string => text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character);

/** JSON for a script element: no string in it can end the element. */
export const scriptJson = (value: unknown): string => JSON.stringify(value).replaceAll('<', '\\u003c');

/** An address in CSS, also inside a style element. */
export const cssUrl = (url: string): string => `url("${url.replace(/["\\<>\s]/g, encodeURIComponent)}")`;

import { createRequire } from 'node:module';
import NativeEnvironment from './native-environment.mjs';

// Set before React is loaded, so that tests use its production build, as customers do: with the development build, they take a quarter longer. It stays set
// in the worker, so screen tests have a Jest run of their own (tools/run-tests.ts).
process.env.NODE_ENV = 'production';

const requireFromWeb = createRequire(new URL('../../../web/package.json', import.meta.url));
const { JSDOM } = requireFromWeb('jsdom');
/**
 * The properties that jsdom computes for each call of `getComputedStyle`. Most are colours, which took a sixth of the time of all screen tests. These tests look
 * at no colours (the journeys do), so only visibility and pointer events remain.
 */
const { propertiesWithResolvedValueImplemented: computed } = requireFromWeb('jsdom/lib/jsdom/living/helpers/style-rules.js');
for (const name of Object.keys(computed)) if (!['visibility', 'pointer-events'].includes(name)) delete computed[name];

/** Node's own versions stay: `fetch` accepts only these, and the app's requests go through it. */
const NODE_GLOBALS = new Set([
  'AbortController',
  'AbortSignal',
  'Blob',
  'File',
  'FormData',
  'Headers',
  'Request',
  'Response',
  'TextDecoder',
  'TextEncoder',
  'URL',
  'URLSearchParams',
  'clearInterval',
  'clearTimeout',
  'console',
  'crypto',
  'fetch',
  'performance',
  'process',
  'queueMicrotask',
  'setInterval',
  'setTimeout',
  'structuredClone',
]);
/** These exist in Node too, but the DOM accepts only events of its own kind. */
const DOM_GLOBALS = new Set(['CustomEvent', 'Event', 'EventTarget', 'navigator']);

const noop = () => undefined;
class NoObserver {
  observe = noop;
  unobserve = noop;
  disconnect = noop;
}

/** Browser functions that jsdom does not have. None of them draws anything, so tests of layout and colours need a browser. */
const addMissingFunctions = (window) => {
  window.matchMedia = (query) => ({
    // Reduced motion: what a test opens is visible at once, however slow the machine is.
    matches: query === '(prefers-reduced-motion: reduce)',
    media: query,
    onchange: null,
    addEventListener: noop,
    removeEventListener: noop,
    addListener: noop,
    removeListener: noop,
    dispatchEvent: () => false,
  });
  window.ResizeObserver = NoObserver;
  window.IntersectionObserver = NoObserver;
  window.scrollTo = noop;
  window.print = noop;
  window.reportError = (error) => window.dispatchEvent(new window.ErrorEvent('error', { error, message: String(error) }));
  window.Element.prototype.scrollIntoView = noop;
  window.Element.prototype.scrollTo = noop;
  window.HTMLMediaElement.prototype.play = async () => undefined;
  window.HTMLMediaElement.prototype.pause = noop;
  window.HTMLMediaElement.prototype.load = noop;
  window.CSS = { escape: (text) => text.replace(/[^\w-]/g, '\\$&') };
  // Popovers hide when the element they belong to has no size.
  window.Element.prototype.getBoundingClientRect = () => new window.DOMRect(10, 10, 100, 40);
  window.document.fonts = { addEventListener: noop, removeEventListener: noop, ready: Promise.resolve() };
};

const { window } = new JSDOM('<!doctype html><html lang="ja"><head></head><body></body></html>', {
  url: 'http://localhost:3000/',
  pretendToBeVisual: true,
});
addMissingFunctions(window);

// Once per worker and not per test file: React and Mantine look at the window when they are loaded, and they are loaded once per worker.
for (const name of Object.getOwnPropertyNames(window)) {
  const isNew = !(name in globalThis) || DOM_GLOBALS.has(name);
  if (!isNew || NODE_GLOBALS.has(name) || name.startsWith('_')) continue;
  Object.defineProperty(globalThis, name, { configurable: true, writable: true, value: window[name] });
}
for (const name of ['addEventListener', 'removeEventListener', 'dispatchEvent', 'getComputedStyle']) {
  globalThis[name] = window[name].bind(window);
}
Object.assign(globalThis, { window, self: window, document: window.document, location: window.location, history: window.history });
const { FormData: NodeFormData } = globalThis;
/** Node's form data, which `fetch` accepts, also made from a form of the page. */
globalThis.FormData = class FormData extends NodeFormData {
  constructor(...form) {
    super();
    if (form.length > 0) for (const [name, value] of new window.FormData(...form)) this.append(name, value);
  }
};
// Cached responses expire minutes later; such timers must not keep the worker alive.
const startTimer = globalThis.setTimeout;
globalThis.setTimeout = (callback, delay, ...parameters) => {
  const timer = startTimer(callback, delay, ...parameters);
  return delay >= 60_000 ? timer.unref() : timer;
};
Object.assign(window, { fetch: (...parameters) => globalThis.fetch(...parameters) });
// React renders updates as it does in a browser, and tests wait for what they expect. Testing Library would turn the act environment on.
globalThis.IS_REACT_ACT_ENVIRONMENT = false;
process.env.RTL_SKIP_AUTO_CLEANUP = 'true';
const React = requireFromWeb('react');
const { flushSync } = requireFromWeb('react-dom');
/** Testing Library calls `act` for every update, and only React's development build has it. */
React.act = (callback) => {
  const result = flushSync(callback);
  return Promise.resolve(result);
};

/** The environment of screen tests: the native environment with one jsdom window per worker. Every test file starts with an empty page. */
export default class DomEnvironment extends NativeEnvironment {
  async teardown() {
    window.document.body.replaceChildren();
    window.document.head.replaceChildren();
    window.localStorage.clear();
    window.sessionStorage.clear();
    window.history.replaceState(null, '', '/');
    await super.teardown();
  }
}

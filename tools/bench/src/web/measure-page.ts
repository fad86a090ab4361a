import { chromium } from 'playwright-core';

/** A mid-range phone on a slow mobile network. Bytes per second; the processor is slowed down this many times. */
const NETWORK = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 90_000 };
const CPU_RATE = 4;
/** Milliseconds after the network is quiet and the first picture is there, so that late layout shifts count. */
const SETTLE_MS = 1000;
const PICTURE_MS = 30_000;
const POLL_MS = 100;
const FLAGS = ['--headless', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking'];

/** Milliseconds since the navigation; `shift` is the cumulative layout shift, `bytes` what went over the network. */
export type Measurement = { fcp: number; lcp: number; shift: number; blocking: number; cover: number; requests: number; bytes: number };

/** Runs in the page before its own code: collects what the browser reports. */
const observe = (): void => {
  const seen = { fcp: 0, lcp: 0, shift: 0, blocking: 0, cover: 0 };
  Object.assign(window, { measured: seen });
  const watch = <Entry extends PerformanceEntry>(type: string, use: (entry: Entry) => void) =>
    new PerformanceObserver((list) => (list.getEntries() as Entry[]).forEach(use)).observe({ type, buffered: true });
  watch('paint', ({ name, startTime }) => {
    if (name === 'first-contentful-paint') seen.fcp = startTime;
  });
  watch('largest-contentful-paint', ({ startTime }) => {
    seen.lcp = startTime;
  });
  watch<PerformanceEntry & { value: number }>('layout-shift', ({ value }) => {
    seen.shift += value;
  });
  watch('longtask', ({ duration }) => {
    seen.blocking += Math.max(0, duration - 50);
  });
  const findCover = (): void => {
    const cover = [...document.querySelectorAll<HTMLImageElement>('img[src^="/media/"]')].find(
      (image) => image.complete && image.naturalWidth > 0,
    );
    if (cover) seen.cover = performance.now();
    else requestAnimationFrame(findCover);
  };
  requestAnimationFrame(findCover);
};

/** Opens the address once with an empty cache, 390 px wide. */
export const measurePage = async (url: string): Promise<Measurement> => {
  const browser = await chromium.launch({ executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium', args: FLAGS });
  try {
    const context = await browser.newContext({ viewport: { width: 390, height: 844 }, locale: 'ja-JP', isMobile: true, hasTouch: true });
    const page = await context.newPage();
    // tsx wraps functions in calls of a helper that the page does not have.
    await page.addInitScript('globalThis.__name = (value) => value');
    await page.addInitScript(observe);
    const session = await context.newCDPSession(page);
    await session.send('Network.enable');
    await session.send('Network.emulateNetworkConditions', NETWORK);
    await session.send('Emulation.setCPUThrottlingRate', { rate: CPU_RATE });
    let requests = 0;
    let bytes = 0;
    session.on('Network.requestWillBeSent', () => {
      requests += 1;
    });
    session.on('Network.loadingFinished', ({ encodedDataLength }) => {
      bytes += encodedDataLength;
    });
    await page.goto(url, { waitUntil: 'networkidle' });
    // On a busy machine, the network is quiet while the code starts.
    // Not waitForFunction, which the content security policy forbids.
    for (const deadline = Date.now() + PICTURE_MS; (await page.evaluate('measured.cover')) === 0; await page.waitForTimeout(POLL_MS))
      if (Date.now() > deadline) throw new Error(`${url} shows no picture`);
    await page.waitForTimeout(SETTLE_MS);
    const measured = await page.evaluate(() => (window as unknown as { measured: Omit<Measurement, 'requests' | 'bytes'> }).measured);
    return { ...measured, requests, bytes };
  } finally {
    await browser.close();
  }
};

import { expect, test } from '@jest/globals';
import { inAppBrowserOf, outsideLine } from './in-app-browser.ts';

const IPHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)';
const ANDROID =
  'Mozilla/5.0 (Linux; Android 15; Pixel 9; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/130.0 Mobile Safari/537.36';

test.each([
  [`${IPHONE} Safari Line/14.19.0`, 'LINE'],
  [`${ANDROID} Line/14.19.0/IAB`, 'LINE'],
  [`${IPHONE} Mobile/22B83 Instagram 355.0.0.0.0 (iPhone16,2; iOS 18_1)`, 'Instagram'],
  [`${IPHONE} Mobile/22B83 [FBAN/FBIOS;FBAV/490.0;FBBV/1]`, 'Facebook'],
  [`${ANDROID} [FB_IAB/FB4A;FBAV/490.0;]`, 'Facebook'],
  [`${IPHONE} Mobile/22B83 Twitter for iPhone/10.66`, 'X（Twitter）'],
  [`${ANDROID} TwitterAndroid`, 'X（Twitter）'],
  [`${ANDROID} musical_ly_2023 BytedanceWebview/d8a21c6`, 'TikTok'],
  [`${IPHONE} Mobile/22B83 YJApp-IOS jp.co.yahoo.ipn.appli/4.120`, 'Yahoo! JAPAN'],
  [`${IPHONE} Version/18.1 Mobile/15E148 Safari/604.1`, null],
  ['Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36 Edg/130.0', null],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:132.0) Gecko/20100101 Firefox/132.0', null],
])('when the user agent is %s, the app is %s', (userAgent, app) => {
  expect(inAppBrowserOf(userAgent)).toBe(app);
});

test('when a page is opened outside LINE, its own parameters stay', () => {
  expect(outsideLine('https://shop.example/download/abc?x=1#top')).toBe('https://shop.example/download/abc?x=1&openExternalBrowser=1#top');
});

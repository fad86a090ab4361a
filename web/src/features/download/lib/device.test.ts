import { expect, test } from '@jest/globals';
import { deviceOf } from './device.ts';

const MAC = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15';

test.each([
  ['an iPhone', 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15', 5, 'ios'],
  ['an iPad that requests desktop pages', MAC, 5, 'ios'],
  ['a Mac', MAC, 0, 'other'],
  ['an Android phone', 'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 Chrome/140.0.0.0 Mobile Safari/537.36', 5, 'android'],
  ['a Windows laptop with a touch screen', 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/140.0.0.0', 10, 'other'],
])('%s is recognised', (_device, userAgent, maxTouchPoints, device) => {
  expect(deviceOf({ userAgent, maxTouchPoints })).toBe(device);
});

import { describe, expect, test } from '@jest/globals';
import type { Risk, RiskSignals } from './sign-in-event.ts';
import { scoreRisk } from './sign-in-risk.ts';

const noRisk: RiskSignals = { isNewNetwork: false, isNewDevice: false, failuresOfAddress: 0, failedAccountsOfNetwork: 0 };
const newSource = { isNewNetwork: true, isNewDevice: true };

describe('sign-in risk score', () => {
  test.each<[string, Partial<RiskSignals>, number, Risk['level']]>([
    ['a known browser on a known network', {}, 0, 'low'],
    ['a new network', { isNewNetwork: true }, 25, 'low'],
    ['a new browser', { isNewDevice: true }, 25, 'low'],
    ['a new browser on a new network', newSource, 50, 'medium'],
    ['two failures', { failuresOfAddress: 2 }, 0, 'low'],
    ['three failures', { failuresOfAddress: 3 }, 10, 'low'],
    ['five failures', { failuresOfAddress: 5 }, 15, 'low'],
    ['ten failures', { failuresOfAddress: 10 }, 25, 'low'],
    ['a thousand failures', { failuresOfAddress: 1000 }, 25, 'low'],
    ['two failed accounts of the network', { failedAccountsOfNetwork: 2 }, 0, 'low'],
    ['three failed accounts of the network', { failedAccountsOfNetwork: 3 }, 15, 'low'],
    ['five failed accounts of the network', { failedAccountsOfNetwork: 5 }, 25, 'low'],
    [
      'the maximum of failures, in a known browser on a known network',
      { failuresOfAddress: 99, failedAccountsOfNetwork: 99 },
      50,
      'medium',
    ],
    ['a known browser on a new network after five failures', { isNewNetwork: true, failuresOfAddress: 5 }, 40, 'medium'],
    ['a new browser on a new network after two failures', { ...newSource, failuresOfAddress: 2 }, 50, 'medium'],
    ['a new browser on a new network after three failures', { ...newSource, failuresOfAddress: 3 }, 60, 'high'],
    ['a new browser on a suspicious new network', { ...newSource, failedAccountsOfNetwork: 3 }, 65, 'high'],
    ['every signal', { ...newSource, failuresOfAddress: 10, failedAccountsOfNetwork: 5 }, 100, 'high'],
  ])('when there is %s, then score and level are as expected', (_name, signals, score, level) => {
    expect(scoreRisk({ ...noRisk, ...signals })).toEqual({ score, level });
  });
});

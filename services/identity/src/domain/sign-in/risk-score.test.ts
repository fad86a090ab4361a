import { describe, expect, test } from '@jest/globals';
import { scoreRisk } from './risk-score.ts';
import type { Risk, RiskFacts } from './sign-in-log.ts';

const atHome: RiskFacts = { isNewNetwork: false, isNewDevice: false, failuresOfAddress: 0, failedAccountsOfNetwork: 0 };
const away = { isNewNetwork: true, isNewDevice: true };

describe('when the risk of a sign-in is scored', () => {
  test.each<[string, Partial<RiskFacts>, number, Risk['level']]>([
    ['the owner at home', {}, 0, 'low'],
    ['a new network', { isNewNetwork: true }, 25, 'low'],
    ['a new browser', { isNewDevice: true }, 25, 'low'],
    ['a new browser on a new network', away, 50, 'medium'],
    ['two failures', { failuresOfAddress: 2 }, 0, 'low'],
    ['three failures', { failuresOfAddress: 3 }, 10, 'low'],
    ['five failures', { failuresOfAddress: 5 }, 15, 'low'],
    ['ten failures', { failuresOfAddress: 10 }, 25, 'low'],
    ['a thousand failures', { failuresOfAddress: 1000 }, 25, 'low'],
    ['two failed accounts of the network', { failedAccountsOfNetwork: 2 }, 0, 'low'],
    ['three failed accounts of the network', { failedAccountsOfNetwork: 3 }, 15, 'low'],
    ['five failed accounts of the network', { failedAccountsOfNetwork: 5 }, 25, 'low'],
    ['all guesses there can be, at home', { failuresOfAddress: 99, failedAccountsOfNetwork: 99 }, 50, 'medium'],
    ['a known browser on a new network after five failures', { isNewNetwork: true, failuresOfAddress: 5 }, 40, 'medium'],
    ['a new browser on a new network after two failures', { ...away, failuresOfAddress: 2 }, 50, 'medium'],
    ['a new browser on a new network after three failures', { ...away, failuresOfAddress: 3 }, 60, 'high'],
    ['a new browser on a suspicious new network', { ...away, failedAccountsOfNetwork: 3 }, 65, 'high'],
    ['everything', { ...away, failuresOfAddress: 10, failedAccountsOfNetwork: 5 }, 100, 'high'],
  ])('then %s comes to its points and level', (_name, facts, score, level) => {
    expect(scoreRisk({ ...atHome, ...facts })).toEqual({ score, level });
  });
});

import { describe, expect, test } from '@jest/globals';
import { levelOfScore, riskWords } from './risk.ts';

describe('risk level', () => {
  test.each([
    [0, '低'],
    [29, '低'],
    [30, '中'],
    [59, '中'],
    [60, '高'],
    [100, '高'],
  ])('when the score is %d, the level is %s (admin 2.61)', (score, word) => {
    expect(riskWords[levelOfScore(score)].word).toBe(word);
  });

  test('when a level is shown, low is positive, medium is waiting and high is negative (admin 2.61)', () => {
    expect([riskWords.low.tone, riskWords.medium.tone, riskWords.high.tone]).toEqual(['positive', 'waiting', 'negative']);
  });
});

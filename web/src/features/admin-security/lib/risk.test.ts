import { describe, expect, test } from '@jest/globals';
import { levelOfScore, riskWords } from './risk.ts';

describe('the risk of a sign-in', () => {
  test.each([
    [0, '低'],
    [29, '低'],
    [30, '中'],
    [59, '中'],
    [60, '高'],
    [100, '高'],
  ])('when the score is %d, the level reads %s', (score, word) => {
    expect(riskWords[levelOfScore(score)].word).toBe(word);
  });

  test('when a level is shown, low is in the good tone, medium in the one of waiting and high in the bad one', () => {
    expect([riskWords.low.tone, riskWords.medium.tone, riskWords.high.tone]).toEqual(['positive', 'waiting', 'negative']);
  });
});

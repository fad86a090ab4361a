import { describe, expect, it } from '@jest/globals';
import { carriers, webMailProviders } from './mail-providers.ts';

const SENDER = 'no-reply@mail.shop.example';
const DOMAIN = 'mail.shop.example';

describe('webMailProviders', () => {
  it.each(webMailProviders(SENDER))('when mails of $name are missing, then its spam folder is named (customer 2.40)', ({ hint, steps }) => {
    expect(hint).toContain('迷惑メール');
    expect(steps.join()).toContain('迷惑メール');
  });

  it('when mails of Gmail are missing, then its promotions tab is named too, and a search that finds the sender everywhere', () => {
    const gmail = webMailProviders(SENDER).find(({ id }) => id === 'gmail');
    expect(gmail?.hint).toContain('プロモーション');
    expect(gmail?.steps.join()).toContain(`in:anywhere from:${SENDER}`);
  });
});

describe('carriers', () => {
  it.each(carriers(DOMAIN))('when $name keeps mails back, then its steps name the domain to let through', ({ steps }) => {
    expect(steps.filter((step) => step.includes(`「${DOMAIN}」`))).toHaveLength(1);
  });

  it('when a customer looks for their carrier, then the three large ones are there', () => {
    expect(carriers(DOMAIN).map(({ id }) => id)).toEqual(['docomo', 'au', 'softbank']);
  });
});

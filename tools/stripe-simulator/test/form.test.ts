import { describe, expect, test } from '@jest/globals';
import { ApiError } from '../src/api-error.ts';
import { parseForm } from '../src/form.ts';

describe('Stripe’s form encoding', () => {
  test.each([
    ['flat', 'amount=5000&currency=jpy', { amount: '5000', currency: 'jpy' }],
    ['nested', 'card[number]=42&card[exp][month]=1', { card: { number: '42', exp: { month: '1' } } }],
    ['a counted list', 'expand[0]=a&expand[1]=b', { expand: ['a', 'b'] }],
    ['an uncounted list', 'expand[]=a&expand[]=b', { expand: ['a', 'b'] }],
    ['a list of objects', 'items[0][id]=a&items[1][id]=b', { items: [{ id: 'a' }, { id: 'b' }] }],
    ['encoded brackets', 'metadata%5Border_number%5D=1', { metadata: { order_number: '1' } }],
    ['a value with everything in it', 'metadata[a]=%E6%98%A0%E5%83%8F+%26%3D%5B%5D', { metadata: { a: '映像 &=[]' } }],
    ['an empty value', 'description=', { description: '' }],
    ['a repeated name', 'a=1&a=2', { a: '2' }],
    ['nothing', '', {}],
  ])('when the form has %s, then it is parsed', (_what, text, form) => {
    expect(parseForm(text)).toEqual(form);
  });

  test.each([
    ['a name that is both a value and a list', 'a=1&a[b]=2'],
    ['a list that is then a value', 'a[b]=2&a=1'],
    ['an open bracket', 'a[b=1'],
    ['nothing before the bracket', '[a]=1'],
    ['text after the bracket', 'a[b]c=1'],
    ['too many levels', 'a[b][c][d][e][f][g]=1'],
    ['a name of the language itself', '__proto__[x]=1'],
    ['such a name further in', 'metadata[__proto__][x]=1'],
    ['too many fields', Array.from({ length: 1001 }, (_, index) => `f${index}=1`).join('&')],
  ])('when the form has %s, then it is an invalid request', (_what, text) => {
    expect(() => parseForm(text)).toThrow(ApiError);
    expect(({} as Record<string, unknown>)['x']).toBeUndefined();
  });
});

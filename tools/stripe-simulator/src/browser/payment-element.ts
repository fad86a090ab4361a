import {
  brandOf,
  CARD_BRANDS,
  CARD_FIELDS,
  type Card,
  type CardBrand,
  type CardField,
  checkCard,
  groupNumber,
  separateExpiry,
} from './card-fields.ts';

/** The part of Stripe's appearance that the shop sets: https://docs.stripe.com/elements/appearance-api */
export type Appearance = { theme?: 'stripe' | 'night'; variables?: { colorPrimary?: string; borderRadius?: string } };

/** Plain letters: the brands' logos may not be redrawn. */
const brandLetters: Record<CardBrand, string> = {
  Visa: 'VISA',
  Mastercard: 'MC',
  JCB: 'JCB',
  'American Express': 'AMEX',
  'Diners Club': 'DC',
};

const style = `
.sim-card { display: grid; grid-template-columns: minmax(0, 2fr) minmax(0, 3fr); gap: 0 .75rem; }
.sim-card[data-theme=stripe] { --sim-line: #868e99; --sim-field: #fff; --sim-quiet: #5b6270; --sim-error: #c92a2a; }
.sim-card[data-theme=night] { --sim-line: #7a818d; --sim-field: #262a33; --sim-quiet: #a9b0bd; --sim-error: #ff8787; }
.sim-field { position: relative; display: grid; grid-template-columns: minmax(0, 1fr); grid-template-rows: subgrid; grid-row: span 4; margin-bottom: 1rem; }
.sim-field:first-child, .sim-card > [role=note] { grid-column: 1 / -1; }
.sim-field label { align-self: end; font-weight: 600; }
.sim-field label small { color: var(--sim-error); font-size: .75rem; font-weight: 600; margin-left: 6px; white-space: nowrap; }
.sim-field p { margin: 0; font-size: .875rem; color: var(--sim-quiet); }
.sim-field p[id$=error] { color: var(--sim-error); }
.sim-field input { box-sizing: border-box; width: 100%; min-height: 48px; margin-top: .35rem; padding: 0 1rem; border: 1px solid var(--sim-line);
  border-radius: var(--sim-radius); background: var(--sim-field); color: inherit; font: inherit; font-size: 1rem; }
.sim-field input::placeholder { color: var(--sim-quiet); opacity: 1; }
.sim-field input:focus-visible { outline: 2px solid var(--sim-primary); outline-offset: 1px; }
.sim-field input[aria-invalid=true] { border-color: var(--sim-error); }
.sim-field input:read-only { opacity: .6; }
.sim-brands { position: absolute; top: 0; right: 0; display: flex; gap: .25rem; }
.sim-brands span { width: 2.1rem; border: 1px solid var(--sim-line); border-radius: 4px; font-size: 10px; font-weight: 700; line-height: 20px; text-align: center; }
.sim-card > [role=note] { margin: 0; font-size: .875rem; color: var(--sim-quiet); }
@media (max-width: 22.5em) { .sim-brands[data-brands=all] { display: none; } }
`;

const fieldMarkup = (
  field: CardField,
  { label, hint, placeholder, autocomplete }: Record<'label' | 'hint' | 'placeholder' | 'autocomplete', string>,
) => `
<div class="sim-field">
<label for="card-${field}">${label}<wbr><small>※必須</small></label>
<p id="card-${field}-hint">${hint}</p>
<input id="card-${field}" inputmode="numeric" required placeholder="${placeholder}" autocomplete="${autocomplete}" aria-describedby="card-${field}-hint card-${field}-error">
<p id="card-${field}-error"></p>
</div>`;

const markup = `<style>${style}</style>
<div class="sim-card">
${fieldMarkup('number', { label: 'カード番号', hint: '', placeholder: '1234 5678 9012 3456', autocomplete: 'cc-number' })}
${fieldMarkup('expiry', { label: '有効期限', hint: '月/年', placeholder: '12/30', autocomplete: 'cc-exp' })}
${fieldMarkup('cvc', { label: 'セキュリティコード', hint: '裏面の3桁など', placeholder: '123', autocomplete: 'cc-csc' })}
<p role="note">デモ用の決済画面です。実際の請求は行われません。テスト用のカード番号 4242 4242 4242 4242、将来の有効期限、任意の3桁のセキュリティコードでお試しいただけます。</p>
</div>`;

/** The fields of a card, as part of the page: it is a simulator, so no frame keeps the number from the page. */
export const createCardFields = (appearance: Appearance) => {
  const place = document.createElement('div');
  place.innerHTML = markup;
  const card = place.querySelector<HTMLElement>('.sim-card') as HTMLElement;
  const input = (field: CardField) => place.querySelector(`#card-${field}`) as HTMLInputElement;
  const brands = document.createElement('span');
  brands.className = 'sim-brands';
  input('number').before(brands);

  const setAppearance = ({ theme = 'stripe', variables = {} }: Appearance): void => {
    card.dataset['theme'] = theme;
    card.style.setProperty('--sim-primary', variables.colorPrimary ?? '#0570de');
    card.style.setProperty('--sim-radius', variables.borderRadius ?? '4px');
  };
  const showError = (field: CardField, error: string | undefined): void => {
    input(field).setAttribute('aria-invalid', String(error !== undefined));
    (place.querySelector(`#card-${field}-error`) as HTMLElement).textContent = error ?? '';
  };
  /** The brand of the typed number; before it is known, all brands. */
  const showBrands = (): void => {
    const number = input('number').value;
    const brand = brandOf(number);
    brands.dataset['brands'] = brand ?? 'all';
    const shown = brand === null ? CARD_BRANDS.filter(() => number === '') : [brand];
    brands.replaceChildren(
      ...shown.map((name) => {
        const mark = document.createElement('span');
        mark.role = 'img';
        mark.ariaLabel = name;
        mark.textContent = brandLetters[name];
        return mark;
      }),
    );
  };

  for (const field of CARD_FIELDS) input(field).addEventListener('input', () => showError(field, undefined));
  input('number').addEventListener('input', showBrands);
  input('number').addEventListener('blur', () => {
    input('number').value = groupNumber(input('number').value);
  });
  input('expiry').addEventListener('input', (event) => {
    // A deleted digit or slash stays deleted.
    if (!(event as InputEvent).inputType?.startsWith('delete')) input('expiry').value = separateExpiry(input('expiry').value);
  });
  setAppearance(appearance);
  showBrands();

  return {
    place,
    setAppearance,
    setReadOnly: (isReadOnly: boolean) => {
      for (const field of CARD_FIELDS) input(field).readOnly = isReadOnly;
    },
    /** The card; or null, after the errors were shown and the first wrong field got the focus. */
    check: (): Card | null => {
      const checked = checkCard({ number: input('number').value, expiry: input('expiry').value, cvc: input('cvc').value }, new Date());
      if (checked.ok) return checked.card;
      for (const field of CARD_FIELDS) showError(field, checked.errors[field]);
      input(CARD_FIELDS.find((field) => checked.errors[field] !== undefined) ?? 'number').focus();
      return null;
    },
  };
};

import { TextInput } from '@mantine/core';
import { useRef, useState } from 'react';
import { type BulkPrices, readBulkPrices } from '../lib/bulk-input.ts';
import { BulkForm, type BulkFormProps } from './bulk-form.tsx';

const NOTHING = '縦動画・横動画のどちらかの価格を入力してください。';
const fields = [
  { name: 'verticalVideoPrice', label: '縦動画の価格（税込）' },
  { name: 'horizontalVideoPrice', label: '横動画の価格（税込）' },
] as const;

/** One price for all; the one that is left empty stays what it is with each. */
export const BulkPriceForm = ({ count, onStart, onClose }: BulkFormProps) => {
  const [typed, setTyped] = useState<BulkPrices<string>>({ verticalVideoPrice: '', horizontalVideoPrice: '' });
  const [errors, setErrors] = useState<Partial<BulkPrices<string>>>({});
  const [problem, setProblem] = useState<string | null>(null);
  const inputs = useRef<Partial<Record<keyof BulkPrices<string>, HTMLInputElement | null>>>({});

  const submit = () => {
    const read = readBulkPrices(typed);
    if ('errors' in read) {
      setErrors(read.errors);
      inputs.current[fields.find(({ name }) => read.errors[name] !== undefined)?.name ?? 'verticalVideoPrice']?.focus();
      return;
    }
    if (Object.keys(read.change).length === 0) {
      setProblem(NOTHING);
      inputs.current.verticalVideoPrice?.focus();
      return;
    }
    onClose();
    onStart({ kind: 'price', change: read.change });
  };

  return (
    <BulkForm count={count} problem={problem} onSubmit={submit} onClose={onClose}>
      {fields.map(({ name, label }) => (
        <TextInput
          key={name}
          ref={(input) => {
            inputs.current[name] = input;
          }}
          label={label}
          description="100円単位。空欄のままにすると変更しません。"
          inputMode="numeric"
          autoComplete="off"
          maxLength={20}
          rightSection="円"
          data-autofocus={name === 'verticalVideoPrice' || undefined}
          value={typed[name]}
          error={errors[name]}
          onChange={(event) => {
            setTyped({ ...typed, [name]: event.currentTarget.value });
            setErrors({ ...errors, [name]: undefined });
            setProblem(null);
          }}
        />
      ))}
    </BulkForm>
  );
};

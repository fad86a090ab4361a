import { NativeSelect } from '@mantine/core';
import { useState } from 'react';
import { BulkForm, type BulkFormProps } from './bulk-form.tsx';

/** One category for all. */
export const BulkCategoryForm = ({ categories, count, onStart, onClose }: BulkFormProps) => {
  const [category, setCategory] = useState(categories[0] ?? '');
  const submit = () => {
    onClose();
    onStart({ kind: 'category', change: { category } });
  };
  return (
    <BulkForm count={count} problem={null} onSubmit={submit} onClose={onClose}>
      <NativeSelect
        label="変更後のカテゴリ"
        data={[...categories]}
        data-autofocus
        value={category}
        onChange={(event) => setCategory(event.currentTarget.value)}
      />
    </BulkForm>
  );
};

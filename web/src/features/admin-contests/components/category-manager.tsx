import { ActionIcon, Button, ColorSwatch, Group, Stack, Text, TextInput } from '@mantine/core';
import type { Athlete, Category } from '@stagereel/contracts';
import { IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useMemo, useRef, useState } from 'react';
import { adminAthletesQuery } from '../../../api/admin-athletes.ts';
import { adminCategoriesQuery, useCreateCategory, useDeleteCategory } from '../../../api/admin-contests.ts';
import { ConfirmDialog } from '../../../components/ui/confirm-dialog.tsx';
import { DataCard } from '../../../components/ui/data-card.tsx';
import { ErrorPanel } from '../../../components/ui/error-panel.tsx';
import { LoadingText } from '../../../components/ui/loading-text.tsx';
import { userMessageOf } from '../../../lib/api-error.ts';
import { keepImeEnter } from '../../../lib/ime.ts';
import { showToast } from '../../../lib/toast.ts';
import { pickColor } from '../lib/pick-color.ts';
import styles from './category-manager.module.css';
import { ColorPicker } from './color-picker.tsx';

const NAME_REQUIRED = 'カテゴリ名を入力してください。';

/** What the deletion of a category causes. `athletes` is undefined while they are not loaded. */
const deletionText = ({ name, athletes }: { name: string; athletes: readonly Athlete[] | undefined }): string => {
  const members = athletes?.filter(({ category }) => category === name) ?? [];
  const deletedCount = members.filter(({ isDeleted }) => isDeleted).length;
  const count = members.length - deletedCount;
  if (count > 0) {
    return `「${name}」には選手が${count.toLocaleString('ja-JP')}人います。選手がいるカテゴリは削除できません。先に、選手を別のカテゴリへ変更してください。`;
  }
  const deleted = `削除済みの選手が${deletedCount.toLocaleString('ja-JP')}人います。復元するときに、別のカテゴリを選ぶ必要があります。`;
  const who = athletes ? 'このカテゴリの選手は0人です。' : '選手がいるカテゴリは削除されません。';
  return `カテゴリ「${name}」を削除します。${who}${deletedCount > 0 ? deleted : ''}`;
};

/** Adds and deletes the contest's categories. */
export const CategoryManager = ({ contestId }: { contestId: string }) => {
  const { data: categories, isPending, isError, error, refetch, isFetching } = useQuery(adminCategoriesQuery(contestId));
  const create = useCreateCategory(contestId);
  const remove = useDeleteCategory(contestId);
  const [name, setName] = useState('');
  const [picked, setPicked] = useState<string | null>(null);
  const [fieldError, setFieldError] = useState<string | null>(null);
  const [deleteError, setDeleteError] = useState<string | null>(null);
  const { data: athletes } = useQuery(adminAthletesQuery(contestId));
  /** The category to delete; it is kept until the dialog's closing animation ends. */
  const [question, setQuestion] = useState<{ category: Category; isOpen: boolean } | null>(null);
  const isUsed = athletes?.some(({ category, isDeleted }) => category === question?.category.name && !isDeleted) ?? false;
  const field = useRef<HTMLInputElement>(null);
  // The random colour stays the same until the list changes.
  const free = useMemo(() => pickColor((categories ?? []).map((category) => category.color)), [categories]);
  const color = picked ?? free;

  const refuse = (message: string) => {
    setFieldError(message);
    field.current?.focus();
  };

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (create.isPending) return;
    if (name.trim() === '') return refuse(NAME_REQUIRED);
    create.mutate(
      { name, color },
      {
        onSuccess: () => {
          setName('');
          setPicked(null);
          field.current?.focus();
          void showToast({ title: '追加しました', message: 'カテゴリを追加しました', tone: 'success' });
        },
        onError: (failure) => refuse(userMessageOf(failure, 'カテゴリの追加に失敗しました。')),
      },
    );
  };

  const deleteOne = (categoryId: string) => {
    setDeleteError(null);
    remove.mutate(categoryId, {
      onSuccess: () => void showToast({ title: '削除しました', message: 'カテゴリを削除しました', tone: 'success' }),
      onError: (failure) => setDeleteError(userMessageOf(failure, 'カテゴリの削除に失敗しました。')),
    });
  };

  return (
    <DataCard title="カテゴリ管理">
      <Stack gap="md">
        {isPending && <LoadingText />}
        {isError && (
          <ErrorPanel title="カテゴリを読み込めませんでした" onRetry={() => void refetch()} isRetrying={isFetching} retryLabel="再読み込み">
            {userMessageOf(error, 'しばらくしてからもう一度お試しください。')}
          </ErrorPanel>
        )}
        {categories?.length === 0 && <Text c="dimmed">カテゴリはまだありません。</Text>}
        {categories !== undefined && categories.length > 0 && (
          <ul className={styles.list}>
            {categories.map((category) => (
              <li key={category.id} className={styles.category}>
                <ColorSwatch color={category.color} size={14} />
                <span>{category.name}</span>
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  size={44}
                  className={styles.remove}
                  aria-label={`${category.name}を削除`}
                  onClick={() => {
                    setDeleteError(null);
                    setQuestion({ category, isOpen: true });
                  }}
                >
                  <IconX size={16} aria-hidden />
                </ActionIcon>
              </li>
            ))}
          </ul>
        )}
        {question && (
          <ConfirmDialog
            isOpen={question.isOpen}
            title={isUsed ? 'このカテゴリは削除できません' : '本当に削除しますか？'}
            confirmLabel="削除する"
            isConfirmDisabled={isUsed}
            onConfirm={() => {
              deleteOne(question.category.id);
              // The focused button will be removed.
              field.current?.focus();
            }}
            onClose={() => setQuestion((known) => known && { ...known, isOpen: false })}
          >
            {deletionText({ name: question.category.name, athletes })}
          </ConfirmDialog>
        )}
        {deleteError && (
          <Text c="var(--mantine-color-error)" role="alert">
            {deleteError}
          </Text>
        )}
        <form onSubmit={submit} onKeyDown={keepImeEnter} noValidate>
          <Group gap="sm" align="flex-start">
            <ColorPicker color={color} onPick={setPicked} />
            <TextInput
              ref={field}
              aria-label="カテゴリ名"
              placeholder="カテゴリ名"
              maxLength={60}
              flex={1}
              miw={180}
              maw={360}
              value={name}
              error={fieldError}
              onChange={(event) => {
                setName(event.currentTarget.value);
                setFieldError(null);
              }}
            />
            <Button type="submit" variant="light" loading={create.isPending}>
              カテゴリを追加
            </Button>
          </Group>
        </form>
      </Stack>
    </DataCard>
  );
};

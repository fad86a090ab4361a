import { Group, NativeSelect, Stack, Text, Title } from '@mantine/core';
import { IconUsers } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useMemo, useRef } from 'react';
import { EmptyState } from '../../../components/ui/empty-state.tsx';
import { ErrorPanel } from '../../../components/ui/error-panel.tsx';
import { FormErrors } from '../../../components/ui/form-errors.tsx';
import { LoadingText } from '../../../components/ui/loading-text.tsx';
import { SearchField } from '../../../components/ui/search-field.tsx';
import { WindowList } from '../../../components/ui/window-list.tsx';
import { userMessageOf } from '../../../lib/api-error.ts';
import { useAddressFilter, useAddressText } from '../../../lib/use-address-filter.ts';
import { usersQuery } from '../api/list-users.ts';
import { matchesUser, roleOf, roles } from '../lib/match-user.ts';
import { useDeletionFailures } from './use-deletion-failures.ts';
import { UserCard } from './user-card.tsx';

const CARD_HEIGHT = 96;

/** `onSelfDeleted`: the account that is signed in here is gone, and with it the session. */
export const UserTab = ({ onSelfDeleted }: { onSelfDeleted: () => void }) => {
  const heading = useRef<HTMLHeadingElement>(null);
  const [search, setSearch] = useAddressText('q');
  const [roleName, setRole] = useAddressFilter('role');
  const { data, isPending, isError, error, refetch, isFetching } = useQuery(usersQuery());
  const role = roleOf(roleName);
  const needle = useDeferredValue(search);
  const shown = useMemo(() => (data ?? []).filter((user) => matchesUser(user, { search: needle, role })), [data, needle, role]);
  const failures = useDeletionFailures(shown);
  const isNarrowed = search !== '' || role !== '';

  return (
    <Stack gap="md">
      <Group justify="space-between" gap="sm">
        <Title order={2} ref={heading} tabIndex={-1}>
          ユーザー管理
        </Title>
        {data && (
          <Text size="sm" c="dimmed" role="status">
            登録ユーザー数：{data.length}人{isNarrowed && `（表示：${shown.length}人）`}
          </Text>
        )}
      </Group>
      <Group gap="sm">
        <SearchField label="ユーザーを検索" placeholder="メールアドレス・名前" value={search} onChange={setSearch} miw={240} maw={420} />
        <NativeSelect
          aria-label="ユーザーの種別"
          data={roles}
          value={role}
          onChange={(event) => setRole(event.currentTarget.value)}
          w={150}
        />
      </Group>
      {isError && (
        <ErrorPanel
          title="ユーザーの一覧を読み込めませんでした"
          onRetry={() => void refetch()}
          isRetrying={isFetching}
          retryLabel="再読み込み"
        >
          {userMessageOf(error, 'しばらくしてからもう一度お試しください。')}
        </ErrorPanel>
      )}
      <FormErrors messages={failures.elsewhere} />
      {isPending && <LoadingText />}
      {data && shown.length === 0 && (
        <EmptyState icon={IconUsers} title={isNarrowed ? '条件に合うユーザーはいません' : '登録ユーザーはいません'} />
      )}
      {shown.length > 0 && (
        <WindowList items={shown} keyOf={({ id }) => id} heightOf={() => CARD_HEIGHT} gap={8} label="ユーザーの一覧">
          {(user) => (
            <UserCard
              user={user}
              failure={failures.of(user)}
              onFailure={(message) => failures.note(user, message)}
              onDeleted={() => heading.current?.focus()}
              onSelfDeleted={onSelfDeleted}
            />
          )}
        </WindowList>
      )}
    </Stack>
  );
};

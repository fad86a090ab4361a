import { Group, NativeSelect, TextInput } from '@mantine/core';
import { actionChoices } from '../../../components/audit/audit-words.ts';
import { SearchField } from '../../../components/ui/search-field.tsx';
import type { AuditFilterFields } from './use-audit-filter.ts';

/** Longer searches are refused. */
const MAX_SEARCH = 200;

const choices = [{ value: '', label: 'すべての操作' }, ...actionChoices];

/** Narrows the log by text, by action and by days. */
export const AuditFilters = ({ fields: { filter, text, setText, setAction, setFrom, setTo } }: { fields: AuditFilterFields }) => (
  <Group gap="sm" align="flex-end">
    <SearchField
      label="監査ログを検索"
      placeholder="管理者・対象・操作"
      value={text}
      onChange={setText}
      maxLength={MAX_SEARCH}
      miw={240}
      maw={380}
    />
    <NativeSelect label="操作" data={choices} value={filter.action} onChange={(event) => setAction(event.currentTarget.value)} w={240} />
    <TextInput type="date" label="開始日" value={filter.from} max={filter.to} onChange={(event) => setFrom(event.currentTarget.value)} />
    <TextInput type="date" label="終了日" value={filter.to} min={filter.from} onChange={(event) => setTo(event.currentTarget.value)} />
  </Group>
);

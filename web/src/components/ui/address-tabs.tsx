import { Tabs } from '@mantine/core';
import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router-dom';

type Props = {
  /** The first tab is the default. Only the open tab is rendered. */
  tabs: readonly { key: string; label: string; content: ReactNode }[];
  /** Changing tabs replaces the history entry. */
  isReplacing?: boolean;
};

/** Tabs whose open tab is in the address: `?tab=key`. */
export const AddressTabs = ({ tabs, isReplacing = false }: Props) => {
  const [search, setSearch] = useSearchParams();
  const active = tabs.find(({ key }) => key === search.get('tab')) ?? tabs[0];
  return (
    <Tabs
      value={active?.key ?? null}
      onChange={(key) => setSearch(key === null ? {} : { tab: key }, { replace: isReplacing })}
      keepMounted={false}
    >
      <Tabs.List mb="xs">
        {tabs.map(({ key, label }) => (
          <Tabs.Tab key={key} value={key} mih={48} fw={600}>
            {label}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {tabs.map(({ key, content }) => (
        <Tabs.Panel key={key} value={key}>
          {content}
        </Tabs.Panel>
      ))}
    </Tabs>
  );
};

import { Button, Menu, Text } from '@mantine/core';
import type { Contest } from '@stagereel/contracts';
import { IconBrandLine, IconBrandX, IconLink, IconShare2 } from '@tabler/icons-react';
import { useState } from 'react';
import { paths } from '../../../config/paths.ts';
import { writeToClipboard } from '../../../lib/clipboard.ts';
import { showToast } from '../../../lib/toast.ts';

export type SharedContest = Pick<Contest, 'name' | 'slug'>;
type Link = { title: string; url: string };

/** Phones and tablets have a share sheet with the visitor's own apps. The one of a desktop computer rarely offers more than the menu. */
const hasShareSheet = (): boolean => typeof navigator.share === 'function' && window.matchMedia('(pointer: coarse)').matches;

/** False if the share sheet could not be opened; a visitor who closes it has decided. */
const openShareSheet = async (link: Link): Promise<boolean> => {
  try {
    await navigator.share(link);
    return true;
  } catch (error) {
    return error instanceof DOMException && error.name === 'AbortError';
  }
};

const services = [
  { label: 'LINEで送る', icon: IconBrandLine, address: 'https://social-plugins.line.me/lineit/share' },
  { label: 'Xでポストする', icon: IconBrandX, address: 'https://x.com/intent/post' },
] as const;

const shareAddress = (address: string, { title, url }: Link): string => `${address}?${new URLSearchParams({ url, text: title })}`;

/** Opens the share sheet of a phone; otherwise a menu with the usual ways. */
export const ShareButton = ({ contest }: { contest: SharedContest }) => {
  const [isOpen, setOpen] = useState(false);
  const [isRefused, setRefused] = useState(false);
  const link: Link = {
    title: `${contest.name}の選手動画｜StageReel`,
    url: new URL(paths.orderForm.to(contest.slug), window.location.origin).href,
  };

  const copyLink = async (): Promise<void> => {
    const isCopied = await writeToClipboard(link.url);
    setRefused(!isCopied);
    if (isCopied) showToast({ message: 'コピーしました', tone: 'success' });
  };

  const changeMenu = async (opens: boolean): Promise<void> => {
    if (opens && hasShareSheet() && (await openShareSheet(link))) return;
    setOpen(opens);
  };

  return (
    <>
      <Menu
        opened={isOpen}
        onChange={(opens) => void changeMenu(opens)}
        position="bottom-end"
        shadow="md"
        width={220}
        withInitialFocusPlaceholder={false}
      >
        <Menu.Target>
          <Button variant="default" size="sm" h={44} fullWidth leftSection={<IconShare2 size={18} aria-hidden />}>
            共有する
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item mih={44} leftSection={<IconLink size={18} aria-hidden />} onClick={() => void copyLink()}>
            リンクをコピー
          </Menu.Item>
          {services.map((service) => (
            <Menu.Item
              key={service.label}
              component="a"
              href={shareAddress(service.address, link)}
              target="_blank"
              rel="noopener"
              mih={44}
              leftSection={<service.icon size={18} aria-hidden />}
            >
              {service.label}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
      {isRefused && (
        <Text size="sm" mt="xs" role="alert">
          ブラウザの設定によりコピーできませんでした。次のアドレスを、手動でコピーしてください。
          <br />
          {link.url}
        </Text>
      )}
    </>
  );
};

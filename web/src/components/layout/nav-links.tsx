import { Link } from 'react-router-dom';
import type { NavigationEntry } from '../../config/navigation.ts';

type Props = {
  label: string;
  entries: readonly NavigationEntry[];
  classNames: { list?: string | undefined; link?: string | undefined };
  /** Called when a link is clicked. */
  onFollow?: () => void;
};

/** A labelled list of links. */
export const NavLinks = ({ label, entries, classNames, onFollow }: Props) => (
  <nav aria-label={label}>
    <ul className={classNames.list}>
      {entries.map((entry) => (
        <li key={entry.to}>
          <Link to={entry.to} className={classNames.link} onClick={onFollow}>
            {entry.label}
          </Link>
        </li>
      ))}
    </ul>
  </nav>
);

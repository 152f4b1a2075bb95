import { IconSearch } from '../frame/more-icons.tsx';
import styles from './search-field.module.css';

export interface SearchFieldProps {
  readonly label: string;
  /** A shorter text inside the empty field. */
  readonly hint: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** A search field in one line. A visible label would need the space of a row. */
export function SearchField({ label, hint, value, onChange }: SearchFieldProps) {
  return (
    <div className={styles['search']}>
      <IconSearch />
      <input
        aria-label={label}
        autoComplete="off"
        className={styles['input']}
        enterKeyHint="search"
        onChange={(event) => onChange(event.target.value)}
        placeholder={hint}
        type="search"
        value={value}
      />
    </div>
  );
}

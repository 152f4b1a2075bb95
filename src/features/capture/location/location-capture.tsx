import { useEffect, useId, useRef } from 'react';
import { controlsText } from '../../../messages/controls.ts';
import { fieldsText } from '../../../messages/fields.ts';
import { locationText } from '../../../messages/location.ts';
import type { Location } from '../../../store/rows.ts';
import { Button } from '../../../ui/button.tsx';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { IconError, IconWarning } from '../../../ui/icons.tsx';
import { IconPin } from '../../../ui/more-icons.tsx';
import { useNow } from '../../../ui/use-now.ts';
import styles from './location-capture.module.css';
import { type Asked, coordinatesText, qualityText, replaces } from './location-text.ts';
import { useBestLocation } from './use-best-location.ts';

/** How often the location's age, in minutes, is updated. */
const TICK_MS = 15_000;

export interface LocationCaptureProps {
  readonly value: Location | null;
  readonly withoutLocation: boolean;
  readonly onLocation: (location: Location) => void;
  readonly onWithoutLocation: (withoutLocation: boolean) => void;
  /** What is doubtful about the location; '' where nothing is, or the person passed it. */
  readonly doubt: string;
  readonly onUseAnyway: () => void;
  readonly error: string | undefined;
}

/** Captures where the form is filled in. The person can always go on without a location. */
export function LocationCapture({
  value,
  withoutLocation,
  onLocation,
  onWithoutLocation,
  doubt,
  onUseAnyway,
  error,
}: LocationCaptureProps) {
  const t = locationText();
  const id = useId();
  const now = useNow(TICK_MS);
  const { state, start } = useBestLocation();
  const asked = useRef<Asked>('nothing');
  const { best, status, reason, isSlow } = state;
  const failure = status === 'searching' ? null : reason;
  const isPlain = value !== null && doubt === '' && failure === null;

  useEffect(() => {
    if (best === null || best === value) return;
    if (!replaces(best, value, asked.current)) return;
    asked.current = 'nothing';
    onLocation(best);
    if (withoutLocation) onWithoutLocation(false);
  }, [best, value, withoutLocation, onLocation, onWithoutLocation]);

  const search = (wanted: Asked) => {
    asked.current = wanted;
    start();
  };
  return (
    <fieldset className={styles['group']}>
      <legend className={styles['legend']}>{fieldsText().part.location}</legend>
      <p className={styles['hint']} id={`${id}-hint`}>
        {t.hint}
      </p>
      {error ? (
        <p className={styles['error']} id={`${id}-error`}>
          <IconError />
          <span>{error}</span>
        </p>
      ) : null}
      <div className={styles['found']}>
        <Button
          aria-describedby={error ? `${id}-hint ${id}-error` : `${id}-hint`}
          busy={status === 'searching'}
          className={styles['get']}
          icon={<IconPin />}
          onClick={() => search('anew')}
        >
          {t.get}
        </Button>
        <div className={classNames(styles['answer'], isPlain && styles['beside'])} role="status">
          {value ? (
            <p className={styles['fix']}>
              <span className={styles['coordinates']}>{coordinatesText(value)}</span>
              <span>{qualityText(value, now)}</span>
            </p>
          ) : null}
          {doubt ? (
            <p className={styles['reason']}>
              <IconWarning />
              <span>{doubt}</span>
            </p>
          ) : null}
          {status === 'searching' && !value ? (
            <p>{isSlow ? t.searchingSlowly : t.searching}</p>
          ) : null}
          {failure === null ? null : (
            <p className={styles['reason']}>
              <IconWarning />
              <span>{t.notFound[failure]}</span>
            </p>
          )}
        </div>
      </div>
      {doubt ? (
        <div className={styles['ways']}>
          <Button
            busy={status === 'searching'}
            className={styles['way']}
            onClick={() => search('better')}
          >
            {t.tryAgain}
          </Button>
          <Button className={styles['way']} onClick={onUseAnyway}>
            {controlsText().useAnyway}
          </Button>
        </div>
      ) : null}
      {((reason || isSlow) && !value) || withoutLocation ? (
        <Checkbox
          checked={withoutLocation}
          label={t.continueWithout}
          onChange={onWithoutLocation}
        />
      ) : null}
    </fieldset>
  );
}

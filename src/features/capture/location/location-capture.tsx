import { useEffect, useId, useRef } from 'react';
import { fieldsText } from '../../../messages/fields.ts';
import { locationText } from '../../../messages/location.ts';
import type { Location } from '../../../store/rows.ts';
import { Button } from '../../../ui/button.tsx';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { IconError, IconWarning } from '../../../ui/icons.tsx';
import { IconPin } from '../../../ui/more-icons.tsx';
import { useNow } from '../../../ui/use-now.ts';
import styles from './location-capture.module.css';
import { coordinatesText, improves, qualityText } from './location-text.ts';
import { useBestLocation } from './use-best-location.ts';

/** How often the location's age, in minutes, is updated. */
const TICK_MS = 15_000;

export interface LocationCaptureProps {
  readonly value: Location | null;
  readonly withoutLocation: boolean;
  readonly onLocation: (location: Location) => void;
  readonly onWithoutLocation: (withoutLocation: boolean) => void;
  readonly error: string | undefined;
}

/** Captures where the form is filled in. The person can always go on without a location. */
export function LocationCapture({
  value,
  withoutLocation,
  onLocation,
  onWithoutLocation,
  error,
}: LocationCaptureProps) {
  const t = locationText();
  const id = useId();
  const now = useNow(TICK_MS);
  const { state, start } = useBestLocation();
  const wasRequested = useRef(false);
  const { best, status, reason, isSlow } = state;

  useEffect(() => {
    if (best === null || best === value) return;
    if (!wasRequested.current && !improves(best, value)) return;
    wasRequested.current = false;
    onLocation(best);
    if (withoutLocation) onWithoutLocation(false);
  }, [best, value, withoutLocation, onLocation, onWithoutLocation]);

  const getLocation = () => {
    wasRequested.current = true;
    start();
  };
  return (
    <fieldset className={styles['group']}>
      <legend className={styles['legend']}>{fieldsText().part.location}</legend>
      <p className={styles['hint']} id={`${id}-hint`}>
        {t.hint}
      </p>
      <Button
        aria-describedby={error ? `${id}-hint ${id}-error` : `${id}-hint`}
        busy={status === 'searching'}
        icon={<IconPin />}
        onClick={getLocation}
      >
        {t.get}
      </Button>
      <div role="status">
        {value ? (
          <p className={styles['fix']}>
            <span className={styles['coordinates']}>{coordinatesText(value)}</span>
            <span>{qualityText(value, now)}</span>
          </p>
        ) : null}
        {status === 'searching' && !value ? (
          <p>{isSlow ? t.searchingSlowly : t.searching}</p>
        ) : null}
        {reason && status !== 'searching' ? (
          <p className={styles['reason']}>
            <IconWarning />
            <span>{t.notFound[reason]}</span>
          </p>
        ) : null}
      </div>
      {((reason || isSlow) && !value) || withoutLocation ? (
        <Checkbox
          checked={withoutLocation}
          label={t.continueWithout}
          onChange={onWithoutLocation}
        />
      ) : null}
      {error ? (
        <p className={styles['error']} id={`${id}-error`}>
          <IconError />
          <span>{error}</span>
        </p>
      ) : null}
    </fieldset>
  );
}

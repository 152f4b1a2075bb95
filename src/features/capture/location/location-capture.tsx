import { useEffect, useId, useRef } from 'react';
import type { Location } from '../../../store/rows.ts';
import { Button } from '../../../ui/button.tsx';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { IconError, IconWarning } from '../../../ui/icons.tsx';
import { IconPin } from '../../../ui/more-icons.tsx';
import { useNow } from '../../../ui/use-now.ts';
import styles from './location-capture.module.css';
import { coordinatesText, improves, locationReasonText, qualityText } from './location-text.ts';
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
      <legend className={styles['legend']}>Location</legend>
      <p className={styles['hint']} id={`${id}-hint`}>
        The location shows where this form was filled in. It is sent with the form and used for
        nothing else.
      </p>
      <Button
        aria-describedby={error ? `${id}-hint ${id}-error` : `${id}-hint`}
        busy={status === 'searching'}
        icon={<IconPin />}
        onClick={getLocation}
      >
        Get location
      </Button>
      <div role="status">
        {value ? (
          <p className={styles['fix']}>
            <span className={styles['coordinates']}>{coordinatesText(value)}</span>
            <span>{qualityText(value, now)}</span>
          </p>
        ) : null}
        {status === 'searching' && !value ? (
          <p>
            Looking for this device…
            {isSlow
              ? ' You can go on without; it is still taken when it comes while you sign.'
              : ''}
          </p>
        ) : null}
        {reason && status !== 'searching' ? (
          <p className={styles['reason']}>
            <IconWarning />
            <span>{locationReasonText(reason)}</span>
          </p>
        ) : null}
      </div>
      {((reason || isSlow) && !value) || withoutLocation ? (
        <Checkbox
          checked={withoutLocation}
          label="Continue without a location"
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

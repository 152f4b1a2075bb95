import { useEffect, useId, useRef } from 'react';
import { locationText } from '../../../messages/capture.ts';
import { controlsText } from '../../../messages/controls.ts';
import { count } from '../../../messages/count.ts';
import { fieldsText } from '../../../messages/fields.ts';
import { format } from '../../../messages/text.ts';
import type { Location } from '../../../store/format/rows.ts';
import { Button } from '../../../ui/content/button.tsx';
import { useNow } from '../../../ui/content/use-now.ts';
import { Checkbox } from '../../../ui/fields/checkbox.tsx';
import { IconError, IconWarning } from '../../../ui/frame/icons.tsx';
import { IconPin } from '../../../ui/frame/more-icons.tsx';
import styles from './location-capture.module.css';
import { SAME_VISIT_MS, useBestLocation } from './location-watch.ts';

const MINUTE_MS = 60_000;

/** '-26.20411, 28.04731' */
export const coordinatesText = ({ latitude, longitude }: Location): string =>
  format(locationText().coordinates, {
    latitude: latitude.toFixed(5),
    longitude: longitude.toFixed(5),
  });

/** 'Location found 3 minutes ago, to 12 m' */
export function qualityText({ accuracy, at }: Location, now: number): string {
  const t = locationText();
  const minutes = Math.floor(Math.max(0, now - at) / MINUTE_MS);
  const metres = Math.max(1, Math.round(accuracy));
  if (minutes < 1) return format(t.justNow, { metres });
  if (minutes < 60) return count(t.minutesAgo, minutes, { metres });
  return count(t.hoursAgo, Math.floor(minutes / 60), { metres });
}

/**
 * The person's request. `nothing`: only a better fix of the same visit replaces the location. `better`: the person
 * pressed 'Try again' and wants a better fix. `anew`: the person pressed 'Get location', and the next fix replaces any
 * earlier one.
 */
export type Asked = 'nothing' | 'better' | 'anew';

export function replaces(fix: Location, kept: Location | null, asked: Asked): boolean {
  if (kept === null || asked === 'anew') return true;
  const isSameVisit = Math.abs(fix.at - kept.at) < SAME_VISIT_MS;
  return isSameVisit ? fix.accuracy < kept.accuracy : asked === 'better';
}

/** How often the displayed age of the location, in minutes, is updated. */
const TICK_MS = 15_000;

export interface LocationCaptureProps {
  readonly value: Location | null;
  readonly withoutLocation: boolean;
  readonly onLocation: (location: Location) => void;
  readonly onWithoutLocation: (withoutLocation: boolean) => void;
  /** The warning about the location; '' if there is none or the person has passed it. */
  readonly doubt: string;
  readonly onUseAnyway: () => void;
  readonly error: string | undefined;
}

/** Captures the place where the form is filled in. The person can always continue without a location. */
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
  const { state, isOld, start } = useBestLocation();
  const asked = useRef<Asked>('nothing');
  const { best, status, reason, isSlow } = state;
  const failure = status === 'searching' ? null : reason;

  useEffect(() => {
    // The form may have been opened at another place. The watch then searches again.
    if (best === null || best === value || isOld()) return;
    if (!replaces(best, value, asked.current)) return;
    asked.current = 'nothing';
    onLocation(best);
    if (withoutLocation) onWithoutLocation(false);
  }, [best, value, withoutLocation, isOld, onLocation, onWithoutLocation]);

  const search = (wanted: Asked) => {
    asked.current = wanted;
    start();
  };
  return (
    <fieldset className={styles['group']}>
      <legend className="visually-hidden">{fieldsText().part.location}</legend>
      {error ? (
        <p className={styles['error']} id={`${id}-error`}>
          <IconError />
          <span>{error}</span>
        </p>
      ) : null}
      <div className={styles['line']}>
        <IconPin />
        <div className={styles['answer']} role="status">
          {value ? (
            <p>
              <span className="visually-hidden">{coordinatesText(value)} </span>
              {qualityText(value, now)}
            </p>
          ) : status === 'searching' ? (
            <p>{isSlow ? t.searchingSlowly : t.searching}</p>
          ) : (
            <p aria-hidden="true">{fieldsText().part.location}</p>
          )}
        </div>
        <Button
          aria-describedby={error ? `${id}-error` : undefined}
          busy={status === 'searching'}
          className={styles['way']}
          onClick={() => search('anew')}
          variant="quiet"
        >
          {t.get}
        </Button>
      </div>
      <div role="status">
        {[doubt, failure === null ? '' : t.notFound[failure]]
          .filter((words) => words !== '')
          .map((words) => (
            <p className={styles['reason']} key={words}>
              <IconWarning />
              <span>{words}</span>
            </p>
          ))}
      </div>
      {doubt ? (
        <div className={styles['ways']}>
          <Button
            busy={status === 'searching'}
            className={styles['way']}
            onClick={() => search('better')}
            variant="quiet"
          >
            {t.tryAgain}
          </Button>
          <Button className={styles['way']} onClick={onUseAnyway} variant="quiet">
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

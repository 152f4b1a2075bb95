import type { Place } from '../../domain/forms/places.ts';
import { formLaterText } from '../../messages/form-later.ts';
import { say } from '../../messages/say.ts';
import type { FormStore } from '../../store/open-store.ts';
import { useStored } from '../../store/use-stored.ts';
import { Chip, ChipRow } from '../../ui/chips.tsx';

export interface PlaceChipsProps {
  readonly store: FormStore;
  /** As it is filled in. */
  readonly place: Place;
  readonly onChoose: (place: Place) => void;
}

/** The last places of this phone: whoever registers a village's customers types its name once. */
export function PlaceChips({ store, place, onChoose }: PlaceChipsProps) {
  const places = useStored(() => store.queries.recentPlaces(), [store], []);
  if (!places?.length) return null;
  const t = formLaterText();
  return (
    <ChipRow label={t.recentPlaces}>
      {places.map((each) => (
        <Chip
          isChosen={each.suburb === place.suburb && each.city === place.city}
          key={say(t.place, each)}
          onChoose={() => onChoose(each)}
        >
          {say(t.place, each)}
        </Chip>
      ))}
    </ChipRow>
  );
}

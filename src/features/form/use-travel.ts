import { useState } from 'react';

type Way = 'forward' | 'backward';

/** Which way the person went last through the sections; null until they go. `place`: the number of the one that is shown. */
export function useTravel(place: number): Way | null {
  const [seen, setSeen] = useState<Readonly<{ place: number; way: Way | null }>>({
    place,
    way: null,
  });
  if (seen.place === place) return seen.way;
  const way = place > seen.place ? 'forward' : 'backward';
  setSeen({ place, way });
  return way;
}

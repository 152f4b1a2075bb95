/**
 * Seeds that once found a mistake of the app or of the simulation. They always run first. `isPlain`: the seed is older than the oddities,
 * and runs without them. A change of the simulation changes the course of a seed. Then a saved seed is a seed like any other.
 */
export const savedSeeds: readonly Readonly<{ seed: number; isPlain: boolean; found: string }>[] = [
  {
    seed: 132,
    isPlain: true,
    found:
      'an upload in doubt, answered by 204: the receipt did not say that it may be there twice',
  },
  {
    seed: 277,
    isPlain: true,
    found: 'a stored signature that is lost could not be replaced by drawing the same again',
  },
  {
    seed: 945,
    isPlain: true,
    found: 'a RemoveDocument answered by a 404 that was not the backend’s',
  },
  {
    seed: 1094,
    isPlain: true,
    found: 'a correction that only took away what was refused waited for ever',
  },
  {
    seed: 2292,
    isPlain: true,
    found: 'the simulated agent looked at a form again before its second press ended',
  },
  {
    seed: 136963,
    isPlain: true,
    found: 'the simulated backend refused a request whose twin it was about to take',
  },
  {
    seed: 302143,
    isPlain: true,
    found: 'the checks took a list for known whose answer died with its page',
  },
  {
    seed: 415817,
    isPlain: true,
    found: 'the checks missed that a row’s wait was ended long after its drain was requested',
  },
  { seed: 436435, isPlain: true, found: 'a simulated phone slept on after the faults had stopped' },
  {
    seed: 1005267,
    isPlain: true,
    found: 'the checks took a drain that had lost its lease for the one that had it, in one page',
  },
  {
    seed: 2008699,
    isPlain: true,
    found: 'the checks wanted a doubt said of a copy that landed after a list had proved the other',
  },
  {
    seed: 3008307,
    isPlain: true,
    found: 'a token that changed twice had an upload refused that the backend had taken before',
  },
  {
    seed: 39531,
    isPlain: false,
    found:
      'a deletion that came too late threw where the copy it took away could not be read again',
  },
  {
    seed: 53995,
    isPlain: false,
    found: 'without locks a second Submit deleted what the copy of the first was about to mention',
  },
  {
    seed: 118643,
    isPlain: false,
    found:
      'an upload that was lost too often was sent whole at once, though the backend had just asked to wait',
  },
  {
    seed: 8588,
    isPlain: false,
    found:
      'a start copied no secret that was marked for deletion and that a copy still named, to the storage that had lost it',
  },
];

import { useEffect, useRef, useState } from 'react';
import { count } from '../../messages/count.ts';
import { formatSoon } from '../../messages/formats.ts';
import { lockText } from '../../messages/lock.ts';
import { lockSettingsText } from '../../messages/lock-settings.ts';
import { say } from '../../messages/say.ts';
import type { LockStore, LosesForm, StartAgainLoses } from '../../store/lock-port.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Skeleton } from '../../ui/loading.tsx';
import { Stack } from '../../ui/page.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { notify } from '../../ui/toasts.ts';
import styles from './lock.module.css';
import { LockForm } from './lock-form.tsx';
import { useTry } from './use-try.ts';

export interface StartAgainProps {
  readonly lock: LockStore;
  readonly agent: string;
  readonly onDone: () => void;
  readonly onBack: () => void;
}

/** Neither PIN nor code: what stays and what goes is named before anything does. */
export function StartAgain({ lock, agent, onDone, onBack }: StartAgainProps) {
  const t = lockSettingsText();
  const [loses, setLoses] = useState<StartAgainLoses | 'failed'>();
  const [word, setWord] = useState('');
  const field = useRef<HTMLInputElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const trying = useTry(null);
  useEffect(() => {
    heading.current?.focus();
    lock.whatStartAgainLoses(agent).then(setLoses, () => setLoses('failed'));
  }, [lock, agent]);

  function startAgain() {
    if (word.trim().toUpperCase() !== t.deleteWord) {
      field.current?.focus();
      return trying.say(t.notTyped);
    }
    trying.run(async () => {
      const { status } = await lock.startAgain(agent);
      if (status !== 'done') return { text: t.notSaved, until: null };
      notify(t.startedAgain, { duration: 15_000 });
      onDone();
      return null;
    });
  }

  const back = (
    <div className={styles['side']}>
      <Button onClick={onBack} variant="quiet">
        {lockText().back}
      </Button>
    </div>
  );
  return (
    <>
      <h2 ref={heading} tabIndex={-1}>
        {t.startAgain}
      </h2>
      {loses === undefined ? <Skeleton label={t.startAgainReading} /> : null}
      {loses === 'failed' ? <Banner kind="error">{t.startAgainFailed}</Banner> : null}
      {loses === undefined || loses === 'failed' ? (
        back
      ) : (
        <>
          <WhatGoes loses={loses} />
          <LockForm
            isDanger
            onSubmit={startAgain}
            others={back}
            submitLabel={t.deleteAndStart}
            trying={trying}
          >
            <TextField
              autoCapitalize="characters"
              error={trying.problem}
              label={say(t.typeToDelete, { word: t.deleteWord })}
              onChange={setWord}
              ref={field}
              spellCheck={false}
              value={word}
            />
          </LockForm>
        </>
      )}
    </>
  );
}

function WhatGoes({ loses: { stays, drafts, attention } }: { readonly loses: StartAgainLoses }) {
  const t = lockSettingsText();
  const now = Date.now();
  const sentence = (texts: typeof t.goesDraft | typeof t.goesRefused, form: LosesForm): string =>
    say(texts[form.kind ?? 'registration'], { when: formatSoon(form.createdAt, now) });
  const goes = [
    ...drafts.map((form) => sentence(t.goesDraft, form)),
    ...attention.map((form) => sentence(t.goesRefused, form)),
  ];
  return (
    <Stack>
      <p>{stays === 0 ? t.noneStays : count(t.stays, stays)}</p>
      {goes.length === 0 ? (
        <p>{t.noneGoes}</p>
      ) : (
        <>
          <p>{count(t.goes, goes.length)}</p>
          <ul className={styles['goes']}>
            {goes.map((form, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: two may have begun in the same minute; the list never changes.
              <li key={index}>{form}</li>
            ))}
          </ul>
        </>
      )}
    </Stack>
  );
}

import { useEffect, useRef, useState } from 'react';
import type { FormKind } from '../../domain/forms/form-kinds.ts';
import { count } from '../../messages/count.ts';
import { formatSoon } from '../../messages/formats.ts';
import { lockText } from '../../messages/lock.ts';
import { lockSettingsText } from '../../messages/lock-settings.ts';
import { format } from '../../messages/text.ts';
import type { FormAtRisk, LockStore, ResetLoss } from '../../store/lock/lock-contract.ts';
import { Button } from '../../ui/content/button.tsx';
import { Skeleton } from '../../ui/content/loading.tsx';
import { TextField } from '../../ui/fields/text-field.tsx';
import { Banner } from '../../ui/frame/banner.tsx';
import { Stack } from '../../ui/frame/page.tsx';
import { notify } from '../../ui/overlays/toasts.ts';
import styles from './lock.module.css';
import { setProblem } from './lock-facts.ts';
import { LockForm, UnlockErrorText } from './lock-form.tsx';
import { useNewPin } from './use-new-pin.tsx';
import { unlockProblem, useUnlockAttempt } from './use-unlock-attempt.ts';

export interface RecoveryProps {
  readonly lock: LockStore;
  readonly agent: string;
  /** True if the disk refused the last changes of the agent who locked. */
  readonly isUnsaved: boolean;
  readonly onUnlocked: (agent: string) => void;
  readonly onStartAgain: () => void;
  readonly onBack: () => void;
}

/** For a forgotten PIN: the agent enters the recovery code and sets a new PIN. */
export function Recovery({
  lock,
  agent,
  isUnsaved,
  onUnlocked,
  onStartAgain,
  onBack,
}: RecoveryProps) {
  const t = lockSettingsText();
  const [code, setCode] = useState('');
  const [isRight, setIsRight] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const trying = useUnlockAttempt(null);
  useEffect(() => {
    if (!isRight) field.current?.focus();
  }, [isRight]);

  function open() {
    field.current?.focus();
    if (code.trim() === '') return trying.say(t.recoveryMissing);
    trying.run(async () => {
      const result = await lock.unlock(agent, 'recovery', code);
      setIsRight(result.status === 'unlocked');
      return result.status === 'wrong'
        ? { text: t.recoveryWrong, until: null }
        : unlockProblem(result, isUnsaved);
    });
  }

  function askAgain() {
    setIsRight(false);
    trying.say(t.recoveryAgain);
  }

  if (isRight)
    return (
      <PinAfterRecovery
        agent={agent}
        lock={lock}
        onLate={askAgain}
        onLocked={onBack}
        onUnlocked={onUnlocked}
      />
    );
  return (
    <>
      <h2>{t.recoveryTitle}</h2>
      <LockForm
        onSubmit={open}
        others={
          <div className={styles['side']}>
            <Button onClick={onBack} variant="quiet">
              {lockText().back}
            </Button>
            <Button onClick={onStartAgain} variant="quiet">
              {t.noCode}
            </Button>
          </div>
        }
        submitLabel={t.recoveryGoOn}
        trying={trying}
      >
        <TextField
          autoCapitalize="characters"
          error={trying.problem}
          hint={t.recoveryHint}
          label={t.recoveryCode}
          onChange={setCode}
          ref={field}
          spellCheck={false}
          value={code}
        />
      </LockForm>
    </>
  );
}

interface PinAfterRecoveryProps extends Pick<RecoveryProps, 'lock' | 'agent' | 'onUnlocked'> {
  /** The recovery code was entered too long ago. */
  readonly onLate: () => void;
  /** The PIN is saved, and another window locked Veld meanwhile. */
  readonly onLocked: () => void;
}

function PinAfterRecovery({ lock, agent, onLate, onLocked, onUnlocked }: PinAfterRecoveryProps) {
  const t = lockSettingsText();
  const { pin, check, fields } = useNewPin();
  const trying = useUnlockAttempt(null);

  function save() {
    if (!check()) return;
    trying.run(async () => {
      const result = await lock.newPinAfterRecovery(pin);
      if (result.status === 'doneButLocked') {
        notify(t.pinSavedLocked, { duration: 15_000 });
        onLocked();
        return null;
      }
      if (result.status === 'done') onUnlocked(agent);
      if (result.status === 'locked') onLate();
      return setProblem(result);
    });
  }

  return (
    <>
      <h2 role="status">{t.recoveryNewPin}</h2>
      <LockForm onSubmit={save} others={null} submitLabel={t.savePin} trying={trying}>
        <UnlockErrorText problem={trying.problem} />
        {fields}
      </LockForm>
    </>
  );
}

export interface StartAgainProps {
  readonly lock: LockStore;
  readonly agent: string;
  /** True if other agents use this phone too. */
  readonly isShared: boolean;
  readonly onDone: () => void;
  readonly onBack: () => void;
}

/** For an agent without PIN and recovery code: lists what is kept and what is deleted, then deletes. */
export function StartAgain({ lock, agent, isShared, onDone, onBack }: StartAgainProps) {
  const t = lockSettingsText();
  const [loses, setLoses] = useState<ResetLoss | 'failed'>();
  const [word, setWord] = useState('');
  const field = useRef<HTMLInputElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const trying = useUnlockAttempt(null);
  useEffect(() => {
    heading.current?.focus();
    lock.whatResetLoses(agent).then(setLoses, () => setLoses('failed'));
  }, [lock, agent]);

  function startAgain(loses: ResetLoss) {
    if (word.trim().toUpperCase() !== t.deleteWord) {
      field.current?.focus();
      return trying.say(t.notTyped);
    }
    const named = lostForms(loses).map(({ id }) => id);
    trying.run(async () => {
      const { status } = await lock.resetAgent(agent, named);
      if (status === 'changed') {
        setWord('');
        setLoses(await lock.whatResetLoses(agent));
        field.current?.focus();
        return { text: t.listChanged, until: null };
      }
      if (status !== 'done') return { text: t.notSaved, until: null };
      notify(isShared ? t.removedFromPhone : t.startedAgain, { duration: 15_000 });
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
          {isShared ? <p>{t.startAgainShared}</p> : null}
          <LockForm
            isDanger
            onSubmit={() => startAgain(loses)}
            others={back}
            submitLabel={t.deleteAndStart}
            trying={trying}
          >
            <TextField
              autoCapitalize="characters"
              error={trying.problem}
              label={format(t.typeToDelete, { word: t.deleteWord })}
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

const lostForms = ({ drafts, waiting, attention }: ResetLoss): readonly FormAtRisk[] => [
  ...drafts,
  ...waiting,
  ...attention,
];

function WhatGoes({ loses }: { readonly loses: ResetLoss }) {
  const { stays, drafts, waiting } = loses;
  const t = lockSettingsText();
  const now = Date.now();
  const sentence = (texts: Readonly<Record<FormKind, string>>, form: FormAtRisk): string =>
    format(texts[form.kind ?? 'registration'], { when: formatSoon(form.createdAt, now) });
  const textsOf = (form: FormAtRisk): Readonly<Record<FormKind, string>> => {
    if (drafts.includes(form)) return t.goesDraft;
    return waiting.includes(form) ? t.goesWaiting : t.goesRefused;
  };
  const goes = lostForms(loses);
  return (
    <Stack>
      {waiting.length > 0 && stays === 0 ? null : (
        <p>{stays === 0 ? t.noneStays : count(t.stays, stays)}</p>
      )}
      {goes.length === 0 ? (
        <p>{t.noneGoes}</p>
      ) : (
        <>
          <p>{count(t.goes, goes.length)}</p>
          <ul className={styles['goes']}>
            {goes.map((form) => (
              <li key={form.id}>{sentence(textsOf(form), form)}</li>
            ))}
          </ul>
        </>
      )}
    </Stack>
  );
}

export interface ForgottenProps {
  readonly lock: LockStore;
  readonly agent: string;
  readonly isShared: boolean;
  readonly isUnsaved: boolean;
  readonly onUnlocked: (agent: string) => void;
  readonly onStartedAgain: () => void;
  readonly onBack: () => void;
}

/** For a forgotten PIN: unlock with the recovery code, or start again. */
export function Forgotten({
  lock,
  agent,
  isShared,
  isUnsaved,
  onUnlocked,
  onStartedAgain,
  onBack,
}: ForgottenProps) {
  const [hasNoCode, setHasNoCode] = useState(false);
  return hasNoCode ? (
    <StartAgain
      agent={agent}
      isShared={isShared}
      lock={lock}
      onBack={onBack}
      onDone={onStartedAgain}
    />
  ) : (
    <Recovery
      agent={agent}
      isUnsaved={isUnsaved}
      lock={lock}
      onBack={onBack}
      onStartAgain={() => setHasNoCode(true)}
      onUnlocked={onUnlocked}
    />
  );
}

import { useEffect, useState } from 'react';
import { formatBytes } from '../../messages/formats.ts';
import { scannerText, scanText } from '../../messages/scan.ts';
import { format } from '../../messages/text.ts';
import { Button } from '../../ui/content/button.tsx';
import { Fold } from '../../ui/content/list.tsx';
import { IconCheck } from '../../ui/frame/icons.tsx';
import styles from './scan.module.css';
import { openScanner, type Scanner } from './scanner.ts';

type State =
  | Readonly<{ status: 'ready'; engine: Scanner['engine'] }>
  | Readonly<{ status: 'needsFetch'; bytes: number }>
  | Readonly<{ status: 'notHere' | 'notRunning' | 'fetching' }>;

/** Cards need the most kinds of barcode, so a scanner that reads them reads all. */
async function lookAtScanner(mayFetch: boolean): Promise<State> {
  const opened = await openScanner('identity', { mayFetch });
  if (opened.status !== 'open') return opened;
  const { scanner } = opened;
  scanner.close();
  return { status: 'ready', engine: scanner.engine };
}

/** The state of the scanner on this phone. Null until it is known. */
function useScannerState(): readonly [State | null, look: (mayFetch: boolean) => void] {
  const [state, setState] = useState<State | null>(null);
  useEffect(() => {
    let isOver = false;
    void lookAtScanner(false).then((found) => {
      if (!isOver) setState(found);
    });
    return () => {
      isOver = true;
    };
  }, []);
  return [
    state,
    (mayFetch) => {
      if (mayFetch) setState({ status: 'fetching' });
      void lookAtScanner(mayFetch).then(setState);
    },
  ];
}

/** The line of 'Ready for the field' about the scanner. The button fetches it. */
export function ScannerLine() {
  const t = scannerText();
  const [state, look] = useScannerState();
  if (state === null) return null;
  const isReady = state.status === 'ready';
  const doesNotRun = state.status === 'notRunning';
  return (
    <Fold
      icon={isReady ? <IconCheck className={styles['tick']} /> : undefined}
      isLine
      state={isReady ? undefined : doesNotRun ? t.notRunning : t.absent}
      title={t.name}
    >
      <p>{isReady ? t.ready : t.why}</p>
      {state.status === 'notHere' ? (
        <>
          <p role="status">{scanText().notHere}</p>
          <Button onClick={() => look(false)}>{scanText().tryAgain}</Button>
        </>
      ) : null}
      {doesNotRun ? <p role="status">{scanText().notRunning}</p> : null}
      {state.status === 'needsFetch' || state.status === 'fetching' ? (
        <Button busy={state.status === 'fetching'} onClick={() => look(true)}>
          {state.status === 'needsFetch'
            ? format(t.getIt, { size: formatBytes(state.bytes) })
            : t.getting}
        </Button>
      ) : null}
    </Fold>
  );
}

/** The name of the scanner that this phone uses. */
export function ScannerEngine() {
  const t = scannerText();
  const [state] = useScannerState();
  if (state === null) return null;
  if (state.status === 'notRunning') return t.notRunning;
  return state.status === 'ready' ? t.engine[state.engine] : t.absent;
}

import { REFERENCE_NAMES, type WireNames } from '../../src/domain/web-names.ts';
import { type Checked, isUsable } from './run-checks.ts';
import type { TestSession } from './test-session.ts';
import { builtAddress, isSameOrigin } from './wire.ts';

/** The build settings for the tested backend, and the policy or proxy rule that it needs. */
export function settingsToUse({ target, sendsKeys, wantsNumbers }: TestSession): string {
  const lines = [
    'Build with these lines in .env:',
    '',
    `VITE_API_LIVE=${builtAddress(target) || '/'}`,
    `VITE_APPLICATION_KEY=${target.applicationKey}`,
    ...namesToSet({ ...target.names, ...(sendsKeys ? {} : { idempotencyHeader: '' }) }),
    ...(wantsNumbers ? ['VITE_LOCATION_WITHOUT_FIX=zero'] : []),
    '',
  ];
  const elsewhere = [
    `The pages' own policy must allow it: connect-src 'self' ${target.base.origin}`,
    '(the reference server, where it serves the app, does that by itself).',
  ];
  const here = [
    `The proxy of ${target.appOrigin} must hand ${target.base.pathname} to the backend.`,
  ];
  return [...lines, ...(isSameOrigin(target) ? here : elsewhere), ''].join('\n');
}

const settingOf = {
  applicationKeyHeader: 'VITE_APPLICATION_KEY_HEADER',
  deviceHeader: 'VITE_DEVICE_IDENTIFIER_HEADER',
  idempotencyHeader: 'VITE_IDEMPOTENCY_HEADER',
  antiForgeryCookie: 'VITE_ANTI_FORGERY_COOKIE',
  antiForgeryHeader: 'VITE_ANTI_FORGERY_HEADER',
} as const satisfies Record<keyof WireNames, string>;

/** A line for each name that differs from the reference server's. */
const namesToSet = (names: WireNames): readonly string[] =>
  (Object.keys(settingOf) as (keyof WireNames)[])
    .filter((each) => names[each] !== REFERENCE_NAMES[each])
    .map((each) => `${settingOf[each]}=${names[each]}`);

const marks = { holds: 'ok  ', fails: 'NO  ', unseen: '?   ', unchecked: '-   ' } as const;

const remark = ({ verdict }: Checked): string | null => {
  if (verdict.status === 'holds') return verdict.note;
  return verdict.status === 'fails' ? verdict.found : verdict.why;
};

/** The line that is printed after each check. */
export function checkedLine(checked: Checked): string {
  const { check, verdict } = checked;
  const more = remark(checked);
  const level = check.level === 'must' ? 'MUST  ' : 'SHOULD';
  return `${marks[verdict.status]} ${level} ${check.id}: ${check.says}${more === null ? '' : ` [${more}]`}\n`;
}

/** The summary of a run: failed checks, the app's behaviour without them, and the settings to build with. */
export function endOfRun(
  all: readonly Checked[],
  session: TestSession,
  documentsLeft: number,
): string {
  const failed = all.filter(({ verdict }) => verdict.status === 'fails');
  const lost = failed.filter(({ check }) => check.level === 'should');
  return [
    '',
    countsLine(all),
    ...lost.map(({ check }) => `Without ${check.id}: ${check.otherwise}.`),
    ...(all.some(({ check }) => check.needs === 'write')
      ? []
      : ['Whether it takes what phones send was not asked: that takes --write.']),
    '',
    ...madeLines(session, documentsLeft),
    isUsable(all)
      ? settingsToUse(session)
      : 'Phones cannot use this backend yet: every MUST has to hold.\n',
  ].join('\n');
}

/** The number of checks that hold. A check counts as holding if no client can see its property. */
function countsLine(all: readonly Checked[]): string {
  const counts = (['must', 'should'] as const).map((level) => {
    const those = all.filter(({ check }) => check.level === level);
    const number = (...statuses: readonly Checked['verdict']['status'][]) =>
      those.filter(({ verdict }) => statuses.includes(verdict.status)).length;
    const held = `${number('holds', 'unseen')} of ${those.length} ${level.toUpperCase()}`;
    return { held, unasked: number('unchecked') };
  });
  if (counts.every(({ unasked }) => unasked === 0)) {
    return `${counts.map(({ held }) => held).join(' and ')} hold, as far as can be seen.`;
  }
  const sentences = counts.map(({ held, unasked }) =>
    unasked === 0
      ? `${held} hold.`
      : `${held} hold, ${unasked} ${unasked === 1 ? 'was' : 'were'} not asked.`,
  );
  return sentences.join(' ');
}

function madeLines({ forms, run }: TestSession, documentsLeft: number): readonly string[] {
  if (forms.length === 0) return [];
  return [
    `Made-up forms that the backend has now, of 'Conformance ${run}':`,
    ...forms.map(({ id, kind }) => `  ${id} (${kind})`),
    documentsLeft === 0
      ? 'Their documents were removed as far as lists showed them.'
      : `${documentsLeft} of their documents could not be removed, or were not found.`,
    '',
  ];
}

export const asJson = (all: readonly Checked[]): string =>
  `${JSON.stringify(
    {
      isUsable: isUsable(all),
      checks: all.map(({ check, verdict }) => ({ id: check.id, level: check.level, ...verdict })),
    },
    null,
    2,
  )}\n`;

/**
 * The report for continuous integration. A MUST that fails or could not be checked is a failure. Other checks that do
 * not hold are skipped.
 */
export function asJunit(all: readonly Checked[]): string {
  const cases = all.map((checked) => {
    const { check, verdict } = checked;
    const head = `<testcase classname="${check.level}" name="${xml(`${check.id}: ${check.says}`)}"`;
    if (verdict.status === 'holds') return `  ${head}/>`;
    const tag = isUsable([checked]) ? 'skipped' : 'failure';
    return `  ${head}><${tag} message="${xml(remark(checked) ?? '')}"/></testcase>`;
  });
  const failures = all.filter((each) => !isUsable([each])).length;
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuite name="conformance" tests="${all.length}" failures="${failures}">`,
    ...cases,
    '</testsuite>',
    '',
  ].join('\n');
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '"': '&quot;' };

const xml = (text: string): string =>
  text.replace(/[&<"]/g, (each) => entities[each] ?? each).replace(/\p{Cc}/gu, ' ');

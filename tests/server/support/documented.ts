import * as v from 'valibot';
import { type AnswerName, answers } from '../../../server/contract/answers.ts';
import { type ApiCall, answersOf, apiCalls } from '../../../server/contract/api-calls.ts';

type Answered = Readonly<{ status: number; text: string; method: string; url: string }>;

const patterns = apiCalls.map((call) => ({
  call,
  pattern: new RegExp(`^/api${call.path.replaceAll(/\{\w+\}/g, '[^/]+')}/?$`, 'i'),
}));

const isA = (name: AnswerName, text: string): boolean =>
  v.is(answers[name], JSON.parse(text.startsWith('{') ? text : 'null'));

/** Throws where a call of the API was answered as its description does not say. */
export function expectDocumented({ status, text, method, url }: Answered): void {
  const path = url.split('?')[0] ?? '';
  const found = patterns.find(
    ({ call, pattern }) => call.method === method.toLowerCase() && pattern.test(path),
  );
  // What is no call is answered as one that is not there.
  if (found === undefined) return;
  const kinds: ApiCall['answers'][number] | undefined = answersOf(found.call)[status];
  const fits =
    kinds?.some((kind) => {
      if (kind === 'bytes') return true;
      return kind === 'empty' || method === 'HEAD' ? text === '' : isA(kind, text);
    }) === true;
  if (!fits)
    throw new Error(
      `The description of ${method} ${found.call.path} has no such ${status}: ${text.slice(0, 300)}`,
    );
}

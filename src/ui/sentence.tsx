import { createElement, Fragment, type ReactNode } from 'react';
import { pieces, type Values } from '../messages/say.ts';

export interface SentenceProps<Text extends string> {
  readonly text: Text;
  readonly values: Values<Text, ReactNode>;
}

/** A text with more than text at its places, such as a link. */
export const Sentence = <Text extends string>({ text, values }: SentenceProps<Text>): ReactNode =>
  createElement(Fragment, null, ...pieces(text, values));

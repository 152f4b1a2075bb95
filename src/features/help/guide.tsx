import { guideText } from '../../messages/guide.ts';
import { Card } from '../../ui/card.tsx';

/** How to work with Veld, part by part: what `docs/agent-guide.md` says in print. */
export function Guide() {
  return Object.entries(guideText()).map(([id, { title, ...paragraphs }]) => (
    <Card key={id} title={title}>
      {Object.entries(paragraphs).map(([name, text]) => (
        <p key={name}>{text}</p>
      ))}
    </Card>
  ));
}

import type { ReactNode } from 'react';

export interface TermsSection {
  /** The anchor. Never change one, because other sites link to it. */
  readonly id: string;
  readonly title: string;
  readonly body: ReactNode;
}

/** The operator replaces the texts in square brackets. */
function Blank({ children }: { readonly children: string }) {
  return <mark>[{children}]</mark>;
}

export const termsSections: readonly TermsSection[] = [
  {
    id: 'who-we-are',
    title: 'Who we are',
    body: (
      <>
        <p>
          Veld is used by authorised agents of <Blank>operator’s full legal name</Blank>,
          registration number <Blank>number</Blank>, <Blank>street address</Blank> (“we”, “us”), to
          register SIM cards and to replace them.
        </p>
        <p>
          These terms are between you, the customer whose details are captured, and us. An agent who
          captures your details acts for us.
        </p>
      </>
    ),
  },
  {
    id: 'rica',
    title: 'Why the law asks for your details (RICA)',
    body: (
      <>
        <p>
          The Regulation of Interception of Communications and Provision of Communication-related
          Information Act 70 of 2002 (RICA) does not allow us to activate a SIM card before certain
          details of its user have been recorded.
        </p>
        <p>For a person we record:</p>
        <ul>
          <li>full names and surname;</li>
          <li>identity number, or the number of a passport or permit;</li>
          <li>at least one address, or a description of the place where you live;</li>
          <li>the number of the SIM card and the cellphone number that goes with it.</li>
        </ul>
        <p>
          Cellphone, telephone and email address are optional where the form says so. The form also
          records where it was signed, if the phone can tell, and your signature.
        </p>
      </>
    ),
  },
  {
    id: 'documents',
    title: 'ID and address documents',
    body: (
      <>
        <p>
          You must be present and show an identity document: a green bar-coded ID book, a smart ID
          card, a temporary identity certificate, a passport, or a current asylum seeker or refugee
          permit. A driver’s licence is not accepted.
        </p>
        <p>
          We may ask for proof of address, such as a recent account or bank statement, a lease, or a
          letter from the school, church or shop that receives your post.
        </p>
        <p>
          A photo of your identity document is sent with the form. The app only captures your
          details; whether they are correct is checked by us after they have been sent.
        </p>
      </>
    ),
  },
  {
    id: 'business',
    title: 'Businesses and their representatives',
    body: (
      <>
        <p>
          For a business we record its name, address, registration number where it has one, and the
          details of the person who represents it. Its registration document is sent with the form.
        </p>
        <p>
          If you sign for a business, you confirm that you have the authority to do so. A business
          that hands SIM cards to its staff must itself record who uses each of them.
        </p>
      </>
    ),
  },
  {
    id: 'false-information',
    title: 'False information is an offence',
    body: (
      <p>
        You confirm that what you give us is true and that the documents are your own. Giving false
        information, or using somebody else’s identity, is an offence. We may have to report it to
        the South African Police Service, and may refuse or end the service.
      </p>
    ),
  },
  {
    id: 'sim-replacement',
    title: 'Replacing a SIM card, and fraud',
    body: (
      <>
        <p>
          If your SIM card or phone was lost, stolen or destroyed, RICA asks you to report it to the
          police within a reasonable time. Keep the written proof or reference number; a copy can be
          sent with the form.
        </p>
        <p>
          Once the new SIM card works, the old one stops. This can take up to{' '}
          <Blank>24 hours</Blank>.
        </p>
        <p>
          <strong>Be careful:</strong> criminals replace other people’s SIM cards to reach their
          bank accounts. We send a message to the old number when a replacement is asked for. If you
          get such a message and did not ask for it, call us at once on <Blank>fraud line</Blank>.
        </p>
      </>
    ),
  },
  {
    id: 'privacy',
    title: 'Your personal information (POPIA notice)',
    body: (
      <>
        <p>
          This notice is given under section 18 of the Protection of Personal Information Act 4 of
          2013 (POPIA).
        </p>
        <ul>
          <li>
            <strong>What we collect:</strong> what you see on the form, photos of your documents,
            your signature and, if available, the location.
          </li>
          <li>
            <strong>Who is responsible:</strong> <Blank>operator’s name and address</Blank>.
          </li>
          <li>
            <strong>Why:</strong> to meet our duty under RICA, to provide the service, and to
            prevent fraud. We do not use it for marketing unless you agree to that separately.
          </li>
          <li>
            <strong>Must you give it?</strong> What the form marks as optional is up to you. Without
            the rest the law does not let us activate or replace the SIM card.
          </li>
          <li>
            <strong>Who receives it:</strong> see <a href="#sharing">Who receives it</a>.
          </li>
          <li>
            <strong>Other countries:</strong> your information{' '}
            <Blank>
              is not sent outside South Africa / is sent to …, where it is protected by …
            </Blank>
            .
          </li>
          <li>
            <strong>Your rights:</strong> see <a href="#your-rights">Your rights</a>.
          </li>
        </ul>
        <p>POPIA protects companies and other juristic persons in the same way.</p>
      </>
    ),
  },
  {
    id: 'retention',
    title: 'How long we keep it',
    body: (
      <p>
        We keep your details while you use the service and for <Blank>five years</Blank> after it
        ends, as the law requires, and then delete them or make them anonymous, unless another law
        or a pending case obliges us to keep them longer.
      </p>
    ),
  },
  {
    id: 'sharing',
    title: 'Who receives it',
    body: (
      <p>
        Your details go to us as the network operator and to those who process them for us under a
        written contract. Law enforcement receives them only on a lawful direction or request. We do
        not sell them.
      </p>
    ),
  },
  {
    id: 'security',
    title: 'How we protect it',
    body: (
      <>
        <p>
          We take reasonable technical and organisational measures to keep your information safe.
          Details travel encrypted.
        </p>
        <p>
          If we have reason to believe that somebody unauthorised has obtained your information, we
          will tell you and the Information Regulator as soon as reasonably possible.
        </p>
      </>
    ),
  },
  {
    id: 'your-rights',
    title: 'Your rights',
    body: (
      <>
        <p>
          You may ask whether we hold information about you, see it, have it corrected or deleted
          where the law allows that, object to its use, and withdraw a consent that you gave.
          Withdrawing does not undo what was lawful before, nor what the law obliges us to keep.
        </p>
        <p>
          Write to our information officer: <Blank>name, email address, telephone</Blank>. You may
          also complain to the Information Regulator (South Africa):{' '}
          <Blank>the Regulator’s current address and complaints email</Blank>.
        </p>
      </>
    ),
  },
  {
    id: 'minors',
    title: 'Children',
    body: (
      <p>
        A SIM card for a person under 18 is registered with, or in the name of, a parent or
        guardian, who accepts these terms for the child.
      </p>
    ),
  },
  {
    id: 'signature',
    title: 'Signing on a screen',
    body: (
      <p>
        You agree that your signature on the screen, together with the consent box, counts as your
        signature of the form under the Electronic Communications and Transactions Act 25 of 2002.
        Before you sign, ask the agent to go through the sections with you and to correct what is
        wrong. After you have signed, the review shows everything once more before it is submitted.
      </p>
    ),
  },
  {
    id: 'on-this-device',
    title: 'What is stored on the agent’s phone',
    body: (
      <>
        <p>
          Where there is no signal, the form, its photos and the signature are kept on the agent’s
          phone until they can be sent. They are sent by themselves when the phone is online.
        </p>
        <p>
          After that the form, its photos and the signature are removed from the app. What remains
          is a receipt: your initials (of a business two letters), the last four digits of the SIM
          card’s number, the times, and its reference numbers. The phone also keeps the last five
          suburbs with their cities, and the last five streets without house numbers, to offer them
          to the next form. Nothing says whose they were. For 90 days it keeps a code made from the
          SIM card’s number, to warn when the same number is registered again. Agents must lock
          their phones and must not keep copies elsewhere.
        </p>
      </>
    ),
  },
  {
    id: 'liability',
    title: 'Liability',
    body: (
      <p>
        Nothing here limits rights that the Consumer Protection Act 68 of 2008 or any other law
        gives you. Apart from those, we are not liable for loss caused by details that were given to
        us wrongly, or by a delay while there is no signal.{' '}
        <Blank>further limits, as the lawyer advises</Blank>
      </p>
    ),
  },
  {
    id: 'changes',
    title: 'Changes to these terms',
    body: (
      <p>
        We may change these terms. The version that you agreed to when you signed stays the one that
        applies to your registration. The newest version is always on this page. This version:{' '}
        <Blank>version and date</Blank>.
      </p>
    ),
  },
  {
    id: 'contact',
    title: 'How to reach us',
    body: (
      <p>
        <Blank>customer care number</Blank>, <Blank>email address</Blank>,{' '}
        <Blank>postal address</Blank>. If we cannot settle a complaint, you may turn to the
        Independent Communications Authority of South Africa (ICASA) or the National Consumer
        Commission.
      </p>
    ),
  },
];

/**
 * The agent's guide, on the page 'Help'. Each group is a part: its title, then its paragraphs in the order in which they are
 * shown. `docs/agent-guide.md` is the same in print.
 */
export const guide = {
  install: {
    title: 'Install Veld',
    once: 'Do this once, where there is signal. Open Veld in Chrome and choose ‘Install Veld’ in Settings, or ‘Install app’ in the browser’s menu. On an iPhone open it in Safari, press the Share button, and choose ‘Add to Home Screen’.',
    after:
      'From then on open Veld by its icon: the browser takes better care of an installed app’s records.',
  },
  firstDay: {
    title: 'Before you leave the signal',
    ready:
      'Open ‘Ready for the field’: it stands on Home, and under ‘Help’ in Settings. It looks whether this phone has all that it needs: that Veld opens without signal, room, location, camera, alerts, the right time. Each line says why, and has a button.',
    practise:
      'Then press ‘Practise’ there: it is the real form, with a made-up customer if you want one. Over it stands ‘Practice: nothing is sent’, and what you type is deleted when you leave.',
  },
  registration: {
    title: 'Register a customer',
    fill: 'Press ‘Register a SIM’ and fill in one section after the other. What you type is kept as you type: ‘Saved’ says that it is on the phone. The phone’s Back goes one section back and loses nothing.',
    sim: 'The SIM card number has 19 or 20 digits, begins with 89, and stands beside the barcode on the pack.',
    photos:
      'Photograph the document in good light, so that every letter can be read: front and back of a smart ID card, one page of a green book or a passport.',
    sign: 'At Sign, get the location and let the customer sign with a finger. ‘Turn the phone to the customer’ shows in large letters what they sign for. A customer who cannot sign makes a mark before a witness, whose name you type.',
    submit:
      'Look at everything once more at Review, then press ‘Submit’. ‘Captured’ shows a reference: say it to the customer, or press ‘Give a receipt’.',
  },
  refused: {
    title: 'When the server refuses something',
    seen: 'A red number stands at Outbox, and Home says it too. That customer’s SIM does not work until you correct it.',
    correct:
      'In the outbox it stands first, with what the server said. Press ‘Correct’: the form opens where something is wrong. Ask the customer, change it, and press ‘Submit’ again.',
  },
  noSignal: {
    title: 'A day without signal',
    goOn: 'Go on as always. What you submit waits in the outbox and is sent by itself once there is signal, the oldest first. On an iPhone, and in some other browsers, only while Veld is open.',
    words:
      '‘Waiting to send’ means that it is safe on this phone, and only there. ‘Sent’ means that the operator’s server has it.',
    keep: 'While something waits, do not clear the browser’s data and do not remove Veld. If this phone cannot send any more, press ‘Export unsent’ in the outbox: it makes a file with a passphrase, which Veld on another phone imports and sends.',
  },
  lost: {
    title: 'A lost or stolen phone',
    tell: 'Tell your operator at once, and how many waited when you last looked. What was sent is safe with them. What waited was on that phone alone: those customers must be registered again.',
    before:
      'Who can unlock the phone can read what waits in it. So lock the phone’s screen with a PIN, set a lock for Veld in its settings, and send whenever there is signal: after that only a receipt with initials and the SIM’s last four digits stays.',
  },
} as const;

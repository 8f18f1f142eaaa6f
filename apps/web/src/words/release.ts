/** Why the page warns about the server it came from. */
export const alarmWords = {
  worker:
    'The server offers another program to run in this browser, and none of the trusted keys signed it.',
  unsigned:
    'The server offers an app that the trusted keys did not sign, or no signature at all.',
  document: 'The server sends a page that differs from the signed release.',
} as const

export const alarmTitle = 'This site changed without your consent.'

export const alarmAdvice =
  'You still see the version you agreed to. Don’t reload and don’t sign anything. Close this tab, ask the operator through another channel, and check the site from another computer.'

/** Under a button that is disabled. */
export const alarmReason =
  'Signing is stopped: the server offers code that nobody you trust has signed.'

export const refusalWords = {
  unsigned: 'The update was refused: the trusted keys did not sign it.',
  older: 'The update was refused: it is older than your version.',
  other: 'The server offers another update by now. Check it again first.',
  partial:
    'The update was refused: a file is missing or differs from the signed list. Your version stays.',
} as const

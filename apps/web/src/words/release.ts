const changed = {
  title: 'This site changed without your consent.',
  advice:
    'You still see the version you agreed to. Don’t reload and don’t sign anything. Close this tab, ask the operator through another channel, and check the site from another computer.',
  /** Under a button that is disabled. */
  reason:
    'Signing is blocked: the server offers code that isn’t signed by anyone you trust.',
}

/** Why the page warns about the server it came from. */
export const alarmWords = {
  worker: {
    ...changed,
    cause:
      'The server offers code that is not part of your version or of a newer, trusted release.',
  },
  unsigned: {
    ...changed,
    cause:
      'The server offers an app that isn’t signed with the trusted keys, or isn’t signed at all.',
  },
  document: {
    ...changed,
    cause: 'The server sends a page that differs from the signed release.',
  },
  gone: {
    title: 'The copy of this app is gone from this browser.',
    cause:
      'A server can order a browser to delete the copy, and with it transactions and messages that are only kept here. Clearing this site’s data deletes them too.',
    advice:
      'You still see the version you agreed to; the next page comes from the server. If you cleared the data yourself, reload. Otherwise don’t reload and don’t sign anything. Close this tab, ask the operator through another channel, and check the site from another computer.',
    reason:
      'Signing is blocked: the copy of this app is gone from this browser.',
  },
} as const

export const judgingReason =
  'The server changed. You can sign once the change is checked.'

/** A release that ends the copy; it is signed, so it is no alarm. */
export const retiredWords = {
  title: 'The saved copy of this app is switched off.',
  cause:
    'The operator has published a signed release that switches off the saved copy. The next time you load this site, every page comes from the server.',
  advice:
    'If you didn’t expect this, don’t reload and don’t sign anything. Ask the operator through another channel first.',
} as const

export const differingWords = {
  title: 'Files on the server differ from your version.',
  cause:
    'Your copy is unchanged. Ask the operator through another channel, and check the site from another computer.',
} as const

const eachLoad =
  'the server can give you another program each time you load the page.'

/** Why this browser has no copy of the app. */
export const noCopyWords = {
  saving: `This browser is saving a copy. Until it is saved, ${eachLoad}`,
  unsigned: `This browser keeps copies of signed releases only. The release that runs here isn’t signed, so ${eachLoad}`,
  browser: `This browser can’t keep a copy. Old browsers and some private windows lack what it needs (service workers, cookie store). Without a copy, ${eachLoad}`,
  signatures: `This browser can’t check the signatures of a release, because it lacks Ed25519. Update the browser to keep a copy. Until then, ${eachLoad}`,
  insecure:
    'This page came without https, so this browser can’t keep a copy. The server, and anyone between you and the server, can change what you run. Ask the operator for an address with https.',
  differs:
    'No copy was saved: a file that the server sends differs from the signed list. Don’t sign anything. Ask the operator through another channel, and check the site from another computer.',
  failed:
    'No copy was saved, because a download failed. The next time you load this site, the browser tries again.',
} as const

export const refusalWords = {
  unsigned: 'The update was refused: it isn’t signed with the trusted keys.',
  older: 'The update was refused: it isn’t newer than your version.',
  other: 'The server now offers a different update. Check it first.',
  partial:
    'The update was refused: a file is missing or differs from the signed list. Your version stays.',
} as const

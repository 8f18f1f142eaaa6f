/* Why the gateway has not taken a signature, and what ends that. */

export const signInWords =
  'The gateway is for members. Sign in, and the signature is submitted automatically.'

export const busyWords =
  'The gateway is receiving too many requests. The signature is submitted again automatically.'

export const unknownWords =
  'The gateway doesn’t know this safe yet. The signature is submitted again automatically.'

/** With the gateway's own sentence. */
export function writeNotAllowed(reason: string): string {
  return `${reason} Sign in with an account that is an owner or a proposer of this safe, and the signature is submitted automatically.`
}

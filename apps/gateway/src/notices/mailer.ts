import { createTransport } from 'nodemailer'
import { isLoopbackHost } from '../accessConfig.js'
import type { MailConfig } from '../noticesConfig.js'
import type { Outcome } from './outcome.js'
import { toLine } from './tell.js'

type Mail = {
  to: string
  /** The same whenever it is sent again. */
  id: string
  subject: string
  text: string
}

export type Mailer = { send(mail: Mail): Promise<Outcome>; close(): void }

/** Plain texts by the operator's server, over TLS unless it is this machine. */
export function createMailer(
  mail: MailConfig,
  { timeoutMs, appUrl }: { timeoutMs: number; appUrl: string },
): Mailer {
  const { host, port, secure, user, password, from } = mail
  const transport = createTransport({
    ...{ host, port, secure },
    requireTLS: !secure && !isLoopbackHost(host),
    auth: user ? { user, pass: password ?? '' } : undefined,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  const domain = new URL(appUrl).hostname
  return {
    async send({ to, id, subject, text }) {
      try {
        await transport.sendMail({
          // As an object, so that no comma makes two of it.
          ...{ from, to: { name: '', address: to }, text },
          subject: toLine(subject, 200),
          messageId: `<${id}@${domain}>`,
          headers: { 'Auto-Submitted': 'auto-generated' },
        })
        return { sent: true }
      } catch (error) {
        return { sent: false, problem: describe(error) }
      }
    },
    close: () => transport.close(),
  }
}

/** What a mail server says may hold names and addresses: its code is enough. */
function describe(error: unknown): string {
  const { responseCode } = error as { responseCode?: unknown }
  return typeof responseCode === 'number'
    ? `The mail server refused with code ${responseCode}.`
    : 'The mail server does not answer.'
}

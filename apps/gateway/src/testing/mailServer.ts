import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { waitFor } from './scene.js'

type ReceivedMail = { to: string[]; subject: string; text: string }

/** The operator's mail server, which keeps what it is given. */
export type MailServer = {
  port: number
  mails: ReceivedMail[]
  /** Waits for so many to one address. */
  until(to: string, count: number): Promise<ReceivedMail[]>
  stop(): Promise<void>
}

/** Lets in anyone who knows the password. */
export async function startMailServer(account: {
  user: string
  password: string
}): Promise<MailServer> {
  const mails: ReceivedMail[] = []
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    onAuth({ username, password }, _session, done) {
      const isRight = username === account.user && password === account.password
      done(isRight ? null : new Error('Unknown'), { user: username ?? '' })
    },
    onData(stream, session, done) {
      let raw = ''
      stream.on('data', (chunk) => {
        raw += String(chunk)
      })
      stream.on('end', () => {
        const to = session.envelope.rcptTo.map(({ address }) => address)
        mails.push({ to, ...parseMail(raw) })
        done()
      })
    },
  })
  server.on('error', () => undefined)
  await new Promise<void>((resolve) =>
    server.listen(0, '127.0.0.1', () => resolve()),
  )
  const { port } = server.server.address() as AddressInfo
  const at = (address: string) => mails.filter(({ to }) => to.includes(address))
  return {
    port,
    mails,
    async until(to, count) {
      await waitFor(`${count} mails to ${to}`, () => at(to).length >= count)
      return at(to)
    },
    stop: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}

function parseMail(raw: string): { subject: string; text: string } {
  const [head = '', ...rest] = raw.split('\r\n\r\n')
  const unfolded = head.replace(/\r\n[ \t]+/g, ' ')
  const subject = /^Subject: (.*)$/im.exec(unfolded)?.[1] ?? ''
  const body = rest.join('\n\n')
  const text = /quoted-printable/i.test(unfolded)
    ? body
        .replace(/=\r?\n/g, '')
        .replace(/(?:=[0-9A-F]{2})+/g, (bytes) =>
          Buffer.from(bytes.replaceAll('=', ''), 'hex').toString('utf8'),
        )
    : /base64/i.test(unfolded)
      ? Buffer.from(body, 'base64').toString('utf8')
      : body
  return { subject, text: text.replaceAll('\r\n', '\n') }
}

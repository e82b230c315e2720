import { SMTPServer } from 'smtp-server'

const MAIL_PASSWORD = 'mail-Passw0rd'

/** A mail as it arrived. */
interface Mail {
  from: string
  to: string[]
  source: string
}

/** A mail server and what it has got. */
export interface MailServer {
  mails: Mail[]
  /** As SMTP_URL wants it. */
  url: string
  close(): Promise<void>
}

/** A real mail server that takes mail for everybody but `nobody@`. */
export async function startMailServer(): Promise<MailServer> {
  const mails: Mail[] = []
  const server = new SMTPServer({
    authOptional: false,
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    logger: false,
    onAuth: ({ username, password }, _session, done) =>
      password === MAIL_PASSWORD ? done(null, { user: username }) : done(new Error('wrong password')),
    onRcptTo: ({ address }, _session, done) => done(address.startsWith('nobody@') ? new Error('no such box') : null),
    onData: (stream, { envelope }, done) => {
      let source = ''
      stream.on('data', (chunk: Buffer) => {
        source += chunk.toString()
      })
      stream.on('end', () => {
        const from = envelope.mailFrom === false ? '' : envelope.mailFrom.address
        mails.push({ from, to: envelope.rcptTo.map(({ address }) => address), source })
        done()
      })
    },
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  return {
    mails,
    url: `smtp://me:${MAIL_PASSWORD}@127.0.0.1:${port}`,
    close: () => new Promise<void>((done) => server.close(done)),
  }
}

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { execa } from 'execa'

export const BASE_DN = 'ou=people,dc=example,dc=com'
export const SEARCHER = { dn: 'cn=searcher,dc=example,dc=com', password: 'Searcher-1' }

/** A real OpenLDAP server on loopback, with a folder, a certificate and people of its own. */
export interface Slapd {
  /** ldap:// */
  plain: string
  /** ldaps:// */
  secure: string
  /** The certificate that signed its own. */
  caFile: string
  /** Changes entries with LDIF, as `ldapmodify` reads it. */
  modify(ldif: string): Promise<void>
  /** Stands still without closing anything, as a directory does whose disk is gone. */
  freeze(): void
  thaw(): void
  stop(): Promise<void>
}

const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

/** Simple binds are refused without encryption, so that a console that forgets it cannot go unnoticed. */
const configuration = (folder: string) => `include /etc/ldap/schema/core.schema
include /etc/ldap/schema/cosine.schema
include /etc/ldap/schema/inetorgperson.schema
modulepath /usr/lib/ldap
moduleload back_mdb
pidfile ${folder}/slapd.pid
TLSCertificateFile ${folder}/cert.pem
TLSCertificateKeyFile ${folder}/key.pem
security simple_bind=64
database mdb
suffix "dc=example,dc=com"
rootdn "${SEARCHER.dn}"
rootpw ${SEARCHER.password}
directory ${folder}/data
`

/** One entry below the people, with the password in clear: slapd compares both. */
export const personLdif = (uid: string, name: string, password: string): string => `dn: uid=${uid},${BASE_DN}
objectClass: inetOrgPerson
uid: ${uid}
cn: ${name}
sn: ${name}
userPassword: ${password}

`

const frame = `dn: dc=example,dc=com
objectClass: dcObject
objectClass: organization
o: Example
dc: example

dn: ${BASE_DN}
objectClass: organizationalUnit
ou: people

`

async function makeCertificate(folder: string): Promise<void> {
  const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost,IP:127.0.0.1']
  const files = ['-keyout', path.join(folder, 'key.pem'), '-out', path.join(folder, 'cert.pem')]
  const kind = ['-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '2']
  await execa('openssl', ['req', ...kind, ...subject, ...files])
}

async function untilListening(port: number): Promise<void> {
  for (let tries = 0; tries < 600; tries++) {
    const socket = connect(port, '127.0.0.1')
    const isUp = await once(socket, 'connect').then(
      () => true,
      () => false,
    )
    socket.destroy()
    if (isUp) return
    await wait(50)
  }
  throw new Error('slapd did not start')
}

/** Starts the server with these people (LDIF, see `personLdif`). */
export async function startSlapd(people: string): Promise<Slapd> {
  const folder = await mkdtemp(path.join(tmpdir(), 'slapd-'))
  const conf = path.join(folder, 'slapd.conf')
  await mkdir(path.join(folder, 'data'))
  await writeFile(conf, configuration(folder))
  await makeCertificate(folder)
  await execa('/usr/sbin/slapadd', ['-f', conf], { input: frame + people })
  const [plainPort, securePort] = [await freePort(), await freePort()]
  const plain = `ldap://127.0.0.1:${plainPort}`
  const secure = `ldaps://127.0.0.1:${securePort}`
  const child = spawn('/usr/sbin/slapd', ['-f', conf, '-h', `${plain} ${secure}`, '-d', '0'], { stdio: 'ignore' })
  const ended = once(child, 'exit')
  await untilListening(securePort)
  const caFile = path.join(folder, 'cert.pem')

  return {
    ...{ plain, secure, caFile },
    modify: async (ldif) => {
      const who = ['-x', '-H', secure, '-D', SEARCHER.dn, '-w', SEARCHER.password]
      await execa('ldapmodify', who, { input: ldif, env: { LDAPTLS_CACERT: caFile } })
    },
    freeze: () => void child.kill('SIGSTOP'),
    thaw: () => void child.kill('SIGCONT'),
    stop: async () => {
      child.kill('SIGCONT')
      child.kill('SIGTERM')
      await ended
      await rm(folder, { recursive: true, force: true })
    },
  }
}

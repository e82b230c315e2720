import { existsSync } from 'node:fs'
import { chmod, lstat, mkdir, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import net from 'node:net'
import path from 'node:path'
import tls from 'node:tls'
import { Code } from '@windlass/shared-kit/contract'
import { DeployRebuild } from '@windlass/shared-kit/contract/deploy'
import {
  ProjectEdit,
  ProjectList,
  ProjectPingRepos,
  ProjectRemoteBranchList,
} from '@windlass/shared-kit/contract/project'
import { RepositoryBranchList, RepositoryCommitList, RepositoryTagList } from '@windlass/shared-kit/contract/repository'
import Database from 'better-sqlite3'
import { execa } from 'execa'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startLocalSshd, writeKeyPair } from '../../platform/ssh/localSshd.ts'
import {
  addProject,
  addTarget,
  type BenchTarget,
  CAN_MOUNT,
  type DeployBench,
  deploy,
  endOf,
  makeDeployBench,
  outputOf,
} from '../../testing/deployBench.ts'
import {
  CAN_SERVE_FTP,
  type FtpBench,
  type SvnBench,
  startSvnserve,
  startVsftpd,
} from '../../testing/repositoryServers.ts'
import { closeTestServer, makeTestServer, type TestServer } from '../../testing/testServer.ts'
import { ftpRepository } from './ftpRepository.ts'
import { createGitRepository } from './gitRepository.ts'
import { createSftpRepository } from './sftpRepository.ts'
import { createSvnRepository } from './svnRepository.ts'

let bench: DeployBench
let target: BenchTarget
let server: TestServer
let serverId: number
let svn: SvnBench
let serial = 0

beforeAll(async () => {
  bench = await makeDeployBench()
  target = await bench.startTarget()
  svn = await startSvnserve(bench.folder)
  server = await makeTestServer({ SSH_KEY_DIR: bench.keyDir })
  serverId = await addTarget(server.admin, bench, { name: 'web', port: target.sshd.port })
})

afterAll(async () => {
  await closeTestServer(server)
  await svn.stop()
  await bench.stop()
})

type Change = Parameters<typeof addProject>[2]

/** A project of one server, and where its files come out there. */
async function makeProject(change: Change) {
  const place = path.join(bench.root, `type${++serial}`)
  const projectId = await addProject(server.admin, bench, { path: place, serverIds: [serverId], ...change })
  const disk = path.join(target.disk, path.relative(bench.root, place))
  const folder = path.join(server.env.DATA_DIR, 'repository', `project_${projectId}`)
  return { projectId, disk, folder }
}

const everything = async (token: string) =>
  JSON.stringify([
    await server.platform.db.selectFrom('publishTrace').selectAll().where('token', '=', token).execute(),
    await server.platform.db.selectFrom('publishLog').selectAll().where('token', '=', token).execute(),
  ])

describe('a Subversion repository', () => {
  const signedIn = () => `${svn.url} --username=${svn.user} --password=${svn.password}`

  it('is deployed, gone back in, and keeps its password to itself', async () => {
    const first = await svn.commit('first <&> "change"\nsecond line', {
      ...{ 'index.html': 'one\n', 'lib/at@head.js': 'code\n', 'name with \'quotes" ü.txt': 'x' },
    })
    const { projectId, disk } = await makeProject({
      repoType: 'svn',
      url: signedIn(),
      branch: 'master',
      script: { afterPull: { mode: '', content: 'echo changed > index.html; echo new > built.txt' } },
      transferOption: '-rtv --delete --exclude .svn',
    })
    const one = await deploy(server, projectId)
    expect(one).toMatchObject({ state: 'success', commitId: `r${first}` })
    expect(await readFile(path.join(disk, 'index.html'), 'utf8')).toBe('changed\n')
    expect((await readdir(disk)).sort()).toEqual(['built.txt', 'index.html', 'lib', 'name with \'quotes" ü.txt'])
    expect(await outputOf(server.admin, projectId, one.token)).toContain('A    lib/at@head.js')
    expect(await everything(one.token)).not.toContain(JSON.stringify(svn.password).slice(1, -1))
    expect(JSON.parse(one.commitInfo)).toMatchObject({ author: 'ada', message: 'first <&> "change"\nsecond line' })
    await svn.commit('second', { 'index.html': 'two\n' })
    const { type, token } = await server.admin.call(DeployRebuild, { projectId, token: one.token })
    expect(type).toBe('publish')
    expect(await endOf(server, token)).toMatchObject({ state: 'success', commitId: `r${first}` })
  })

  it('is followed to and fro, whatever scripts have changed and whatever is locked', async () => {
    const folder = path.join(bench.folder, 'followed')
    const type = createSvnRepository(path.join(bench.folder, 'known_hosts'))
    const follow = async (commit = '') =>
      (await type.follow(folder, signedIn(), { branch: '', commit }, {})).commit.commit
    const first = await svn.commit('first', { 'follow/a.txt': 'one\n', 'follow/at@.txt': 'x' })
    expect(await follow()).toBe(`r${first}`)
    await svn.svn('rm', '-q', 'follow/at@.txt@')
    const second = await svn.commit('second', { 'follow/a.txt': 'two\n', 'follow/b.txt': 'b' })
    await writeFile(path.join(folder, 'follow', 'a.txt'), 'by a script, in conflict')
    await writeFile(path.join(folder, 'follow', 'b.txt'), 'in the way')
    await writeFile(path.join(folder, 'left.txt'), 'left')
    expect(await follow()).toBe(`r${second}`)
    expect(await readFile(path.join(folder, 'follow', 'a.txt'), 'utf8')).toBe('two\n')
    expect(await readdir(path.join(folder, 'follow'))).toEqual(['a.txt', 'b.txt'])
    expect(existsSync(path.join(folder, 'left.txt'))).toBe(false)
    // What an svn that was killed leaves behind.
    const state = new Database(path.join(folder, '.svn', 'wc.db'))
    state.exec("insert into wc_lock (wc_id, local_dir_relpath, locked_levels) values (1, '', -1)")
    state.close()
    expect(await follow(`r${first}`)).toBe(`r${first}`)
    expect((await readdir(path.join(folder, 'follow'))).sort()).toEqual(['a.txt', 'at@.txt'])
    await expect(follow('r99999')).rejects.toThrow(/No such revision 99999/)
    await expect(follow('HEAD')).rejects.toThrow('"HEAD" is no revision of Subversion; choose one such as r12')
  })

  it('has one branch, a list of revisions and no tags; a wrong password is named without being shown', async () => {
    const revision = await svn.commit('listed', { 'listed.txt': 'x' })
    const { projectId } = await makeProject({ repoType: 'svn', url: signedIn(), branch: 'master' })
    expect(await server.admin.call(RepositoryBranchList, { id: projectId })).toEqual({ list: ['master'] })
    const { list } = await server.admin.call(RepositoryCommitList, { id: projectId, branch: 'master' })
    expect(list[0]).toMatchObject({
      ...{ commit: `r${revision}`, author: 'ada', message: 'listed', tag: '' },
      diff: 'Changed paths:\nA\t/trunk/listed.txt',
    })
    expect(await server.admin.call(RepositoryTagList, { id: projectId })).toEqual({ list: [] })
    const url = `${svn.url} --username=ada --password=wr0ngOne`
    const answer = await server.admin.ask(ProjectPingRepos, { repoType: 'svn', url })
    expect(answer.code).toBe(Code.Failed)
    expect(answer.message).toMatch(/^svn info failed .*(authorization|Authentication|Password)/i)
    expect(answer.message).not.toContain('wr0ngOne')
    const member = await server.makeUser([47])
    const onDisk = await member.ask(ProjectPingRepos, { repoType: 'svn', url: svn.fileUrl })
    expect(onDisk).toMatchObject({ code: Code.Denied })
    expect(await server.admin.call(ProjectRemoteBranchList, { repoType: 'svn', url: svn.fileUrl })).toEqual({
      branch: ['master'],
    })
  })

  it('cannot make the console read or write outside by links or externals', async () => {
    const secret = path.join(bench.folder, 'secret.txt')
    await writeFile(secret, 'TOPSECRET')
    await symlink(secret, path.join(svn.checkout, 'leak'))
    await symlink(bench.folder, path.join(svn.checkout, 'out'))
    await svn.svn('propset', '-q', 'svn:externals', `${svn.fileUrl} inside`, '.')
    await svn.commit('hostile', { 'zz.txt': 'x' })
    const { projectId, disk } = await makeProject({
      ...{ repoType: 'svn', url: svn.fileUrl, branch: 'master', transferOption: '-rtv --exclude .svn' },
    })
    const end = await deploy(server, projectId)
    expect(end).toMatchObject({ state: 'success' })
    expect(await readdir(disk)).not.toContain('leak')
    expect(await readdir(disk)).not.toContain('inside')
    expect(await outputOf(server.admin, projectId, end.token)).toContain('has externals, which are not fetched')
    await svn.svn('rm', '-q', 'leak', 'out')
    await svn.svn('propdel', '-q', 'svn:externals', '.')
    await svn.commit('harmless again', {})
  })
})

describe('a git repository', () => {
  it('with hostile contents is deployed as it stands, and no link of it is followed', async () => {
    const secret = path.join(bench.folder, 'git-secret.txt')
    await writeFile(secret, 'TOPSECRET')
    await bench.git('checkout', '-q', '-b', 'hostile')
    const names = ['line\nforged entry', `quo'te"d`, '-rf', ' blank ', '$(touch x)', '日本', 'a'.repeat(200)]
    for (const name of names) await writeFile(path.join(bench.origin, name), name)
    await symlink(secret, path.join(bench.origin, 'leak'))
    await symlink('/dev/zero', path.join(bench.origin, '.gitattributes'))
    await symlink(bench.folder, path.join(bench.origin, 'out'))
    await writeFile(
      path.join(bench.origin, '.gitmodules'),
      '[submodule "x"]\n\tpath = x\n\turl = ext::sh -c touch% pwned\n',
    )
    await writeFile(
      path.join(bench.origin, 'pointer.bin'),
      'version https://git-lfs.github.com/spec/v1\noid sha256:0\n',
    )
    await bench.commit('hostile', {})
    for (const transferType of ['rsync', 'sftp'] as const) {
      const { projectId, disk, folder } = await makeProject({
        ...{ branch: 'hostile', transferType },
        transferOption: transferType === 'sftp' ? '-v --exclude .git' : '-rtv --exclude .git',
      })
      const end = await deploy(server, projectId)
      expect(end).toMatchObject({ state: 'success', reason: '' })
      const there = await readdir(disk)
      expect(there).toEqual(expect.arrayContaining([...names, 'pointer.bin']))
      expect(there.filter((name) => ['leak', 'out', '.gitattributes'].includes(name))).toEqual([])
      for (const name of names) expect(await readFile(path.join(disk, name), 'utf8')).toBe(name)
      expect((await lstat(path.join(folder, 'leak'))).isSymbolicLink()).toBe(true)
      const output = await outputOf(server.admin, projectId, end.token)
      expect(output).toContain('has submodules, which are not fetched')
      expect(output).not.toContain('\nforged entry')
    }
    // What was a link to a folder becomes a folder: nothing is written through the old link.
    const folder = path.join(bench.folder, 'folder-now')
    const type = createGitRepository(path.join(bench.folder, 'known_hosts'))
    const target = { branch: 'hostile', commit: '' }
    await type.follow(folder, bench.origin, target, {})
    await rm(path.join(bench.origin, 'out'))
    await bench.commit('a folder now', { 'out/planted.txt': 'x' })
    await type.follow(folder, bench.origin, target, {})
    expect(existsSync(path.join(folder, 'out', 'planted.txt'))).toBe(true)
    expect(existsSync(path.join(bench.folder, 'planted.txt'))).toBe(false)
    await bench.git('checkout', '-q', 'main')
  })

  it('with a name that is not UTF-8 goes by rsync, and by SFTP fails with the name', async () => {
    await bench.git('checkout', '-q', '-b', 'bytes')
    const name = Buffer.concat([Buffer.from(`${bench.origin}/caf`), Buffer.from([0xe9]), Buffer.from('.txt')])
    await writeFile(name, 'x')
    await bench.commit('latin', {})
    await bench.git('checkout', '-q', 'main')
    const byRsync = await makeProject({ branch: 'bytes' })
    expect(await deploy(server, byRsync.projectId)).toMatchObject({ state: 'success' })
    const found = await readdir(byRsync.disk, { encoding: 'buffer' })
    expect(found.map((each) => each.toString('latin1'))).toContain('caf\u00e9.txt')
    const bySftp = await makeProject({ branch: 'bytes', transferType: 'sftp', transferOption: '--exclude .git' })
    const end = await deploy(server, bySftp.projectId)
    expect(end.reason).toMatch(/^web: the transfer failed: .*caf.*not valid UTF-8/)
  })

  it('learns the key of a host at the first contact and refuses another one with both fingerprints', async () => {
    const folder = path.join(bench.folder, 'git-ssh')
    await mkdir(folder)
    const line = await writeKeyPair(path.join(folder, 'id'), 'git')
    const start = (port?: number) =>
      startLocalSshd({ folder: path.join(folder, 'sshd'), authorizedKeys: [line], ...(port !== undefined && { port }) })
    const first = await start()
    const url = `ssh://${first.user}@127.0.0.1:${first.port}${bench.origin}`
    // Whether the key lets us in does not matter: the host is known before.
    await server.admin.ask(ProjectPingRepos, { repoType: 'git', url })
    const known = await readFile(path.join(server.env.DATA_DIR, 'known_hosts'), 'utf8')
    expect(known).toContain(`[127.0.0.1]:${first.port} ssh-ed25519 `)
    await first.stop()
    await rm(path.join(folder, 'sshd', 'host_key'))
    const second = await start(first.port)
    const answer = await server.admin.ask(ProjectRemoteBranchList, { repoType: 'git', url })
    await second.stop()
    expect(answer.code).toBe(Code.Failed)
    const [pinned, presented] = [...answer.message.matchAll(/SHA256:[A-Za-z0-9+/]{43}/g)].map(String)
    expect(answer.message).toMatch(/the host key has changed, so nothing was sent/)
    expect(pinned).toBeDefined()
    expect(presented).toBeDefined()
    expect(pinned).not.toBe(presented)
  })
})

describe('a tree behind SFTP', () => {
  it('is fetched as it is there, again each time, and refused when the host shows another key', async () => {
    const tree = path.join(target.disk, 'tree')
    const inside = path.join(bench.root, 'tree')
    await mkdir(path.join(tree, 'bin'), { recursive: true })
    await writeFile(path.join(tree, 'bin', 'run.sh'), '#!/bin/sh\n')
    await chmod(path.join(tree, 'bin', 'run.sh'), 0o755)
    for (let count = 0; count < 30; count++) await writeFile(path.join(tree, `part${count}`), 'x'.repeat(count * 1000))
    await symlink('part3', path.join(tree, 'linked'))
    await symlink('nowhere', path.join(tree, 'broken'))
    const at = `sftp://127.0.0.1:${target.sshd.port}`
    const options = `--user=${target.sshd.user} --keyFile=${path.join(bench.keyDir, 'id_ed25519')}`
    const { projectId, disk } = await makeProject({ repoType: 'sftp', url: `${at}${inside} ${options}` })
    const end = await deploy(server, projectId)
    expect(end).toMatchObject({ state: 'success', commitId: '' })
    expect((await readdir(disk)).length).toBe(32)
    expect((await lstat(path.join(disk, 'linked'))).size).toBe(3000)
    const output = await outputOf(server.admin, projectId, end.token)
    expect(output).toContain('received 32 of 32 files')
    expect(output).toMatch(/left out, .*: "broken"/)
    // Circles, and a tree that does not end, by the type itself.
    const folder = path.join(bench.folder, 'tree-copy')
    const type = createSftpRepository({ ssh: server.platform.ssh, env: server.env })
    const follow = () => type.follow(folder, `${at}${inside} ${options}`, { branch: '', commit: '' }, {})
    await rm(path.join(tree, 'part7'))
    await symlink('.', path.join(tree, 'self'))
    await symlink('../circle/a', path.join(tree, 'bin', 'there'))
    await mkdir(path.join(tree, 'circle', 'a'), { recursive: true })
    await symlink('../../bin', path.join(tree, 'circle', 'a', 'back'))
    expect((await follow()).remarks).toEqual([expect.stringMatching(/left out, .*"self"/)])
    expect(existsSync(path.join(folder, 'part7'))).toBe(false)
    await mkdir(path.join(tree, ...Array.from({ length: 70 }, () => 'deep')), { recursive: true })
    await expect(follow()).rejects.toThrow(/folders deep .*does a folder hold itself/)
    // What was fetched before is still there, and nothing half.
    expect(existsSync(path.join(folder, 'part8'))).toBe(true)
    expect((await readdir(bench.folder)).filter((name) => /\.(download|old)$/.test(name))).toEqual([])
    await rm(path.join(tree, 'deep'), { recursive: true })

    const ping = (url: string) => server.admin.ask(ProjectPingRepos, { repoType: 'sftp', url })
    expect((await ping(`${at}${inside}/none ${options}`)).message).toMatch(/cannot be opened on the server/)
    const foreignKey = await ping(`${at}${inside} --user=root --keyFile=/etc/passwd`)
    expect(foreignKey.message).toMatch(/keys are read from there only/)
    // Without a key named, the usual one of the key folder is taken.
    expect((await ping(`${at}${inside} --user=${target.sshd.user}`)).code).toBe(Code.Ok)
    const branches = await server.admin.call(RepositoryBranchList, { id: projectId })
    expect(branches.list).toEqual(['virtual'])
    const commits = await server.admin.call(RepositoryCommitList, { id: projectId, branch: 'virtual' })
    expect(commits.list.map(({ commit }) => commit)).toEqual(['virtual'])
  })
})

describe.skipIf(!CAN_SERVE_FTP || !CAN_MOUNT)('a tree behind FTP (needs root for vsftpd)', () => {
  let ftp: FtpBench
  const url = (scheme = 'ftp', directory = 'site') =>
    `${scheme}://${ftp.user}:${encodeURIComponent(ftp.password)}@127.0.0.1:${ftp.port}/${directory}`

  beforeAll(async () => {
    ftp = await startVsftpd(bench.folder)
    await mkdir(path.join(ftp.root, 'site', 'lib'), { recursive: true })
    await writeFile(path.join(ftp.root, 'site', 'index.html'), 'by ftp\n')
    await writeFile(path.join(ftp.root, 'site', 'lib', 'ü & blank.txt'), 'x'.repeat(100_000))
    await symlink('/etc', path.join(ftp.root, 'site', 'etc'))
  })
  afterAll(() => ftp.stop())

  it('is deployed in plain and encrypted, when the certificate is trusted', async () => {
    const { projectId, disk, folder } = await makeProject({ repoType: 'ftp', url: url() })
    const end = await deploy(server, projectId)
    expect(end).toMatchObject({ state: 'success', commitId: '' })
    expect((await readdir(disk)).sort()).toEqual(['index.html', 'lib'])
    expect((await lstat(path.join(disk, 'lib', 'ü & blank.txt'))).size).toBe(100_000)
    expect(await outputOf(server.admin, projectId, end.token)).toMatch(/left out, .*: "etc"/)
    expect(await everything(end.token)).not.toContain(ftp.password)

    const [project] = (await server.admin.call(ProjectList)).list
    const edit = { ...project, id: projectId, url: url('ftps'), serverIds: [serverId], userIds: [] }
    await server.admin.call(ProjectEdit, edit as never)
    expect(existsSync(folder)).toBe(false)
    const follow = () => ftpRepository.follow(folder, url('ftps'), { branch: '', commit: '' }, {})
    await expect(follow()).rejects.toThrow(/the certificate is not trusted/)
    const trusted = tls.getCACertificates('default')
    tls.setDefaultCACertificates([...trusted, await readFile(ftp.certificate, 'utf8')])
    await follow()
    expect((await readdir(folder)).sort()).toEqual(['index.html', 'lib'])
    tls.setDefaultCACertificates(trusted)
  })

  it('says what is wrong with the sign-in, the directory and a server that does not answer', async () => {
    const ping = async (address: string) =>
      (await server.admin.ask(ProjectPingRepos, { repoType: 'ftp', url: address })).message
    expect(await ping(url())).toBe('')
    expect(await ping(url('ftp', 'none'))).toMatch(/refused: 550/)
    expect(await ping(`ftp://ada:no@127.0.0.1:${ftp.port}/`)).toMatch(/refused the sign-in of ada: 530/)
    const mute = net.createServer().listen(0, '127.0.0.1')
    await new Promise((resolve) => mute.once('listening', resolve))
    const { port } = mute.address() as net.AddressInfo
    mute.close()
    expect(await ping(`ftp://127.0.0.1:${port}/`)).toMatch(/ECONNREFUSED/)
  })
})

describe('a deploy that is cancelled', () => {
  it('ends a checkout that hangs, and the next one starts anew', async () => {
    const stop = new AbortController()
    let callers = 0
    // Both hang from here on.
    const mute = net.createServer(() => {
      if (++callers === 2) stop.abort(new Error('cancelled by Ada'))
    })
    mute.listen(0, '127.0.0.1')
    await new Promise((resolve) => mute.once('listening', resolve))
    const { port } = mute.address() as net.AddressInfo
    const watch = { signal: stop.signal, timeoutMs: 60_000 }
    const folder = path.join(bench.folder, 'cancelled')
    const works = [
      createSvnRepository('/dev/null').follow(folder, `svn://127.0.0.1:${port}/x`, { branch: '', commit: '' }, watch),
      ftpRepository.follow(`${folder}2`, `ftp://127.0.0.1:${port}/x`, { branch: '', commit: '' }, watch),
    ]
    const ends = await Promise.allSettled(works)
    for (const end of ends) expect(end).toMatchObject({ status: 'rejected', reason: { message: 'cancelled by Ada' } })
    const { stdout } = await execa('ps', ['-A', '-o', 'args='])
    expect(stdout).not.toContain(`svn://127.0.0.1:${port}/x`)
    mute.close()
  })
})

import type { Sentences } from './translateSentence.ts'

const NO_ROUTE = '请检查地址和中间的网络'

/** What goes wrong on the way to a server and on it. */
export const SSH_SENTENCES: Sentences = [
  [
    'connection refused: no SSH server listens there; start it or correct the port',
    '连接被拒绝：该处没有 SSH 服务；请启动服务或更正端口',
  ],
  ['no route to the host: check the address and the network between', `没有到该主机的路由：${NO_ROUTE}`],
  ['no route to the network: check the address and the network between', `没有到该网络的路由：${NO_ROUTE}`],
  ['no route to the host: this machine has no address of that kind', '没有到该主机的路由：本机没有此类地址'],
  [
    'this console may not call the address (OUTBOUND_DENY, OUTBOUND_ALLOW)',
    '此控制台不得访问该地址（OUTBOUND_DENY、OUTBOUND_ALLOW）',
  ],
  ['no answer: the host is down or a firewall drops the packets', '没有应答：主机已停机，或防火墙丢弃了数据包'],
  [
    'no answer within {seconds} s: the host is down or a firewall drops the packets',
    '{seconds} 秒内没有应答：主机已停机，或防火墙丢弃了数据包',
  ],
  ['no answer within {seconds} s; a firewall may drop the packets', '{seconds} 秒内没有应答；可能是防火墙丢弃了数据包'],
  ['the host name cannot be resolved: check its spelling and the DNS', '无法解析主机名：请检查拼写和 DNS'],
  ['the DNS did not answer within {seconds} s; check the resolver', 'DNS 在 {seconds} 秒内没有应答；请检查解析器'],
  ['the host closed the connection', '主机关闭了连接'],
  [
    'it knows only ciphers that are weak: update its SSH server, or let this console use them (SSH_LEGACY_CIPHERS)',
    '该主机只支持弱加密算法：请更新其 SSH 服务，或允许本控制台使用它们（SSH_LEGACY_CIPHERS）',
  ],
  ['the SSH connection failed: {what}', 'SSH 连接失败：{what}'],
  ['the connection was lost', '连接已断开'],
  ['the connection was lost (while a command was running)', '命令执行期间连接断开'],
  ['the connection was lost ({said})', '连接已断开（{said}）'],
  ['the connection was lost while waiting for it', '等待连接时连接断开'],
  ['the connection to the jump host was lost', '与跳板机的连接已断开'],
  ['refused', '被拒绝'],
  ['the jump host {jump} cannot reach {target}: {what}', '跳板机 {jump} 无法到达 {target}：{what}'],
  ['no user is set; enter the user to sign in as', '未设置用户；请填写登录用户'],
  ['neither a key file nor a password is set for {user}', '没有为 {user} 设置密钥文件或密码'],
  [
    'the jump host {jump} let us in, but {target} refused the key {key} for user {user}; add its public key to the authorized keys of {user} on the target itself',
    '跳板机 {jump} 已允许登录，但 {target} 拒绝了用户 {user} 的密钥 {key}；请把公钥加入目标服务器上 {user} 的 authorized_keys',
  ],
  [
    '{target} refused the key {key} for user {user}; add its public key to the authorized keys of {user}',
    '{target} 拒绝了用户 {user} 的密钥 {key}；请把公钥加入 {user} 的 authorized_keys',
  ],
  [
    'the jump host {jump} let us in, but {target} refused the password of user {user}; it takes no passwords at all, only {ways}: sign in with a key',
    '跳板机 {jump} 已允许登录，但 {target} 拒绝了用户 {user} 的密码；它不接受密码，只接受 {ways}：请使用密钥登录',
  ],
  [
    '{target} refused the password of user {user}; it takes no passwords at all, only {ways}: sign in with a key',
    '{target} 拒绝了用户 {user} 的密码；它不接受密码，只接受 {ways}：请使用密钥登录',
  ],
  [
    'the jump host {jump} let us in, but {target} refused the password of user {user}',
    '跳板机 {jump} 已允许登录，但 {target} 拒绝了用户 {user} 的密码',
  ],
  ['{target} refused the password of user {user}', '{target} 拒绝了用户 {user} 的密码'],
  [
    'the host key has changed, so nothing was sent. Pinned: {known}. Presented: {presented}. If the machine was set up again, compare the fingerprint there and accept the new key; if not, somebody may sit in between',
    '主机密钥已改变，因此没有发送任何内容。已固定：{known}。当前：{presented}。如果机器重装过，请在机器上核对指纹并接受新密钥；否则可能有人在中间窃听',
  ],
  ['the key file {file} does not exist on the machine of the console', '密钥文件 {file} 在控制台所在机器上不存在'],
  ['the key file {file} cannot be read by the user the console runs as', '运行控制台的用户无法读取密钥文件 {file}'],
  ['the key file {file} is a public key; give the private one', '密钥文件 {file} 是公钥；请提供私钥'],
  ['the key file {file} is not a private key: {said}', '密钥文件 {file} 不是私钥：{said}'],
  ['the key file {file} cannot be read ({said})', '无法读取密钥文件 {file}（{said}）'],
  [
    'the key {file} is protected by a passphrase; enter it in place of the password',
    '密钥 {file} 受口令保护；请在密码处填写口令',
  ],
  ['the passphrase does not open the key {file}', '口令无法打开密钥 {file}'],
  ['{value} holds characters that OpenSSH would misread', '{value} 含有 OpenSSH 会误读的字符'],
  ['the server opens no further session (MaxSessions)', '服务器不再打开新会话（MaxSessions）'],
  ['the server does not run commands: {said}', '服务器不执行命令：{said}'],
  ['the server does not offer SFTP: {said}', '服务器不提供 SFTP：{said}'],
  ['the command did not end within {seconds} s and was ended', '命令在 {seconds} 秒内没有结束，已被终止'],
  ['the shell on the server has ended: {said}', '服务器上的 shell 已结束：{said}'],
  ['the output of a step broke off ({said})', '步骤的输出中断（{said}）'],
  ['not done within {seconds} s, so it was ended', '{seconds} 秒内没有完成，已被终止'],
  [
    'the step ended without an exit code (killed, or the machine was restarted); how far it came is not known',
    '步骤结束时没有退出状态（被终止，或机器重启）；执行到何处不得而知',
  ],
  ['the step is not there; how far it came is not known', '步骤已不存在；执行到何处不得而知'],
  ['the step was to be ended, but may still run: {what}', '步骤本应终止，但可能仍在运行：{what}'],
  ['the step could not be started in ~/.windlass/run: {said}', '无法在 ~/.windlass/run 中启动步骤：{said}'],
  ['processes of the step are still alive after KILL; look there', '步骤的进程在 KILL 之后仍然存活；请登录查看'],
  ['a target is a way of at least one machine', '目标至少要经过一台机器'],
  ['server {name} is disabled; enable it first', '服务器 {name} 已停用；请先启用'],
  ['no such server', '没有这台服务器'],
  ["{program} is not installed on the console's machine", '控制台所在机器上没有安装 {program}'],
  [
    "{program} could not be started on the console's machine ({said})",
    '无法在控制台所在机器上启动 {program}（{said}）',
  ],
]

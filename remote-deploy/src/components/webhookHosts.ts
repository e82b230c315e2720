import type { Project } from '@windlass/shared-kit/contract/project'
import type { WebhookProvider } from '@windlass/shared-kit/contract/webhook'
import { repositoryPage } from './repositoryAddress.ts'

interface Host {
  id: WebhookProvider
  name: string
  /** What the address of such a host has in it. */
  sign: RegExp
  /** Where its repositories keep their webhooks. */
  page: string
}

/** Hosts by how likely one is; a repository of one's own usually says its kind in its name. */
export const WEBHOOK_HOSTS: readonly Host[] = [
  { id: 'github', name: 'GitHub', sign: /github/, page: '/settings/hooks' },
  { id: 'gitlab', name: 'GitLab', sign: /gitlab/, page: '/-/hooks' },
  { id: 'gitea', name: 'Gitea, Forgejo', sign: /gitea|forgejo|codeberg|gogs/, page: '/settings/hooks' },
  { id: 'bitbucket', name: 'Bitbucket', sign: /bitbucket/, page: '/admin/webhooks' },
  { id: 'gitee', name: 'Gitee', sign: /gitee/, page: '/hooks' },
  { id: 'codeup', name: 'Codeup', sign: /codeup/, page: '/settings/webhooks' },
  { id: 'svn', name: 'Subversion', sign: /^svn/, page: '' },
]

type Repository = Pick<Project, 'repoType' | 'url'>

/** The host a repository most likely lies on. */
export function likelyHost({ repoType, url }: Repository): WebhookProvider {
  if (repoType === 'svn') return 'svn'
  const page = URL.parse(repositoryPage(url) ?? '')
  // Gitee stands before Gitea in no name, but a host may be called after both; the whole name decides.
  return WEBHOOK_HOSTS.find(({ id, sign }) => id !== 'svn' && sign.test(page?.hostname ?? ''))?.id ?? 'github'
}

/** Where the webhooks of a repository are set up; undefined when its address leads to no page. */
export function hookPage({ url }: Repository, host: WebhookProvider): string | undefined {
  const page = repositoryPage(url)
  const place = WEBHOOK_HOSTS.find(({ id }) => id === host)?.page ?? ''
  return page && place !== '' ? `${page}${place}` : undefined
}

/** Single quotes end a text of a shell, so one inside is written apart. */
const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`

/** A post-commit script for Subversion, which has no webhooks of its own. */
export function svnRecipe(address: string, secret: string, branch: string): string {
  const lines = [
    '#!/bin/sh',
    '# hooks/post-commit',
    'curl -fsS --max-time 20 -X POST \\',
    "  -H 'Content-Type: application/json' \\",
    "  -H 'X-SVN-Event: push' \\",
    ...(secret === '' ? [] : [`  -H ${quoted(`X-SVN-Token: ${secret}`)} \\`]),
    '  -H "X-SVN-Delivery: r$2" \\',
    `  -d ${quoted(JSON.stringify({ ref: branch }))} \\`,
    `  ${quoted(address)}`,
  ]
  return `${lines.join('\n')}\n`
}

import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { execa } from 'execa'

interface Commit {
  message: string
  files: Record<string, string>
}

const page = (headline: string, lines: readonly string[]) =>
  [
    '<!doctype html>',
    '<html lang="en">',
    '  <head>',
    '    <meta charset="utf-8" />',
    '    <meta name="viewport" content="width=device-width" />',
    '    <title>Harbour coffee</title>',
    '    <link rel="stylesheet" href="style.css" />',
    '  </head>',
    '  <body>',
    `    <h1>${headline}</h1>`,
    ...lines.map((line) => `    ${line}`),
    '  </body>',
    '</html>',
    '',
  ].join('\n')

const BUILD_SCRIPT = `#!/bin/sh
# Runs in the working copy after a pull: writes down what is about to be deployed.
set -eu
commit=$(git rev-parse --short HEAD)
echo "building $commit"
printf '%s\\n' "$commit" > version.txt
for page in *.html; do
  grep -q '<h1>' "$page" || { echo "$page has no headline"; exit 1; }
  echo "checked $page"
done
`

const STYLE = 'body {\n  font: 16px/1.5 sans-serif;\n  margin: 10vh auto;\n  max-width: 34em;\n}\n'

/** The history of the sample: each commit is something one may want to go back to. */
const HISTORY: readonly Commit[] = [
  {
    message: 'Open the shop',
    files: { 'index.html': page('Harbour coffee', ['<p>We open soon.</p>']), 'style.css': STYLE },
  },
  {
    message: 'Check the pages before they go live',
    files: {
      'scripts/build.sh': BUILD_SCRIPT,
      'README.md': '# Harbour coffee\n\nA small static site. `sh scripts/build.sh` checks it.\n',
    },
  },
  {
    message: 'Tell when we are open',
    files: { 'index.html': page('Harbour coffee', ['<p>Monday to Friday, 7 to 15.</p>']) },
  },
  {
    message: 'Add a menu',
    files: {
      'menu.html': page('Menu', ['<ul>', '  <li>Espresso 2.20</li>', '  <li>Flat white 3.10</li>', '</ul>']),
      'index.html': page('Harbour coffee', [
        '<p>Monday to Friday, 7 to 15.</p>',
        '<p><a href="menu.html">What we serve</a></p>',
      ]),
    },
  },
  {
    message: 'Darker letters, easier to read',
    files: { 'style.css': STYLE.replace('margin', 'color: #1b1b1b;\n  margin') },
  },
]

/** The branch of the sample repository. */
export const DEMO_BRANCH = 'main'

/** Creates the sample repository with its history in an empty folder. */
export async function createDemoRepository(folder: string): Promise<void> {
  const env = {
    // The settings of whoever runs the console (hooks, signing) have no business here.
    GIT_CONFIG_GLOBAL: '/dev/null',
    GIT_CONFIG_SYSTEM: '/dev/null',
    GIT_AUTHOR_NAME: 'Windlass demo',
    GIT_AUTHOR_EMAIL: 'demo@windlass.invalid',
    GIT_COMMITTER_NAME: 'Windlass demo',
    GIT_COMMITTER_EMAIL: 'demo@windlass.invalid',
  }
  const git = (...words: string[]) => execa('git', words, { cwd: folder, env })
  await mkdir(folder, { recursive: true })
  await git('init', '--quiet', '--initial-branch', DEMO_BRANCH)
  for (const { message, files } of HISTORY) {
    for (const [name, content] of Object.entries(files)) {
      const file = path.join(folder, name)
      await mkdir(path.dirname(file), { recursive: true })
      await writeFile(file, content)
    }
    await git('add', '--all')
    await git('commit', '--quiet', '--message', message)
  }
}

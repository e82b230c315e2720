import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { type Configuration, rspack } from '@rspack/core'
import vue from '@vitejs/plugin-vue'
import { build } from 'vite'

/** Pages of other teams, built as they would build them. */
export interface BuiltPage {
  /** What a server would serve. */
  dir: string
  remove(): void
}

const HTML = '<!doctype html><html lang="en"><title>Host</title><div id="app"></div>'
/** The packages that a page takes from `node_modules`, by the folder they are installed for. */
const packagesOf = (folder: string, names: readonly string[]) => {
  const { resolve } = createRequire(path.join(folder, 'package.json'))
  return Object.fromEntries(names.map((name) => [name, path.dirname(resolve(`${name}/package.json`))]))
}
const E2E = path.join(import.meta.dirname, '..')

function makeFolder(sources: Readonly<Record<string, string>>) {
  const folder = mkdtempSync(path.join(tmpdir(), 'windlass-page-'))
  for (const [name, text] of Object.entries(sources)) writeFileSync(path.join(folder, name), text)
  const dir = path.join(folder, 'dist')
  return { folder, page: { dir, remove: () => rmSync(folder, { recursive: true }) } }
}

async function buildWithVite(folder: string, alias: Record<string, string>): Promise<void> {
  await build({
    root: folder,
    configFile: false,
    logLevel: 'error',
    plugins: [vue()],
    resolve: { alias },
    oxc: { jsx: { runtime: 'automatic' } },
    build: { target: 'es2023' },
  })
}

/** A page with Vue 3 and Vite around a component. */
export async function buildVuePage(component: string): Promise<BuiltPage> {
  const { folder, page } = makeFolder({
    'index.html': `${HTML}<script type="module" src="./main.js"></script>`,
    'Toolbox.vue': component,
    'main.js': `import { createApp } from 'vue'\nimport Toolbox from './Toolbox.vue'\n
const app = createApp(Toolbox)\napp.mount('#app')\nglobalThis.leave = () => app.unmount()\n`,
  })
  await buildWithVite(folder, packagesOf(E2E, ['vue']))
  return page
}

/** A page with React around a component, drawn twice as its strict mode does it; `folder` says which React. */
export async function buildReactPage(component: string, folderOfReact: string): Promise<BuiltPage> {
  const { folder, page } = makeFolder({
    'index.html': `${HTML}<script type="module" src="./main.jsx"></script>`,
    'Toolbox.jsx': component,
    'main.jsx': `import { StrictMode, version } from 'react'\nimport { createRoot } from 'react-dom/client'
import { Toolbox } from './Toolbox.jsx'\n
const TOOLS = ['date', 'json']\nconst root = createRoot(document.querySelector('#app'))
root.render(<StrictMode><h1>React {version}</h1><Toolbox tools={TOOLS} /></StrictMode>)
globalThis.leave = () => root.unmount()\n`,
  })
  await buildWithVite(folder, packagesOf(folderOfReact, ['react', 'react-dom']))
  return page
}

/** A host of another team with Module Federation on Rspack, from its own configuration; `folderOfReact` says which React. */
export async function buildFederationPage(
  configuration: string,
  main: string,
  folderOfReact: string,
): Promise<BuiltPage> {
  const { folder, page } = makeFolder({
    'package.json': '{ "type": "module" }',
    'rspack.config.mjs': configuration.replace('@module-federation/enhanced/rspack', FEDERATION),
    'main.js': "import('./app.js')",
    'app.js': `import * as React from 'react'\nimport * as ReactDom from 'react-dom/client'\nglobalThis.host = [React.version, ReactDom]\n${main}`,
  })
  const loaded = (await import(pathToFileURL(path.join(folder, 'rspack.config.mjs')).href)) as {
    default: Configuration
  }
  mkdirSync(page.dir)
  writeFileSync(path.join(page.dir, 'index.html'), `${HTML}<div id="tools"></div><script src="main.js"></script>`)
  const { default: config } = loaded
  await runRspack({
    ...config,
    context: folder,
    mode: 'production',
    infrastructureLogging: { level: 'error' },
    output: { ...config.output, path: page.dir, filename: 'main.js' },
    resolve: { alias: packagesOf(folderOfReact, ['react', 'react-dom']) },
  })
  return page
}

const FEDERATION = pathToFileURL(createRequire(import.meta.filename).resolve('@module-federation/enhanced/rspack')).href

const runRspack = (config: Configuration) =>
  new Promise<void>((resolve, reject) => {
    const compiler = rspack(config)
    compiler.run((failure, stats) => {
      compiler.close(() => {
        if (failure) reject(failure)
        else if (stats?.hasErrors()) reject(new Error(stats.toString({ preset: 'errors-only' })))
        else resolve()
      })
    })
  })

/** What the page below leaves in its global object. */
export interface Embedding {
  mount: (options: object, place?: string) => Embedding['box']
  box: { update: (options: object) => void; unmount: () => void }
}

/** A page that can mount the toolbox of a console, into `#tools` unless it is told another place. */
export const pageThatMounts = (consoleUrl: string, body = '', style = ''): string =>
  `<!doctype html><html lang="en"><meta charset="utf-8"><title>Page</title>
  <style>${style}</style><body>${body}<div id="tools"></div>
  <script type="module" nonce="r4nd0m">import { mount } from '${consoleUrl}/embed/toolbox/toolbox.mjs'
  globalThis.mount = (options, place = '#tools') => mount(document.querySelector(place), options)</script>`

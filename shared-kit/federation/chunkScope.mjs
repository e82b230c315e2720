// Keeps versions of one area apart that run in one page. Numbers of chunks and modules are alike in all versions, and so is
// the text of a chunk that did not change: nothing of the version is in it. What would mix them by default:
// - Chunks register in one global list per area, so a late chunk of one version would be installed into another one. Here
//   they register with the entry that asked for them: the host gives each entry's script element an object
//   (`windlassScope`), and the entry hands it on to every script it adds. In a page without a host, and in workers, it is
//   the global object.
// - An entry takes a script or style sheet that is there already for its own when the number of the chunk is the same, and
//   would wait for, or wear, what another version loads. Here only the same address is the same file, and a script, which
//   runs for whoever added it, is added again; it comes from the browser's cache.
const SCOPE = 'globalThis.document?.currentScript?.windlassScope'
const KEPT = '__webpack_require__.windlassScope'

/** Stands for the global object in everything the bundler writes. */
export const SCOPE_OBJECT = `(${SCOPE}??globalThis)`

const KEEP_SCOPE = `${KEPT} = ${SCOPE};`
// Without its third argument, the key of the chunk, the loader looks for no script of others.
const ADD_OWN_SCRIPTS = `
var loadScript = __webpack_require__.l;
if (loadScript) __webpack_require__.l = (url, done, key, chunkId) => loadScript(url, done, undefined, chunkId);`

/** Keeps the scope an entry was started with and gives it to its chunks. */
export class ChunkScopePlugin {
  apply(compiler) {
    const { RuntimeModule, RuntimePlugin } = compiler.rspack
    class KeepScope extends RuntimeModule {
      constructor() {
        super('keep scope', RuntimeModule.STAGE_ATTACH)
      }
      generate() {
        return KEEP_SCOPE + ADD_OWN_SCRIPTS
      }
    }
    compiler.hooks.thisCompilation.tap('ChunkScopePlugin', (compilation) => {
      compilation.hooks.additionalTreeRuntimeRequirements.tap('ChunkScopePlugin', (chunk) =>
        compilation.addRuntimeModule(chunk, new KeepScope()),
      )
      const { createScript, createLink } = RuntimePlugin.getCompilationHooks(compilation)
      createScript.tap('ChunkScopePlugin', (code) => `${code}\nscript.windlassScope = ${KEPT};`)
      // The attribute names the chunk; without it a style sheet is found by its address only.
      createLink.tap('ChunkScopePlugin', (code) => `${code}\nlink.removeAttribute('data-rspack');`)
    })
  }
}

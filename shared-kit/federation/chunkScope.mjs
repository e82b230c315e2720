// Where the chunks of an area register when they arrive. By default that is one global list per area, and numbers of chunks
// and modules are alike in all versions: a late chunk of one version would be installed into another one that was loaded
// since. So chunks register with the entry that asked for them: the host gives each entry's script element an object
// (`windlassScope`), and the entry hands it on to every script it adds. Nothing of the version is in the chunk's text.
// In a page without a host, and in workers, it is the global object.
const SCOPE = 'globalThis.document?.currentScript?.windlassScope'
const KEPT = '__webpack_require__.windlassScope'

/** Stands for the global object in everything the bundler writes. */
export const SCOPE_OBJECT = `(${SCOPE}??globalThis)`

/** Keeps the scope an entry was started with and gives it to its chunks. */
export class ChunkScopePlugin {
  apply(compiler) {
    const { RuntimeModule, RuntimePlugin } = compiler.rspack
    class KeepScope extends RuntimeModule {
      constructor() {
        super('keep scope', RuntimeModule.STAGE_ATTACH)
      }
      generate() {
        return `${KEPT} = ${SCOPE};`
      }
    }
    compiler.hooks.thisCompilation.tap('ChunkScopePlugin', (compilation) => {
      compilation.hooks.additionalTreeRuntimeRequirements.tap('ChunkScopePlugin', (chunk) =>
        compilation.addRuntimeModule(chunk, new KeepScope()),
      )
      RuntimePlugin.getCompilationHooks(compilation).createScript.tap(
        'ChunkScopePlugin',
        (code) => `${code}\nscript.windlassScope = ${KEPT};`,
      )
    })
  }
}

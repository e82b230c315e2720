// Made by the bundler from the list in shared-kit/federation.mjs: it mentions everything the host provides, so that
// what only areas use is there too. Nothing of it is called.
declare const mentions: readonly (() => Promise<unknown>)[]
export default mentions

// The bundler builds the module named before the `?` as a worker and gives its whole code as one text.
declare module '*?worker-source' {
  const source: string
  export default source
}

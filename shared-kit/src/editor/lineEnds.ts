/** An editor knows one kind of line end; a file keeps the kind that most of its lines have. */
export function lineEnds(text: string): { shown: string; toSaved: (edited: string) => string } {
  const all = text.split('\n').length - 1
  const windows = text.split('\r\n').length - 1
  return {
    shown: text.replace(/\r\n?/g, '\n'),
    toSaved: (edited) => (windows > all / 2 ? edited.replaceAll('\n', '\r\n') : edited),
  }
}

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseTemplate } from './parseTemplate.ts'
import { renderTemplate } from './renderTemplate.ts'
import { TemplateError } from './templateError.ts'
import type { Value } from './templateNodes.ts'

const DATA: Value = {
  Name: 'shop',
  Count: 3,
  Ratio: 0.5,
  Zero: 0,
  Empty: '',
  Yes: true,
  No: false,
  Nothing: null,
  None: [],
  Project: { Name: 'shop', URL: 'https://x' },
  Servers: [
    { Name: 'web-1', IP: '10.0.0.1' },
    { Name: '10.0.0.2', IP: '10.0.0.2' },
  ],
}

const render = (source: string, data: Value = DATA) => renderTemplate(parseTemplate(source), data, (text) => text)

describe('a template', () => {
  it.each([
    ['plain text', 'plain text'],
    ['{{ .Name }}-{{.Count}}', 'shop-3'],
    ['{{ .Project.Name }} {{ $.Project.URL }} {{ (index .Servers 0).Name }}', 'shop https://x web-1'],
    ['{{ "a }} b" }}{{ `c "d"` }}{{ 4 }}{{ -2.5 }}{{ true }}{{ nil }}', 'a }} bc "d"4-2.5true'],
    ['a {{- " b " -}} c', 'a b c'],
    ['a\n{{- /* nobody\nreads this */ -}}\nb{{/* nor this */}}c', 'abc'],
    ['{{ if .Yes }}1{{ else }}2{{ end }}{{ if .No }}1{{ else }}2{{ end }}', '12'],
    ['{{ if .No }}1{{ else if eq .Count 3 }}3{{ else }}0{{ end }}', '3'],
    ['{{ if .Zero }}a{{ else if .Empty }}b{{ else if .None }}c{{ else if .Nothing }}d{{ else }}e{{ end }}', 'e'],
    ['{{ if .Project }}an object is always there{{ end }}', 'an object is always there'],
    [
      '{{ range .Servers }}{{ if eq .Name .IP }}{{ .IP }}{{ else }}{{ .Name }}({{ .IP }}){{ end }} {{ end }}',
      'web-1(10.0.0.1) 10.0.0.2 ',
    ],
    ['{{ range .None }}x{{ else }}none{{ end }}', 'none'],
    ['{{ range $at, $each := .Servers }}{{ $at }}={{ $each.Name }};{{ end }}', '0=web-1;1=10.0.0.2;'],
    ['{{ range $each := .Servers }}{{ $.Name }}/{{ $each.IP }} {{ end }}', 'shop/10.0.0.1 shop/10.0.0.2 '],
    ['{{ with .Project }}{{ .Name }}{{ else }}none{{ end }}{{ with .Empty }}x{{ else }} none{{ end }}', 'shop none'],
    ['{{ $last := "" }}{{ range .Servers }}{{ $last = .Name }}{{ end }}{{ $last }}', '10.0.0.2'],
    ['{{ $a := 1 }}{{ if .Yes }}{{ $a := 2 }}{{ $a }}{{ end }}{{ $a }}', '21'],
    [
      '{{ eq .Count 1 2 3 }} {{ ne .Name "" }} {{ lt 1 2 }} {{ le 2 2 }} {{ gt "b" "a" }} {{ ge 1 2 }}',
      'true true true true true false',
    ],
    [
      '{{ and .Yes .Name }} {{ and .No .Nowhere }} {{ or .Empty "else" }} {{ or .Yes .Nowhere }} {{ not .No }}',
      'shop false else true true',
    ],
    ['{{ len .Servers }} {{ len "grün" }} {{ .Name | len }} {{ len .Project }}', '2 5 4 2'],
    [
      '{{ printf "%s has %d, %v, %q, %t, %.1f, 100%%" .Name .Count .Servers .Name .Yes .Ratio }}',
      'shop has 3, [{web-1 10.0.0.1} {10.0.0.2 10.0.0.2}], "shop", true, 0.5, 100%',
    ],
    ['{{ .Name | printf "%-6s|" }}{{ printf "%04d" .Count }}{{ print .Name "-" .Count }}', 'shop  |0003shop-3'],
    ['{{ if and (ne .Name "") (or (eq .Count 4) (gt .Count 2)) }}both{{ end }}', 'both'],
    ['{{- if .Yes -}}\n  a\n{{- end }}', 'a'],
  ])('writes %s', (source, expected) => {
    expect(render(source)).toBe(expected)
  })

  it.each([
    ['{{ .Nam }}', 'line 1: there is no field ".Nam"'],
    ['\n\n{{ .Project.Nam }}', 'line 3: there is no field ".Nam"'],
    ['{{ .Name.Length }}', 'there is no field ".Length"'],
    ['{{ .Servers.Length }}', 'there is no field ".Length"'],
    ['{{ .constructor }}{{ .__proto__ }}', 'there is no field ".constructor"'],
    ['{{ .__proto__ }}', 'there is no field ".__proto__"'],
    ['{{ .Nothing.Name }}', 'there is no field ".Name"'],
    ['{{ ne .Name }}', 'ne: it takes two values'],
    ['{{ eq .Name 3 }}', 'eq: string and number cannot be compared'],
    ['{{ eq .Project .Project }}', 'cannot be compared'],
    ['{{ index .Servers 9 }}', 'there is nothing at 9'],
    ['{{ index .Project "constructor" }}', 'there is nothing at constructor'],
    ['{{ printf "%d" .Name }}', '%d does not take string'],
    ['{{ printf "%s" }}', 'there is no value for %s'],
    ['{{ printf "a" 1 }}', '1 values too many'],
    ['{{ range .Name }}{{ end }}', 'range takes a list'],
    ['{{ call .Name }}', 'there is no function "call"'],
    ['{{ toString }}', 'there is no function "toString"'],
    ['{{ html .Name }}', 'there is no function "html"'],
    ['{{ $x }}', 'there is no variable "$x"'],
    ['{{ $x = 1 }}', 'there is no variable "$x" to set'],
    ['{{ if .Yes }}', 'this "if" has no "end"'],
    ['{{ if .Yes }}{{ else }}', 'no "end" after its "else"'],
    ['{{ end }}', 'an "end" too many'],
    ['{{ else }}', 'an "else" too many'],
    ['{{ range .Servers }}{{ else if .Yes }}{{ end }}', 'stands alone'],
    ['{{ if $a, $b := .Servers }}{{ end }}', 'only "range" takes two variables'],
    ['{{ .Name', 'not closed'],
    ['{{ "abc }}', 'cannot read'],
    ['{{ .Name | .Count }}', 'must be a function'],
    ['{{ .Name .Count }}', 'only a function takes arguments'],
    ['{{ not (eq 1 1 }}', 'a bracket is not closed'],
    ['{{ eq 1 1 ) }}', '")" does not belong there'],
    ['{{ if }}{{ end }}', 'something is missing'],
    ['{{ template "x" }}', 'there is no function "template"'],
  ])('refuses %j and says why', (source, message) => {
    expect(() => render(source)).toThrow(TemplateError)
    expect(() => render(source)).toThrow(message)
  })

  it('ends, however much it is asked to do', () => {
    const list = Array.from({ length: 200 }, (_none, index) => index)
    const loops = '{{ range $.L }}'.repeat(4)
    const ends = '{{ end }}'.repeat(4)
    expect(() => render(`${loops}${ends}`, { L: list })).toThrow('too many steps')
    const long = 'x'.repeat(1000)
    expect(() => render('{{ range .L }}{{ $.T }}{{ end }}', { L: list, T: long })).toThrow('writes too much')
    expect(() => render(`${'{{ if .L }}'.repeat(60)}${'{{ end }}'.repeat(60)}`, { L: list })).toThrow('too many blocks')
    expect(() => render(`{{ ${'('.repeat(30)}1${')'.repeat(30)} }}`)).toThrow('too many brackets')
    const doubling = '{{ $x := "xxxx" }}{{ range .L }}{{ $x = print $x $x }}{{ end }}'
    expect(() => render(doubling, { L: list })).toThrow('the text gets too long')
    expect(render('{{ printf "%9999999d" 1 }}').length).toBeLessThan(200)
  })

  it('hands every printed value through the escape, and nothing else', () => {
    const shout = renderTemplate(parseTemplate('a {{ .Name }} {{ "b" }} c'), DATA, (text) => text.toUpperCase())
    expect(shout).toBe('a SHOP B c')
  })
})

describe('any text', () => {
  it('without actions is its own result', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme' }).filter((text) => !text.includes('{{')),
        (text) => {
          expect(render(text)).toBe(text)
        },
      ),
    )
  })

  it('as a value comes out as it went in', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (value) => {
        expect(render('<{{ .V }}>', { V: value })).toBe(`<${value}>`)
      }),
    )
  })

  it('as a literal comes out as Go would read it', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (value) => {
        expect(render(`{{ ${JSON.stringify(value)} }}`)).toBe(value)
      }),
    )
  })

  it('as a template is rendered or refused with a line, and never breaks anything', () => {
    const words = [
      '{{',
      '}}',
      '{{-',
      '-}}',
      ' ',
      '\n',
      'if',
      'else',
      'end',
      'range',
      'with',
      '.Name',
      '.Servers',
      '.',
      '$',
    ]
    const more = [
      '$x',
      ':=',
      '=',
      '|',
      '(',
      ')',
      ',',
      '"a"',
      '3',
      'eq',
      'printf',
      'and',
      'not',
      'index',
      '/*',
      '*/',
      '`',
      'x',
    ]
    const soup = fc.array(fc.constantFrom(...words, ...more), { maxLength: 30 }).map((parts) => parts.join(' '))
    fc.assert(
      fc.property(soup, (source) => {
        const attempt = () => {
          try {
            return render(source)
          } catch (error) {
            if (error instanceof TemplateError) return error.message
            throw error
          }
        }
        expect(attempt()).toEqual(expect.any(String))
      }),
      { numRuns: 2_000 },
    )
  })

  it('decides between branches as the comparison says', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (one, other) => {
        const source = '{{ if eq .A .B }}same{{ else if lt .A .B }}less{{ else }}more{{ end }}'
        const expected = one === other ? 'same' : one < other ? 'less' : 'more'
        expect(render(source, { A: one, B: other })).toBe(expected)
      }),
    )
  })
})

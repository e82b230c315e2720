import { describe, expect, it } from 'vitest'
import { readOptions } from './readOptions.ts'

const said = (options: unknown): string => {
  try {
    readOptions(options)
    return ''
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    return error.message
  }
}

describe('the options of a page', () => {
  it.each([
    {},
    { tools: ['json', 'date'], tool: 'date' },
    { language: 'zh-cn', display: 'dialog', open: false, shadow: false, remember: true },
    { theme: { mode: 'system', tokens: { accent: '#0A7d5a', shadow: 'none' } } },
    { initialState: { json: { text: '[1]' } }, onResult: () => undefined, onClose: () => undefined },
  ])('may be %j', (options) => expect(readOptions(options)).toEqual(options))

  it('count as not said when they are undefined', () => expect(readOptions({ tool: undefined })).toEqual({}))

  it.each([
    [null, 'the options are null; they must be an object'],
    ['json', 'the options are "json"; they must be an object'],
    [[], 'the options are []; they must be an object'],
    [{ tols: [] }, 'there is no option tols; the options are tools, tool, language,'],
    [{ toString: 1 }, 'there is no option toString;'],
    [{ tools: [] }, 'the option tools is []; it must be a list of tools, each once, of date, json,'],
    [{ tools: 'json' }, 'the option tools is "json"; it must be a list'],
    [{ tools: ['json', 'json'] }, 'the option tools is ["json","json"]; it must be a list of tools, each once'],
    [{ tools: ['jsn'] }, 'the option tools is ["jsn"]; it must be a list'],
    [{ tool: 'jsn' }, 'the option tool is "jsn"; it must be one of date, json,'],
    [{ tools: ['json'], tool: 'date' }, 'the option tool is "date"; it must be one of json'],
    [{ language: 'fr' }, 'the option language is "fr"; it must be one of en, zh-cn'],
    [{ language: 7 }, 'the option language is 7; it must be one of en, zh-cn'],
    [{ theme: 'dark' }, 'the option theme is "dark"; it must be an object like { mode: \'dark\''],
    [{ theme: { mode: 'night' } }, 'it must be an object whose mode is one of light, dark, system'],
    [{ theme: { tokes: {} } }, 'it must be an object with mode and tokens, without tokes'],
    [{ theme: { tokens: 'red' } }, 'it must be an object whose tokens are an object of colours'],
    [{ theme: { tokens: { accnt: '#000000' } } }, 'without accnt'],
    [{ theme: { tokens: { accent: 'red' } } }, 'it must be an object whose token accent is a colour like #0a7d5a'],
    [{ theme: { tokens: { accent: '#fff' } } }, 'whose token accent is a colour like #0a7d5a'],
    [{ display: 'popup' }, 'the option display is "popup"; it must be one of inline, dialog'],
    [{ open: 'yes' }, 'the option open is "yes"; it must be true or false'],
    [{ shadow: 0 }, 'the option shadow is 0; it must be true or false'],
    [{ remember: null }, 'the option remember is null; it must be true or false'],
    [{ initialState: { jsn: {} } }, 'the option initialState is {"jsn":{}}; it must be an object of inputs by tool'],
    [{ initialState: { json: '[1]' } }, 'it must be an object of inputs by tool'],
    [{ onResult: 'log' }, 'the option onResult is "log"; it must be a function'],
    [{ onClose: {} }, 'the option onClose is {}; it must be a function'],
    [{ display: () => undefined }, 'the option display is a function; it must be one of'],
    [{ open: Symbol('x') }, 'the option open is Symbol(x); it must be true or false'],
    [{ initialState: { json: 1n } }, 'the option initialState is an object; it must be'],
    [{ open: 1n }, 'the option open is 1; it must be true or false'],
  ])('cannot be %o, and it is said why', (options, sentence) => expect(said(options)).toContain(sentence))
})

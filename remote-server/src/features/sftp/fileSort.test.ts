import { expect, it } from 'vitest'
import { fileSort, previewWay } from './fileSort.ts'

it.each([
  ['site.tar.gz', 'archive', 'none'],
  ['nginx.conf', 'config', 'text'],
  ['app.log.1', 'log', 'text'],
  ['php.ini.bak', 'config', 'text'],
  ['README', 'text', 'text'],
  ['Dockerfile', 'code', 'text'],
  ['.env', 'config', 'text'],
  ['.bashrc', 'script', 'text'],
  ['server.key', 'key', 'text'],
  ['photo.JPG', 'image', 'image'],
  ['logo.svg', 'image', 'text'],
  ['song.mp3', 'audio', 'audio'],
  ['clip.webm', 'video', 'video'],
  ['paper.pdf', 'pdf', 'pdf'],
  ['table.xlsx', 'sheet', 'none'],
  ['table.csv', 'sheet', 'text'],
  ['constructor', 'other', 'text'],
  ['noend', 'other', 'text'],
  ['data.bin', 'other', 'none'],
])('%s is %s and previewed as %s', (name, sort, way) => expect([fileSort(name), previewWay(name)]).toEqual([sort, way]))

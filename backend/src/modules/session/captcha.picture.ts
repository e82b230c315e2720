import { randomInt } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { type Canvas, createCanvas, GlobalFonts, type SKRSContext2D } from '@napi-rs/canvas'

const PICTURE = { width: 300, height: 240 }
const THUMBNAIL = { width: 150, height: 40 }
const COLUMNS = 4
const ROWS = 2
const GLYPH_PX = [30, 38] as const
const THUMBNAIL_PX = 26
const DOTS = 24
const LINES = 2
const SHAPES = 40

const ASSETS = path.join(import.meta.dirname, '../../../assets/captcha')
const FAMILY = 'Windlass Captcha'
const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789']

/** Where a character stands in the picture: its centre and the edge of its square, in pixels. */
export interface Glyph {
  text: string
  x: number
  y: number
  size: number
}

export interface CaptchaPicture {
  /** JPEG. */
  picture: Buffer
  /** PNG with transparent background. */
  thumbnail: Buffer
  /** What to click on, in this order. */
  wanted: Glyph[]
}

let chinese: readonly string[] | undefined

/** Reads the font at the first captcha, because most servers never show one. */
function loadFont(): readonly string[] {
  if (chinese) return chinese
  if (!GlobalFonts.registerFromPath(path.join(ASSETS, 'NotoSansSC-Bold-subset.otf'), FAMILY)) {
    throw new Error(`cannot read the captcha font in ${ASSETS}`)
  }
  chinese = [...readFileSync(path.join(ASSETS, 'characters.txt'), 'utf8').replaceAll('\n', '')]
  return chinese
}

/** A number from `low` to `high`, both included, that nobody can foresee. */
const between = (low: number, high: number) => randomInt(low, high + 1)
const radians = (degrees: number) => (degrees * Math.PI) / 180
const colour = (low: number, high: number) => `rgb(${between(low, high)}, ${between(low, high)}, ${between(low, high)})`

function pickSome<T>(items: readonly T[], count: number): T[] {
  const rest = [...items]
  return Array.from({ length: count }, () => rest.splice(randomInt(rest.length), 1)).flat()
}

/** Places each character in a cell of its own, so that none covers another. */
function place(texts: readonly string[]): Glyph[] {
  const cell = { width: PICTURE.width / COLUMNS, height: PICTURE.height / ROWS }
  const cells = pickSome([...Array(COLUMNS * ROWS).keys()], texts.length)
  return texts.map((text, index) => {
    const at = cells[index] ?? 0
    const size = between(...GLYPH_PX)
    const margin = Math.ceil(size * Math.SQRT1_2)
    const within = (extent: number) => between(margin, Math.floor(extent) - margin)
    return {
      text,
      size,
      x: (at % COLUMNS) * cell.width + within(cell.width),
      y: Math.floor(at / COLUMNS) * cell.height + within(cell.height),
    }
  })
}

function write(context: SKRSContext2D, { text, x, y, size }: Glyph, degrees: number): void {
  context.save()
  context.translate(x, y)
  context.rotate(radians(degrees))
  context.font = `${size}px "${FAMILY}"`
  context.textAlign = 'center'
  context.textBaseline = 'middle'
  context.fillText(text, 0, 0)
  context.restore()
}

function paintBackground(context: SKRSContext2D): void {
  const gradient = context.createLinearGradient(0, 0, between(0, PICTURE.width), PICTURE.height)
  gradient.addColorStop(0, colour(150, 230))
  gradient.addColorStop(1, colour(150, 230))
  context.fillStyle = gradient
  context.fillRect(0, 0, PICTURE.width, PICTURE.height)
  for (let shape = 0; shape < SHAPES; shape++) {
    context.globalAlpha = between(15, 45) / 100
    context.fillStyle = colour(90, 255)
    context.beginPath()
    const [x, y] = [between(0, PICTURE.width), between(0, PICTURE.height)]
    context.ellipse(x, y, between(5, 60), between(5, 30), radians(between(0, 180)), 0, 2 * Math.PI)
    context.fill()
  }
  context.globalAlpha = 1
}

function drawPicture(glyphs: readonly Glyph[]): Canvas {
  const canvas = createCanvas(PICTURE.width, PICTURE.height)
  const context = canvas.getContext('2d')
  paintBackground(context)
  for (const glyph of glyphs) {
    context.fillStyle = colour(0, 90)
    const degrees = between(20, 60)
    write(context, glyph, randomInt(2) === 0 ? degrees : -degrees)
  }
  return canvas
}

function drawThumbnail(glyphs: readonly Glyph[]): Canvas {
  const canvas = createCanvas(THUMBNAIL.width, THUMBNAIL.height)
  const context = canvas.getContext('2d')
  const step = THUMBNAIL.width / glyphs.length
  for (const [index, { text }] of glyphs.entries()) {
    context.setTransform(1, between(-8, 8) / 100, between(-25, 25) / 100, 1, 0, 0)
    // Mid-tones can be read on a light page and on a dark one.
    context.fillStyle = colour(90, 150)
    const place = { x: step * (index + 0.5), y: THUMBNAIL.height / 2, size: THUMBNAIL_PX }
    write(context, { text, ...place }, between(-12, 12))
  }
  context.setTransform(1, 0, 0, 1, 0, 0)
  for (let dot = 0; dot < DOTS; dot++) {
    context.fillStyle = colour(90, 190)
    context.fillRect(between(0, THUMBNAIL.width), between(0, THUMBNAIL.height), 2, 2)
  }
  for (let line = 0; line < LINES; line++) {
    context.strokeStyle = colour(90, 190)
    context.beginPath()
    context.moveTo(0, between(0, THUMBNAIL.height))
    context.lineTo(THUMBNAIL.width, between(0, THUMBNAIL.height))
    context.stroke()
  }
  return canvas
}

/** Draws six or seven characters, two to four of which are to be clicked on in the order of the thumbnail. */
export async function drawCaptcha(isChinese: boolean): Promise<CaptchaPicture> {
  const characters = loadFont()
  const glyphs = place(pickSome(isChinese ? characters : LETTERS, between(6, 7)))
  const wanted = pickSome(glyphs, between(2, 4))
  const picture = await drawPicture(glyphs).encode('jpeg', 80)
  const thumbnail = await drawThumbnail(wanted).encode('png')
  return { picture, thumbnail, wanted }
}
